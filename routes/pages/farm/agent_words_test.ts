import { deepStrictEqual as same, match } from "node:assert/strict";
import fc from "fast-check";
import type { Agent } from "../../../lib/farm/agents/model.ts";
import {
  accessText,
  agentReason,
  agentStatus,
  grouped,
  refuseQuestion,
  revokeQuestion,
  workTime,
} from "./agent_texts.ts";

const agent = (more: Partial<Agent>): Agent =>
  ({ name: "Tower", state: "online", paused: false, running: [], figures: { parts: 0 }, ...more }) as unknown as Agent;

const STATES: [more: Partial<Agent>, label: string, tone: string | undefined][] = [
  [{}, "Online", "good"],
  [{ paused: true }, "Paused", "warn"],
  [{ state: "busy" }, "Encoding", "accent"],
  [{ state: "busy", paused: true }, "Paused, finishing its segment", "accent"],
  [{ state: "offline" }, "Offline", undefined],
  [{ state: "offline", paused: true }, "Offline", undefined],
  [{ state: "pending" }, "Waiting for approval", "warn"],
  [{ state: "busy", rejected: true }, "Rejected", "bad"],
  [{ state: "offline", otherVersion: true }, "Version mismatch", "warn"],
  [{ rejected: true, otherVersion: true }, "Rejected", "bad"],
  [{ state: "pending", rejected: true }, "Waiting for approval", "warn"],
];

Deno.test("the state of an agent is one word: an obstacle takes precedence over its work", () => {
  for (const [more, label, tone] of STATES) {
    const status = agentStatus(agent(more));
    same([status.label, status.tone], [label, tone], JSON.stringify(more));
  }
});

Deno.test("the reason why an agent receives no segments is shown unless its state implies it", () => {
  const reason = "Its processor is busy.";
  same(
    [{}, { state: "busy" as const }, { rejected: true, paused: true }, {
      otherVersion: true,
      state: "offline" as const,
    }]
      .map((more) => agentReason(agent({ reason, ...more }))),
    [reason, reason, reason, reason],
  );
  same(
    [{ paused: true }, { state: "offline" as const }, { state: "pending" as const }].map((more) =>
      agentReason(agent({ reason, ...more }))
    ),
    [
      ...[undefined, undefined],
      undefined,
    ],
  );
});

Deno.test("the confirmation before a machine is removed states what is lost and what stays", () => {
  const idle = revokeQuestion(agent({}));
  match(idle, /^Tower can no longer connect.*\(0 segments done\).*new code\.$/);
  same(/encoded elsewhere/.test(idle), false);
  match(
    revokeQuestion(agent({ running: ["p1"] as unknown as Agent["running"] })),
    /1 segment that it is encoding will be encoded elsewhere/,
  );
  match(refuseQuestion(agent({})), /^Tower is refused and can no longer connect/);
});

const TIMES: [seconds: number, text: string][] = [
  [0, "0 s"],
  [59.4, "59 s"],
  [59.7, "1 min"],
  [89, "1 min"],
  [3569, "59 min"],
  [3599, "1.0 h"],
  [3600, "1.0 h"],
  [35_900, "10 h"],
  [432_000, "120 h"],
];

Deno.test("the working time of an agent is shown in a suitable unit, at the limits too", () => {
  for (const [seconds, text] of TIMES) same(workTime(seconds), text, String(seconds));
  fc.assert(fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (seconds) => {
    match(workTime(seconds), /^(?:[0-5]?\d s|[1-5]?\d min|[1-9]\.\d h|\d{2,} h)$/);
  }));
});

Deno.test("large numbers are grouped by three", () => {
  same([grouped(0), grouped(999), grouped(1234), grouped(1_234_567.6)].map((text) => text.replaceAll("\u202f", "_")), [
    ...["0", "999"],
    ...["1_234", "1_234_568"],
  ]);
});

Deno.test("the way in which an agent reads its sources is shown while it is online", () => {
  same([
    accessText(agent({ mediaAccess: "shared" })),
    accessText(agent({})),
    accessText(agent({ state: "offline", mediaAccess: "shared" })),
  ], [
    "shared storage",
    "over the network",
    undefined,
  ]);
});
