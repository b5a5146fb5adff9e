import type { Control } from "../control.ts";
import { REMOVABLE_STATES } from "../states.ts";
import { pruneBins } from "../delivery/bins.ts";
import type { RunnerDeps } from "../run/run_context.ts";

/** Finished jobs that are kept whatever their age, and days that are kept whatever their number (behaviour.md, 1.15). */
const KEPT_JOBS = 1000;
const KEPT_DAYS = 365;
const DAY_MS = 86_400_000;

/** Forgets what is both old and many, and empties the bins. */
export async function prune(
  now: Date,
  { ledger, log }: RunnerDeps,
  control: Pick<Control, "removeRows">,
): Promise<{ jobs: number; files: number }> {
  const old = await ledger.jobs.removable(now.getTime() - KEPT_DAYS * DAY_MS, KEPT_JOBS);
  const jobs = old.length === 0 ? 0 : await control.removeRows(old, REMOVABLE_STATES);
  const { removed } = await pruneBins(now, ledger.journals, log);
  return { jobs, files: removed };
}
