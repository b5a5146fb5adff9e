import { DAY_MS } from "../../kit/clock.ts";
import { pruneBins } from "../delivery/bins.ts";
import type { ActionDeps } from "./job_actions.ts";
import { REMOVABLE_STATES } from "../states.ts";
import { removeJobRows } from "./remove_jobs.ts";

/** Number of finished jobs that are kept regardless of age, and number of days for which all of them are kept. */
const KEPT_JOBS = 1000;
const KEPT_DAYS = 365;
/** Maximum number of jobs that are published individually after their originals were deleted. */
const MAX_ANNOUNCED = 200;

/** Removes finished jobs that exceed both limits, and prunes the bins. Returns the number of removed jobs and files. */
export async function pruneHistory(
  now: Date,
  runner: Pick<ActionDeps, "deps" | "jobStore" | "log" | "jobMutex">,
): Promise<{ jobs: number; files: number }> {
  const { jobStore, log, jobMutex, deps } = runner;
  const old = await jobStore.jobs.removable(now.getTime() - KEPT_DAYS * DAY_MS, KEPT_JOBS);
  const jobs = old.length === 0 ? 0 : await removeJobRows(runner, old, REMOVABLE_STATES);
  const changed = new Set<string>();
  const { removed } = await pruneBins(now, jobStore.journals, log, {
    jobMutex,
    maxBytes: deps.settings.current().transcoding.bin.maxBytes,
    onDeleted: ({ jobId }) => changed.add(jobId),
  });
  // A larger number is shown after the lists are reloaded.
  if (changed.size <= MAX_ANNOUNCED) {
    for (const row of await jobStore.jobs.many([...changed])) jobStore.announce(row);
  }
  return { jobs, files: removed };
}
