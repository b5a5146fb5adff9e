import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { queueEtaSeconds } from "./queue_state.ts";

const none = { seconds: 0, bytes: 0 };
const half = { inputBytes: 1000, leftSeconds: 50, totalSeconds: 100 };

for (
  const [what, facts, expected] of [
    ["an empty queue is done", { running: [], queuedBytes: 0, pace: none, limit: 1 }, 0],
    ["nothing is known before the first job", { running: [], queuedBytes: 1000, pace: none, limit: 1 }, null],
    [
      "what runs tells the pace while nothing has ended",
      { running: [half], queuedBytes: 3000, pace: none, limit: 1 },
      350,
    ],
    ["jobs that have ended tell it better", {
      running: [half],
      queuedBytes: 3000,
      pace: { seconds: 10, bytes: 1000 },
      limit: 1,
    }, 80],
    [
      "a job that only begins is guessed by its size",
      { running: [half, { inputBytes: 500 }], queuedBytes: 0, pace: none, limit: 2 },
      50,
    ],
    [
      "one alone that only begins is not",
      { running: [{ inputBytes: 500 }], queuedBytes: 0, pace: none, limit: 1 },
      null,
    ],
    ["as many as may run share the queue", { running: [half], queuedBytes: 3000, pace: none, limit: 2 }, 175],
    [
      "jobs of a known duration need no pace",
      { running: [half], queuedSeconds: 200, queuedBytes: 0, pace: none, limit: 1 },
      250,
    ],
    ["no limit, no end", { running: [], queuedBytes: 1000, pace: { seconds: 1, bytes: 1 }, limit: 0 }, null],
  ] as const
) {
  Deno.test(`the remaining time: ${what}`, () =>
    same(queueEtaSeconds({ ...facts, running: [...facts.running] }), expected));
}

Deno.test("the state of the queue shows that it waits for its schedule, and until when", () =>
  withFolders(async ({ media, configDir }) => {
    let now = new Date(2026, 10, 20, 12, 30);
    const clock = { now: () => now, monotonicMs: () => performance.now() };
    const schedule = { enabled: true, from: "22:00", to: "06:00", days: [] };
    await using queue = await openQueue({ configDir, clock, settings: { transcoding: { schedule } } });
    await Deno.writeTextFile(join(media, "a.mkv"), "a");
    const { status } = await queue.create(join(media, "a.mkv"), await queue.quickProfile());
    same(status, "queued");
    const { outsideSchedule, scheduleOpensAt, queued } = await queue.jobs.queueState();
    same([outsideSchedule, scheduleOpensAt, queued], [true, new Date(2026, 10, 20, 22, 0).toISOString(), 1]);
    now = new Date(2026, 10, 20, 23, 0);
    const later = await queue.jobs.queueState();
    same([later.outsideSchedule, later.scheduleOpensAt], [false, undefined]);
  }));

Deno.test("timeline() plans the queue at the pace of the latest jobs, which the remaining time also uses", () =>
  withFolders(async ({ configDir }) => {
    const now = new Date("2026-11-20T12:00:00Z");
    const clock = { now: () => now, monotonicMs: () => performance.now() };
    await using queue = await openQueue({ configDir, clock, start: false, settings: { concurrency: 1 } });
    await queue.store.write((tx) =>
      insertJobs(tx, [
        jobRow({ id: "done", status: "done", finishedAt: 1, durationSeconds: 60, outputSizeBytes: 400 }),
        jobRow({ id: "b", position: 2, inputSizeBytes: 2000 }),
        jobRow({ id: "a", position: 1 }),
      ])
    );
    const { jobs, endsAt } = await queue.jobs.timeline();
    same([...jobs], [
      ["a", { startsAt: "2026-11-20T12:00:00.000Z", endsAt: "2026-11-20T12:01:00.000Z" }],
      ["b", { startsAt: "2026-11-20T12:01:00.000Z", endsAt: "2026-11-20T12:03:00.000Z" }],
    ]);
    same([endsAt, (await queue.jobs.queueState()).etaSeconds], ["2026-11-20T12:03:00.000Z", 180]);
  }));
