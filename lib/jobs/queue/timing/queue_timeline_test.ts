import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { queueTimeline, type TimelineFacts } from "./queue_timeline.ts";

const NOW = new Date(2026, 10, 20, 12, 0);
const ALWAYS = { enabled: false, from: "00:00", to: "00:00", days: [] };
const pace = { profileId: "p", audioOnly: false, seconds: 3600, inputBytes: 1000, outputBytes: 500 };
/** A job that takes `hours`. */
const job = (id: string, hours: number, profileId = "p") => ({
  ...{ id, profileId, audioOnly: false, estimatedBytes: null },
  inputSizeBytes: hours * 1000,
});

/** Returns start and end of each job in hours from now. */
function planned(more: Partial<TimelineFacts>) {
  const facts = { now: NOW, running: [], waiting: [], paces: [pace], limit: 1, paused: false, schedule: ALWAYS };
  const { jobs, endsAt } = queueTimeline({ ...facts, ...more });
  const hours = (time: string) => (Date.parse(time) - NOW.getTime()) / 3_600_000;
  const times = Object.fromEntries([...jobs].map(([id, at]) => [id, [hours(at.startsAt), hours(at.endsAt)]]));
  return { times, end: endsAt && hours(endsAt) };
}

Deno.test("queueTimeline(): jobs start one after another behind the running one", () => {
  same(planned({ running: [1800], waiting: [job("a", 2), job("b", 1)] }), {
    times: { a: [0.5, 2.5], b: [2.5, 3.5] },
    end: 3.5,
  });
});

Deno.test("queueTimeline(): a job starts on the slot that becomes free first", () => {
  const waiting = [job("a", 4), job("b", 1), job("c", 1), job("d", 1)];
  same(planned({ waiting, limit: 2 }).times, { a: [0, 4], b: [0, 1], c: [1, 2], d: [2, 3] });
});

Deno.test("queueTimeline(): with more running jobs than the limit, the first that ends frees no slot", () => {
  same(planned({ running: [3600, 7200], waiting: [job("a", 1)] }).times, { a: [2, 3] });
});

Deno.test("queueTimeline(): jobs start only within the schedule, and may end after it", () => {
  const schedule = { enabled: true, from: "22:00", to: "06:00", days: [] };
  const waiting = [job("a", 5), job("b", 4), job("c", 1)];
  same(planned({ waiting, schedule }), { times: { a: [10, 15], b: [15, 19], c: [34, 35] }, end: 35 });
});

Deno.test("queueTimeline(): times end before a job of unknown duration", () => {
  same(planned({ waiting: [job("a", 1), job("b", 1, "q"), job("c", 1)] }), { times: { a: [0, 1] }, end: undefined });
});

Deno.test("queueTimeline(): no time is known while the queue is paused or a running job has no end", () => {
  const waiting = [job("a", 1)];
  const none = { times: {}, end: undefined };
  for (const more of [{ paused: true }, { limit: 0 }, { running: [undefined] }]) {
    same(planned({ waiting, ...more }), none);
  }
  is(planned({}).end, undefined);
});
