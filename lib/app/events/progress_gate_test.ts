import { deepEqual } from "node:assert/strict";
import { shownJob } from "../../../tests/fixtures/shown_job.ts";
import type { Job } from "../../jobs/schema.ts";
import { createProgressGate, type ProgressGate } from "./progress_gate.ts";

/** A one-second gate with a manual clock. `sent` contains the messages that passed. */
function withGate(work: (gate: ProgressGate, at: (ms: number) => void, sent: string[]) => void): () => void {
  return () => {
    let nowMs = 0;
    const sent: string[] = [];
    const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
    const send = (job: Job) => void sent.push(`${job.id} ${job.status} ${job.message ?? ""}`.trimEnd());
    const gate = createProgressGate({ clock, everyMs: 1000, send });
    try {
      work(gate, (ms) => nowMs = ms, sent);
    } finally {
      gate.close();
    }
  };
}
const encoding = (message: string, more: Partial<Job> = {}): Job => shownJob({ status: "encoding", message, ...more });

Deno.test(
  "the first message of a job passes at once",
  withGate((gate, _, sent) => {
    gate.offer(encoding("1"));
    deepEqual(sent, ["j1 encoding 1"]);
  }),
);

Deno.test(
  "progress within the pause waits, and is replaced by progress after the pause",
  withGate((gate, at, sent) => {
    gate.offer(encoding("1"));
    at(400);
    gate.offer(encoding("2"));
    at(999);
    gate.offer(encoding("3"));
    deepEqual(sent, ["j1 encoding 1"]);
    at(1000);
    gate.offer(encoding("4"));
    deepEqual(sent, ["j1 encoding 1", "j1 encoding 4"]);
  }),
);

for (
  const [name, change] of [
    ["state", { status: "finalizing" }],
    ["phase", { phase: "verify" }],
    ["place in the queue", { position: 3 }],
    ["attempt", { attempt: 2 }],
  ] as [string, Partial<Job>][]
) {
  Deno.test(
    `another ${name} passes at once, and drops waiting progress`,
    withGate((gate, at, sent) => {
      gate.offer(encoding("1"));
      at(10);
      gate.offer(encoding("2"));
      gate.offer(encoding("3", change));
      deepEqual(sent.map((one) => one.at(-1)), ["1", "3"]);
      at(20);
      gate.offer(encoding("4", change));
      deepEqual(sent.length, 2);
    }),
  );
}

Deno.test(
  "jobs do not wait for each other",
  withGate((gate, at, sent) => {
    gate.offer(encoding("1"));
    at(1);
    gate.offer(encoding("1", { id: "j2" }));
    deepEqual(sent, ["j1 encoding 1", "j2 encoding 1"]);
  }),
);

Deno.test(
  "an ended job is forgotten: its next message counts as the first",
  withGate((gate, _, sent) => {
    const ended = encoding("end", { status: "done", finishedAt: "2026-11-20T12:00:00.000Z" });
    gate.offer(ended);
    gate.offer(ended);
    deepEqual(sent.length, 2);
  }),
);

Deno.test("a closed gate drops its waiting progress", () => {
  const sent: Job[] = [];
  const clock = { now: () => new Date(0), monotonicMs: () => 0 };
  const gate = createProgressGate({ clock, everyMs: 1, send: (job) => void sent.push(job) });
  gate.offer(encoding("1"));
  gate.offer(encoding("2"));
  gate.close();
  deepEqual(sent.length, 1);
});
