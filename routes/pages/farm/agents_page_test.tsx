import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import type { JobPart } from "../../../lib/jobs/schema.ts";
import { joinCodeLife } from "../../../lib/ui/join_code_life.ts";
import { shownAgent } from "../../../tests/fixtures/shown_agent.ts";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import { agentActions } from "./agent_actions.tsx";
import { AgentCard } from "./agent_card.tsx";
import { agentStatus, grouped, revokeQuestion, workTime } from "./agent_texts.ts";
import { workOf } from "./agent_work.ts";
import { createAgentsView } from "../live/live_agents.tsx";

const NOW = new Date("2026-11-20T12:00:30Z");
const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/agents" };

const parts: JobPart[] = [
  { number: 0, count: 3, fromSeconds: 0, untilSeconds: 180, state: "done", machine: null },
  {
    ...{ number: 3, count: 1, fromSeconds: 180, untilSeconds: 240, state: "encoding" },
    ...{ machine: { id: "a", name: "Attic" }, fps: 31, share: 0.42 },
  },
  { number: 4, count: 6, fromSeconds: 240, untilSeconds: 600, state: "waiting" },
];

Deno.test("an agent's state is one word, and obstacles take precedence", () => {
  const word = (change: Parameters<typeof shownAgent>[0]) => agentStatus(shownAgent(change)).label;
  same(
    [
      word({ state: "pending", approved: false, otherVersion: true }),
      word({ rejected: true, state: "offline" }),
      word({ otherVersion: true, paused: true }),
      word({ state: "offline", paused: true }),
      word({ state: "busy" }),
      word({ state: "busy", paused: true }),
      word({ paused: true }),
      word({}),
    ],
    [
      "Waiting for approval",
      "Rejected",
      "Version mismatch",
      "Offline",
      "Encoding",
      "Paused, finishing its segment",
      "Paused",
      "Online",
    ],
  );
});

Deno.test("an agent offers the actions of its state", () => {
  const labels = (change: Parameters<typeof shownAgent>[0]) =>
    agentActions(shownAgent(change)).map(({ label }) => label);
  same(labels({ approved: false, state: "pending" }), ["Approve", "Refuse"]);
  same(labels({}), ["Pause", "Revoke"]);
  same(labels({ paused: true }), ["Resume", "Revoke"]);
  same(labels({ rejected: true }), ["Use again", "Pause", "Revoke"]);
});

Deno.test("the confirmation before an agent is revoked states what is lost and what stays", () => {
  const text = revokeQuestion(
    shownAgent({ running: ["x"], figures: { parts: 12, pictures: 1, seconds: 1, bytes: 1, failures: 0 } }),
  );
  match(text, /credential/);
  match(text, /1 segment that it is encoding/);
  match(text, /12 segments done/);
  match(text, /Finished segments and movies are kept/);
  doesNotMatch(revokeQuestion(shownAgent()), /is encoding/);
});

Deno.test("a card shows an agent's segments, its figures and why it is not used, without inline styles", () => {
  const html = renderToString(
    <AgentCard
      agent={shownAgent({ rejected: true, reason: "It delivered an incorrect result: a short part.", load: 0.5 })}
      work={workOf(shownJob({ title: "Heat", parts }))}
      now={NOW}
    />,
  );
  match(html, /Heat<\/a>.*segment 4 of 10, 42 %, 31 fps/);
  match(html, /a short part/);
  match(html, /50 %/);
  match(html, /libx264, libx265/);
  match(html, /system\/events\?source=agents&amp;q=/);
  doesNotMatch(html, /style=/);
});

Deno.test("numbers, times and the life of a code are written as people read them", () => {
  same([grouped(12), grouped(1234567)], ["12", "1\u202f234\u202f567"]);
  same([workTime(17), workTime(720), workTime(5400), workTime(400_000)], ["17 s", "12 min", "1.5 h", "111 h"]);
  is(joinCodeLife(900), "Valid once, for another 15 minutes.");
  is(joinCodeLife(30), "Valid once, for another minute.");
  is(joinCodeLife(0), "This code has expired. Create a new one.");
});

Deno.test("a heartbeat updates figures in place; another state reloads the page's lists", () => {
  const live = createAgentsView(VIEW, () => NOW);
  same(live({ type: "agent", agent: shownAgent() }), { lists: true });
  const { html = "", lists } = live({ type: "agent", agent: shownAgent({ load: 0.77 }) });
  is(lists, undefined);
  match(html, /hx-target="#agent-figures-a"/);
  match(html, /77 %/);
  same(live({ type: "agent", agent: shownAgent({ paused: true }) }), { lists: true });
  same(live({ type: "agents" }), { lists: true });
  match(live({ type: "join-code-used", id: "c0de" }).html ?? "", /hx-target="#join-code-c0de"/);
});

Deno.test("progress of a job moves the parts on the cards of its agents, and its end empties them", () => {
  const live = createAgentsView(VIEW, () => NOW);
  same(live({ type: "job", job: shownJob({ status: "queued" }) }), {});
  const job = shownJob({ status: "encoding", title: "Heat", parts });
  const { html = "" } = live({ type: "job", job });
  match(html, /hx-target="#agent-work-a"/);
  match(html, /href="\/lathe\/jobs\//);
  const end = live({ type: "job", job: shownJob({ status: "done" }) }).html ?? "";
  match(end, /hx-target="#agent-work-a"/);
  ok(!end.includes("Heat"));
});
