import { applyToUnbegunJobs, type JobPatch } from "../../../db/jobs/job_events.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { cancelJob } from "../queue/cancel_job.ts";
import type { ActionDeps } from "../queue/job_actions.ts";
import { ATTEMPT_ENDED } from "../attempt/job_record.ts";
import type { JobState } from "../states.ts";
import { announceAll, refusalOf, type Refusals } from "./job_refusals.ts";

/** Maximum number of tools stopped concurrently. */
const CONCURRENT_STOPS = 8;

/**
 * Cancels jobs. Those that have not started are cancelled in one transaction. The others are cancelled one by one, and
 * their files are removed.
 */
export async function cancelJobs(deps: ActionDeps, rows: JobRow[]): Promise<Refusals> {
  const ended = new Set(await cancelUnbegun(deps, rows));
  const refusals: Refusals = new Map();
  await mapConcurrent(rows.filter(({ id }) => !ended.has(id)), CONCURRENT_STOPS, async ({ id }) => {
    await cancelJob(deps, id).catch((error) => refusals.set(id, refusalOf(error)));
  });
  return refusals;
}

const IDLE = ["queued", "waiting"] as const satisfies JobState[];

/** Cancels the jobs that have left no files on disk. Returns their IDs. */
async function cancelUnbegun({ deps, jobStore }: ActionDeps, rows: JobRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const patch: JobPatch = { ...ATTEMPT_ENDED, finishedAt: deps.clock.now().getTime(), spaceNeeds: null };
  const ids = rows.map(({ id }) => id);
  const cancelled = await deps.store.write((tx) => applyToUnbegunJobs(tx, ids, "cancel", patch, IDLE));
  announceAll(jobStore, cancelled);
  return cancelled.map(({ id }) => id);
}
