import type { JobListing } from "../../../db/jobs/job_list.ts";
import type { QueueForecasts } from "../../../db/jobs/queue_forecast.ts";
import { expectedQueueBytes } from "../estimates/queue_forecast.ts";
import { type EncodeSchedule, mayStartNow, msUntilStart } from "./schedule.ts";
import type { Run } from "../run/run_context.ts";
import type { QueueState } from "../schema.ts";

/** Done jobs whose pace is taken for that of the queue. */
const PACE_JOBS = 20;

/** What the figures of the queue are computed from. */
export interface QueueFacts {
  list: JobListing;
  forecasts: QueueForecasts;
  runs: ReadonlyMap<string, Run>;
  paused: boolean;
  limit: number;
  /** The machine is kept awake right now. */
  sleepInhibited: boolean;
  schedule: EncodeSchedule;
  now: Date;
}

/** The queue in figures. */
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
    runningIds: [...runs.keys()],
    sleepInhibited,
    outsideSchedule: !mayStartNow(schedule, now),
    ...(opensIn === undefined ? {} : { scheduleOpensAt: new Date(now.getTime() + opensIn).toISOString() }),
  };
}

/** How far a running job is. */
export interface RunningWork {
  inputBytes: number;
  /** As its tool reports it. */
  leftSeconds?: number;
  /** What it will have taken in all. */
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
 * What runs, and what is queued at the pace of the last jobs, or of those that run while there are none; null when that is
 * not known. Pure.
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
  // Running encodes end one by one; what is queued is shared by as many as may run.
  const longest = Math.max(0, ...known);
  const work = known.reduce((sum, seconds) => sum + seconds, 0) + queuedBytes * (secondsPerByte ?? 0);
  return Math.round(Math.max(longest, work / Math.max(1, limit)));
}

function paceOf(jobs: { seconds: number; bytes: number }[]): number | undefined {
  const [seconds, bytes] = jobs.reduce(([s, b], job) => [s + job.seconds, b + job.bytes], [0, 0]);
  return seconds > 0 && bytes > 0 ? seconds / bytes : undefined;
}
