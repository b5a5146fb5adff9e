import { join } from "node:path";
import type { SegmentRow } from "../../../db/schema/jobs.ts";
import type { RunnerDeps } from "../run/run_context.ts";
import { isFinished } from "../states.ts";
import { expiredSegments, removeSegments, segmentFolder } from "./segment_files.ts";

type SweepDeps = Pick<RunnerDeps, "deps" | "jobStore">;

/** How our own files are called there: a key, and while it is written a job. */
const OWN_NAME = /^[0-9a-f]{64}\.mp4(\.[A-Za-z0-9_-]{1,64}\.partial)?$/;

/** At a start: removes what was being written when the program ended, and files that nothing was written down about. */
export async function removeUnknownSegments({ deps, jobStore }: SweepDeps): Promise<void> {
  const folder = segmentFolder(deps.storage.folders.transcodes);
  const known = new Set((await jobStore.segments.all()).map(({ path }) => path));
  for (const { name, isFile } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    const path = join(folder, name);
    if (isFile && OWN_NAME.test(name) && !known.has(path)) await Deno.remove(path).catch(() => {});
  }
}

/** Removes parts that nobody took for long, and the oldest beyond their budget. Answers how many. */
export async function removeExpiredSegments({ deps, jobStore }: SweepDeps): Promise<number> {
  const rows = await jobStore.segments.all();
  const busy = await openJobs(rows, jobStore);
  return await removeSegments(expiredSegments(rows, busy, deps.clock.now().getTime()), jobStore.segments);
}

/** Removes the parts of jobs that will not be joined again. */
export async function removeSegmentsOf(jobIds: string[], { jobStore }: Pick<SweepDeps, "jobStore">): Promise<void> {
  await removeSegments(await jobStore.segments.ofJobs(jobIds), jobStore.segments);
}

async function openJobs(rows: readonly SegmentRow[], { jobs }: SweepDeps["jobStore"]): Promise<Set<string>> {
  const found = await jobs.many([...new Set(rows.map(({ jobId }) => jobId))]);
  return new Set(found.filter(({ status }) => !isFinished(status)).map(({ id }) => id));
}
