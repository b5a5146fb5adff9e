import { DAY_MS } from "../../kit/clock.ts";
import { pruneBins } from "../delivery/bins.ts";
import type { RunnerDeps } from "../attempt/run.ts";
import { REMOVABLE_STATES } from "../states.ts";
import { removeJobRows } from "./remove_jobs.ts";

/** Number of finished jobs that are kept regardless of age, and number of days for which all of them are kept. */
const KEPT_JOBS = 1000;
const KEPT_DAYS = 365;

/** Removes finished jobs that exceed both limits, and prunes the bins. Returns the number of removed jobs and files. */
export async function pruneHistory(now: Date, runner: RunnerDeps): Promise<{ jobs: number; files: number }> {
  const { jobStore, log } = runner;
  const old = await jobStore.jobs.removable(now.getTime() - KEPT_DAYS * DAY_MS, KEPT_JOBS);
  const jobs = old.length === 0 ? 0 : await removeJobRows(runner, old, REMOVABLE_STATES);
  const { removed } = await pruneBins(now, jobStore.journals, log);
  return { jobs, files: removed };
}
