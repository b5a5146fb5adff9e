import type { JobListing } from "../../db/job_list.ts";
import type { Run } from "./run_context.ts";
import type { QueueState } from "./schema.ts";

/** Done jobs whose pace speaks for the queue. */
const PACE_JOBS = 20;

export interface QueueFacts {
  list: JobListing;
  runs: ReadonlyMap<string, Run>;
  paused: boolean;
  limit: number;
  /** The machine is kept awake right now. */
  sleepInhibited: boolean;
}

/** The queue in figures. */
export async function queueState({ list, runs, paused, limit, sleepInhibited }: QueueFacts): Promise<QueueState> {
  const [counts, pace] = await Promise.all([list.counts(), list.pace(PACE_JOBS)]);
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
    etaSeconds: eta({
      runningSeconds: [...runs.values()].map((run) => run.progress?.etaSeconds ?? undefined),
      queuedBytes: counts.queued.inputBytes,
      pace,
      limit,
    }),
    savedBytes: Object.values(counts).reduce((sum, count) => sum + count.savedBytes, 0),
    runningIds: [...runs.keys()],
    sleepInhibited,
  };
}

/** What runs, and what is queued at the pace of the last jobs; null when that is not known. Pure. */
export function eta({ runningSeconds, queuedBytes, pace, limit }: {
  runningSeconds: (number | undefined)[];
  queuedBytes: number;
  pace: { seconds: number; bytes: number };
  limit: number;
}): number | null {
  if (runningSeconds.includes(undefined)) return null;
  if (queuedBytes > 0 && (pace.bytes === 0 || pace.seconds === 0 || limit === 0)) return null;
  const queued = queuedBytes > 0 ? queuedBytes * pace.seconds / pace.bytes : 0;
  const running = runningSeconds.filter((s) => s !== undefined);
  // Running encodes end one by one; what is queued is shared by as many as may run.
  const longest = Math.max(0, ...running);
  const work = running.reduce((sum, s) => sum + s, 0) + queued;
  return Math.round(Math.max(longest, work / Math.max(1, limit)));
}
