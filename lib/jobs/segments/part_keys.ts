import { createHash } from "node:crypto";
import type { JobStore } from "../job_store.ts";
import type { Run, RunContext } from "../run/run_context.ts";
import { openJobs } from "./sweep.ts";

/** What `keysFor` needs of a run. */
export interface KeyContext extends Pick<RunContext, "filmsInParts"> {
  run: Pick<Run, "id" | "ended">;
  jobStore: Pick<JobStore, "segments" | "jobs">;
}

/**
 * What a job calls the parts of a film. `shared` are the keys that every encode like it has, so that a later job finds
 * what an ended one left. Another job that runs, or may go on, keeps them: the first of two that is done removes its
 * parts, and the other would miss them. Then this job's parts have keys of its own.
 */
export async function keysFor(
  shared: readonly string[],
  { run, jobStore, filmsInParts }: KeyContext,
): Promise<readonly string[]> {
  const own = shared.map((key) => createHash("sha256").update(`${key} ${run.id}`).digest("hex"));
  const [first] = shared;
  if (first === undefined || (await jobStore.segments.many(own)).length > 0) return own;
  if ((filmsInParts.get(first) ?? run.id) !== run.id) return own;
  // Before anything is waited for: two that begin at once must not both have them.
  filmsInParts.set(first, run.id);
  const release = () => void filmsInParts.delete(first);
  const left = await jobStore.segments.many(shared);
  const open = await openJobs(left, jobStore);
  if (left.some(({ jobId }) => jobId !== run.id && open.has(jobId))) {
    release();
    return own;
  }
  void run.ended.then(release);
  return shared;
}
