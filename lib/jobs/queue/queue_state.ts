import type { JobListing } from "../../../db/jobs/job_list.ts";
import type { QueueForecasts } from "../../../db/jobs/queue_forecast.ts";
import { expectedQueueBytes, queuedWork, readPaces } from "./queue_forecast.ts";
import type { QueueTimeline } from "../service.ts";
import { queueTimeline } from "./timing/queue_timeline.ts";
import { type EncodeSchedule, mayStartNow, msUntilStart } from "./timing/schedule.ts";
import type { Run } from "../attempt/run.ts";
import type { QueueState } from "../schema.ts";

/** Number of recently finished jobs from whose pace the remaining time of the queue is estimated. */
const PACE_JOBS = 20;

/** Inputs of the queue statistics. */
export interface QueueFacts {
  list: JobListing;
  forecasts: QueueForecasts;
  runs: ReadonlyMap<string, Run>;
  paused: boolean;
  /** Reason of a hold. */
  heldBy?: string | undefined;
  /** Condition that ends the hold. */
  heldUntil?: string | undefined;
  limit: number;
  /** Number of encodes that may run at a time, including those of limited GPUs. By default, `limit`. */
  slots?: number;
  /** True if the machine is currently kept awake. */
  sleepInhibited: boolean;
  schedule: EncodeSchedule;
  now: Date;
}

/** Returns the queue statistics. */
export async function queueState(
  { list, forecasts, runs, paused, heldBy, heldUntil, limit, slots = limit, sleepInhibited, schedule, now }: QueueFacts,
): Promise<QueueState> {
  const [counts, pace, expectedBytes, queued] = await Promise.all([
    list.counts(),
    list.pace(PACE_JOBS),
    expectedQueueBytes(forecasts),
    queuedWork(forecasts),
  ]);
  const opensIn = msUntilStart(schedule, now);
  const running = counts.probing.jobs + counts.encoding.jobs + counts.finalizing.jobs;
  return {
    paused,
    ...(heldBy === undefined ? {} : { heldBy }),
    ...(heldUntil === undefined ? {} : { heldUntil }),
    limit,
    running,
    queued: counts.queued.jobs,
    waiting: counts.waiting.jobs,
    waitingForSpace: counts.waiting_for_space.jobs,
    done: counts.done.jobs,
    failed: counts.failed.jobs + counts.publish_failed.jobs,
    etaSeconds: queueEtaSeconds({
      running: [...runs.values()].map(workOf),
      queuedSeconds: queued.seconds,
      queuedBytes: queued.bytesWithoutPace,
      pace,
      limit: slots,
    }),
    queuedBytes: counts.queued.inputBytes,
    expectedBytes,
    savedBytes: Object.values(counts).reduce((sum, count) => sum + count.savedBytes, 0),
    wouldFreeBytes: counts.done.wouldFreeBytes,
    undecided: counts.done.undecided,
    runningIds: [...runs.keys()],
    sleepInhibited,
    outsideSchedule: !mayStartNow(schedule, now),
    ...(opensIn === undefined ? {} : { scheduleOpensAt: new Date(now.getTime() + opensIn).toISOString() }),
  };
}

/** Progress of a running job. */
export interface RunningWork {
  inputBytes: number;
  /** Remaining time in seconds, as reported by the tool of the job. */
  leftSeconds?: number;
  /** Expected total time of the job in seconds. */
  totalSeconds?: number;
}

function workOf({ inputBytes, publishing, progress }: Run): RunningWork {
  if (publishing) return { inputBytes, leftSeconds: 0 };
  const leftSeconds = progress?.etaSeconds ?? undefined;
  if (leftSeconds === undefined || progress === undefined || progress.percent <= 0) return { inputBytes };
  const totalSeconds = progress.percent < 100 ? leftSeconds / (1 - progress.percent / 100) : undefined;
  return { inputBytes, leftSeconds, totalSeconds };
}

/**
 * Returns the remaining time of the queue. Adds up running jobs, queued jobs of known duration, and other queued jobs
 * by their size, at the pace of recent jobs or otherwise of running jobs. Returns null if the time is unknown. Pure.
 */
export function queueEtaSeconds({ running, queuedSeconds = 0, queuedBytes, pace, limit }: {
  running: RunningWork[];
  queuedSeconds?: number;
  queuedBytes: number;
  pace: { seconds: number; bytes: number };
  limit: number;
}): number | null {
  const secondsPerByte = paceOf([pace]) ?? paceOf(
    running.flatMap(({ inputBytes: bytes, totalSeconds: seconds }) =>
      seconds === undefined ? [] : [{ bytes, seconds }]
    ),
  );
  const left = leftSecondsOf(running, secondsPerByte);
  const known = left.filter((seconds) => seconds !== undefined);
  if (known.length < left.length) return null;
  if (queuedSeconds + queuedBytes > 0 && limit === 0) return null;
  if (queuedBytes > 0 && secondsPerByte === undefined) return null;
  // Each running encode needs at least its remaining time; all work is shared by the allowed number of jobs.
  const longest = Math.max(0, ...known);
  const work = known.reduce((sum, seconds) => sum + seconds, 0) + queuedSeconds + queuedBytes * (secondsPerByte ?? 0);
  return Math.round(Math.max(longest, work / Math.max(1, limit)));
}

/** Returns the remaining seconds of each running job, by its size if its tool has not reported them yet. */
const leftSecondsOf = (running: RunningWork[], secondsPerByte: number | undefined): (number | undefined)[] =>
  running.map(({ leftSeconds, inputBytes }) =>
    leftSeconds ?? (secondsPerByte === undefined ? undefined : inputBytes * secondsPerByte)
  );

/** Returns the expected start and end of the waiting jobs. */
export async function plannedQueue(
  { list, forecasts, runs, paused, limit, slots = limit, schedule, now }: Omit<QueueFacts, "sleepInhibited">,
): Promise<QueueTimeline> {
  const [waiting, paces, pace] = await Promise.all([
    forecasts.inOrder(),
    readPaces(forecasts),
    list.pace(PACE_JOBS),
  ]);
  // Jobs that may run in addition to the limit occupy no slot.
  const running = [...runs.values()].filter(({ beside }) => !beside).map(workOf);
  return queueTimeline({
    ...{ now, paces, limit: slots, paused, schedule, waiting },
    running: leftSecondsOf(running, paceOf([pace])),
  });
}

function paceOf(jobs: { seconds: number; bytes: number }[]): number | undefined {
  const [seconds, bytes] = jobs.reduce(([s, b], job) => [s + job.seconds, b + job.bytes], [0, 0]);
  return seconds > 0 && bytes > 0 ? seconds / bytes : undefined;
}
