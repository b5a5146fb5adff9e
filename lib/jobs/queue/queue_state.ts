import type { JobListing } from "../../../db/jobs/job_list.ts";
import type { QueueForecasts } from "../../../db/jobs/queue_forecast.ts";
import { expectedQueueBytes } from "../queue_forecast.ts";
import { type EncodeSchedule, mayStartNow, msUntilStart } from "./schedule.ts";
import type { Run } from "../attempt/run.ts";
import type { QueueState } from "../schema.ts";

/** Number of recently finished jobs whose pace is used for the queue. */
const PACE_JOBS = 20;

/** Inputs of the queue statistics. */
export interface QueueFacts {
  list: JobListing;
  forecasts: QueueForecasts;
  runs: ReadonlyMap<string, Run>;
  paused: boolean;
  limit: number;
  /** True if the machine is currently kept awake. */
  sleepInhibited: boolean;
  schedule: EncodeSchedule;
  now: Date;
}

/** Returns the queue statistics. */
export async function queueState(
  { list, forecasts, runs, paused, limit, sleepInhibited, schedule, now }: QueueFacts,
): Promise<QueueState> {
  const [counts, pace, expectedBytes] = await Promise.all([
    list.counts(),
    list.pace(PACE_JOBS),
    expectedQueueBytes(forecasts),
  ]);
  const opensIn = msUntilStart(schedule, now);
  const running = counts.probing.jobs + counts.encoding.jobs + counts.finalizing.jobs;
  return {
    paused,
    limit,
    running,
    queued: counts.queued.jobs,
    waiting: counts.waiting.jobs,
    waitingForSpace: counts.waiting_for_space.jobs,
    done: counts.done.jobs,
    failed: counts.failed.jobs + counts.publish_failed.jobs,
    etaSeconds: queueEtaSeconds({
      running: [...runs.values()].map(workOf),
      queuedBytes: counts.queued.inputBytes,
      pace,
      limit,
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
  /** Remaining time reported by its tool. */
  leftSeconds?: number;
  /** Expected total time. */
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
 * Returns the remaining time of running jobs, and of queued jobs at the pace of recent jobs or else of running ones.
 * Null if unknown. Pure.
 */
export function queueEtaSeconds({ running, queuedBytes, pace, limit }: {
  running: RunningWork[];
  queuedBytes: number;
  pace: { seconds: number; bytes: number };
  limit: number;
}): number | null {
  const secondsPerByte = paceOf([pace]) ?? paceOf(
    running.flatMap(({ inputBytes: bytes, totalSeconds: seconds }) =>
      seconds === undefined ? [] : [{ bytes, seconds }]
    ),
  );
  const left = running.map(({ leftSeconds, inputBytes }) =>
    leftSeconds ?? (secondsPerByte === undefined ? undefined : inputBytes * secondsPerByte)
  );
  const known = left.filter((seconds) => seconds !== undefined);
  if (known.length < left.length) return null;
  if (queuedBytes > 0 && (secondsPerByte === undefined || limit === 0)) return null;
  // Each running encode needs at least its remaining time; all work is shared by the allowed number of jobs.
  const longest = Math.max(0, ...known);
  const work = known.reduce((sum, seconds) => sum + seconds, 0) + queuedBytes * (secondsPerByte ?? 0);
  return Math.round(Math.max(longest, work / Math.max(1, limit)));
}

function paceOf(jobs: { seconds: number; bytes: number }[]): number | undefined {
  const [seconds, bytes] = jobs.reduce(([s, b], job) => [s + job.seconds, b + job.bytes], [0, 0]);
  return seconds > 0 && bytes > 0 ? seconds / bytes : undefined;
}
