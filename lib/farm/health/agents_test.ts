import { deepStrictEqual as same } from "node:assert/strict";
import { shownAgent } from "../../../tests/fixtures/shown_agent.ts";
import type { AgentList } from "../agents/model.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { agentsProbe } from "./agents.ts";

const check = (enabled: boolean, list: Partial<AgentList>) =>
  agentsProbe({
    settings: { current: () => Settings.parse({ agents: { enabled } }) },
    agents: () => Promise.resolve({ enabled, foreignServer: false, items: [], ...list }),
  }).check();

Deno.test("disabled agents are no finding, whatever is known about them", async () => {
  same(await check(false, { problem: "x", items: [shownAgent({ rejected: true })] }), []);
});

Deno.test("agents that are offline, paused or wait for approval are no finding", async () => {
  const items = [
    shownAgent({ state: "offline", reason: "It is offline." }),
    shownAgent({ paused: true, reason: "It is paused." }),
    shownAgent({ approved: false, state: "pending", otherVersion: true }),
  ];
  same(await check(true, { items }), []);
});

Deno.test("a missing connection to agents is an error with a link to the settings", async () => {
  const problem = "nats-server was not found.";
  same((await check(true, { problem })).map(({ type, code, message, link }) => ({ type, code, message, link })), [{
    type: "error",
    code: "agents_unreachable",
    message: `Agents receive no work: ${problem}`,
    link: "/settings/agents#agents",
  }]);
});

Deno.test("a rejected or outdated agent is a warning with a link to its card", async () => {
  const items = [
    shownAgent({ id: "a", name: "Attic", rejected: true, reason: "It delivered an incorrect result: a short part." }),
    shownAgent({ id: "b", name: "Barn", otherVersion: true, reason: "It runs Lathe 0.0.9." }),
    shownAgent({ id: "c" }),
  ];
  same((await check(true, { items })).map(({ type, code, message, link }) => [type, code, message, link]), [
    [
      "warning",
      "agent_rejected",
      "The agent Attic is not used. It delivered an incorrect result: a short part.",
      "/agents",
    ],
    ["warning", "agent_version", "The agent Barn is not used. It runs Lathe 0.0.9.", "/agents"],
  ]);
});
