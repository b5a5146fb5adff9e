import { join } from "node:path";
import type { SegmentRow } from "../../../db/schema/jobs.ts";
import type { RunnerDeps } from "../attempt/run.ts";
import type { JobStore } from "../job_store.ts";
import { isFinished } from "../states.ts";
import { expiredSegments, readSegmentName, removeSegments, segmentFolder } from "./segment_files.ts";

type SweepDeps = Pick<RunnerDeps, "deps" | "jobStore">;

/**
 * Removes partially written files and files without a record at startup. Keeps segments that were encoded but not
 * verified, for jobs that will continue.
 */
export async function removeUnknownSegments({ deps, jobStore }: SweepDeps): Promise<void> {
  const folder = segmentFolder(deps.storage.folders.transcodes);
  const known = new Set((await jobStore.segments.all()).map(({ path }) => path));
  for (const { name, isFile } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    const path = join(folder, name);
    const own = readSegmentName(name);
    if (!isFile || own === undefined || known.has(path)) continue;
    if (own.encoded === undefined || !await isOpen(own.encoded.job, jobStore)) await Deno.remove(path).catch(() => {});
  }
}

/**
 * Removes segments that have not been used for a long time, and the oldest ones above the size limit. Returns the
 * number of removed segments.
 */
export async function removeExpiredSegments({ deps, jobStore }: SweepDeps): Promise<number> {
  const rows = await jobStore.segments.all();
  const busy = await openJobs(rows, jobStore);
  return await removeSegments(expiredSegments(rows, busy, deps.clock.now().getTime()), jobStore.segments);
}

/** Removes the segments of jobs that will no longer be joined. */
export async function removeSegmentsOf(jobIds: string[], { jobStore }: Pick<SweepDeps, "jobStore">): Promise<void> {
  await removeSegments(await jobStore.segments.ofJobs(jobIds), jobStore.segments);
}

async function isOpen(id: string, { jobs }: SweepDeps["jobStore"]): Promise<boolean> {
  const [job] = await jobs.many([id]);
  return job !== undefined && !isFinished(job.status);
}

/** Returns the jobs of these segments that are running or will continue. */
export async function openJobs(
  rows: readonly Pick<SegmentRow, "jobId">[],
  { jobs }: Pick<JobStore, "jobs">,
): Promise<Set<string>> {
  const found = await jobs.many([...new Set(rows.map(({ jobId }) => jobId))]);
  return new Set(found.filter(({ status }) => !isFinished(status)).map(({ id }) => id));
}
