import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import type { ActionDeps } from "../queue/job_actions.ts";
import { removeJobRows } from "../queue/remove_jobs.ts";
import { type JobState, REMOVABLE_STATES } from "../states.ts";
import { cancelJobs } from "./cancel_jobs.ts";
import type { Refusals } from "./job_refusals.ts";

/** Inactive states, from which a job is cancelled before its removal. */
const IDLE: readonly JobState[] = ["queued", "waiting", "waiting_for_space"];

/**
 * Removes finished jobs with their logs, and waiting jobs after cancelling them. Refuses running jobs and finished
 * encodes that have not been delivered, which only their own removal may discard.
 */
export async function removeChosen(deps: ActionDeps, rows: JobRow[]): Promise<Refusals> {
  const idle = rows.filter(({ status }) => IDLE.includes(status));
  const refusals: Refusals = await cancelJobs(deps, idle);
  const removable = new Set<JobState>(REMOVABLE_STATES);
  const going = rows.filter(({ id, status }) => removable.has(status) || IDLE.includes(status) && !refusals.has(id));
  const ids = going.map(({ id }) => id);
  for (const row of rows) {
    if (!ids.includes(row.id) && !refusals.has(row.id)) refusals.set(row.id, notRemovable(row));
  }
  await removeJobRows(deps, ids, REMOVABLE_STATES);
  // A job that was retried meanwhile still exists.
  for (const row of await deps.jobStore.jobs.many(ids)) refusals.set(row.id, notRemovable(row));
  return refusals;
}

const notRemovable = ({ title, status }: JobRow): Fault =>
  new Fault(
    "bad_state",
    status === "publish_failed"
      ? `The encode of ${title} has finished but is not in place: retry it, or remove it individually.`
      : `${title} is ${status}: cancel it before removing it.`,
  );
