import { createHash } from "node:crypto";
import type { JobStore } from "../job_store.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { Run } from "../attempt/run.ts";
import { openJobs } from "./sweep.ts";

/** Services and options for `keysFor`. */
export interface KeyContext extends Pick<Attempt, "segmentedEncodes"> {
  run: Pick<Run, "id" | "ended">;
  jobStore: Pick<JobStore, "segments" | "jobs">;
}

/**
 * Returns the keys of a job's segments. `shared` keys are equal for identical encodes, so that a later job can use the
 * segments of one that has ended. If another job that is running or may continue uses them, this job gets its own keys,
 * because the job that finishes first removes its segments.
 */
export async function keysFor(
  shared: readonly string[],
  { run, jobStore, segmentedEncodes }: KeyContext,
): Promise<readonly string[]> {
  const own = shared.map((key) => createHash("sha256").update(`${key} ${run.id}`).digest("hex"));
  const [first] = shared;
  if (first === undefined || (await jobStore.segments.many(own)).length > 0) return own;
  if ((segmentedEncodes.get(first) ?? run.id) !== run.id) return own;
  // The keys are claimed before the first await, so that two jobs that start at the same time cannot both get them.
  segmentedEncodes.set(first, run.id);
  const release = () => void segmentedEncodes.delete(first);
  const left = await jobStore.segments.many(shared);
  const open = await openJobs(left, jobStore);
  if (left.some(({ jobId }) => jobId !== run.id && open.has(jobId))) {
    release();
    return own;
  }
  void run.ended.then(release);
  return shared;
}
