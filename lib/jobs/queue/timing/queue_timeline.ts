import type { ProfilePace, QueuedJob } from "../../../../db/jobs/queue_forecast.ts";
import { jobForecast } from "../queue_forecast.ts";
import type { PlannedTime, QueueTimeline } from "../../service.ts";
import { type EncodeSchedule, mayStartNow, msUntilStart } from "./schedule.ts";

/** Inputs of the timeline. */
export interface TimelineFacts {
  now: Date;
  /** Remaining seconds of the running jobs. Undefined if unknown. */
  running: readonly (number | undefined)[];
  /** Waiting jobs in queue order. */
  waiting: readonly QueuedJob[];
  paces: ProfilePace[];
  /** Maximum number of concurrent jobs. */
  limit: number;
  paused: boolean;
  schedule: EncodeSchedule;
}

/**
 * Plans the queue: each waiting job starts when the next running one ends, within the schedule, and takes as long as
 * the latest jobs of its profile. Ends before the first job of unknown duration. Pure.
 */
export function queueTimeline(facts: TimelineFacts): QueueTimeline {
  const { now, waiting, paces, limit, paused } = facts;
  const planned = new Map<string, PlannedTime>();
  const running = facts.running.filter((seconds) => seconds !== undefined);
  if (paused || limit === 0 || running.length < facts.running.length) return { jobs: planned };
  const startOf = scheduledStarts(facts.schedule);
  let last = Math.max(now.getTime(), ...running.map((seconds) => now.getTime() + seconds * 1000));
  const slots = freeSlots(now, running, limit);
  for (const job of waiting) {
    const { expectedSeconds } = jobForecast(job, paces);
    const next = slots.indexOf(Math.min(...slots));
    const start = startOf(slots[next] ?? now.getTime());
    if (expectedSeconds === undefined || start === undefined) return { jobs: planned };
    const end = start + expectedSeconds * 1000;
    slots[next] = end;
    last = Math.max(last, end);
    planned.set(job.id, { startsAt: iso(start), endsAt: iso(end) });
  }
  return { jobs: planned, ...(waiting.length === 0 ? {} : { endsAt: iso(last) }) };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Returns the time at which each slot becomes free. After the limit was reduced, more jobs may be running than it
 * allows.
 */
function freeSlots(now: Date, running: readonly number[], limit: number): number[] {
  const ends = running.map((seconds) => now.getTime() + seconds * 1000).sort((a, b) => a - b);
  const free = Array.from({ length: Math.max(0, limit - ends.length) }, () => now.getTime());
  return [...free, ...ends.slice(Math.max(0, ends.length - limit))];
}

/**
 * Returns a function that moves a time into the schedule, or undefined if no job ever starts. Times must not decrease,
 * so that each start of the scheduled hours is calculated only once.
 */
function scheduledStarts(schedule: EncodeSchedule): (at: number) => number | undefined {
  let opening = -Infinity;
  return (at) => {
    if (at < opening) return opening;
    const wait = msUntilStart(schedule, new Date(at));
    if (wait === undefined) return mayStartNow(schedule, new Date(at)) ? at : undefined;
    return opening = at + wait;
  };
}
