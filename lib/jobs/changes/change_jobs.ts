import type { JobRow } from "../../../db/schema/jobs.ts";
import { yieldToEventLoop } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { type ActionDeps, badState } from "../queue/job_actions.ts";
import { retryJobs } from "../queue/retry_job.ts";
import { cancelJobs } from "./cancel_jobs.ts";
import type { JobsChange, JobsChanged } from "../change_schema.ts";
import { changeProfile } from "./change_profile.ts";
import { decideAll, type DecideDeps } from "./decide_jobs.ts";
import { announceAll, type Refusals } from "./job_refusals.ts";
import { moveQueuedJobs } from "../../../db/jobs/queue_order.ts";
import { removeJobRows } from "../queue/remove_jobs.ts";
import { type JobState, REMOVABLE_STATES } from "../states.ts";

/** Number of jobs read and changed in one transaction. Other tasks can run between batches. */
const BATCH_SIZE = 200;

/**
 * Performs one action on many jobs. It is allowed in the same states as the action on a single job. If a job is
 * refused, the others are still changed. Duplicate IDs are ignored. Throws `no_profile`.
 */
export async function changeJobs(deps: DecideDeps, { ids, action, profileId }: JobsChange): Promise<JobsChanged> {
  const wanted = [...new Set(ids)];
  const change = await changeOf(deps, action, profileId);
  const refusals: Refusals = new Map();
  let begun = false;
  for (const batch of await batchesFor(deps, wanted, action)) {
    if (begun) await yieldToEventLoop();
    begun = true;
    const rows = await deps.jobStore.jobs.many(batch);
    const found = new Set(rows.map(({ id }) => id));
    for (const id of batch) {
      if (!found.has(id)) refusals.set(id, new Fault("not_found", `There is no job ${id}.`));
    }
    for (const [id, fault] of await change(rows)) refusals.set(id, fault);
  }
  deps.jobStore.changed();
  deps.scheduler.pump();
  return {
    changed: wanted.length - refusals.size,
    errors: wanted.flatMap((id) => {
      const fault = refusals.get(id);
      return fault === undefined ? [] : [{ id, code: fault.code, message: fault.message }];
    }),
  };
}

/** Binds an action to the additional services that it needs. */
async function changeOf(
  deps: DecideDeps,
  action: JobsChange["action"],
  profileId = "",
): Promise<(rows: JobRow[]) => Promise<Refusals>> {
  switch (action) {
    case "cancel":
      return (rows) => cancelJobs(deps, rows);
    case "remove":
      return (rows) => removeChosen(deps, rows);
    case "retry":
      return (rows) => retryJobs(deps, rows);
    case "top":
    case "bottom":
      return (rows) => moveJobs(deps, rows, action);
    case "profile":
      return await changeProfile(deps, profileId);
    case "replace":
    case "delete-encode":
    case "delete-original":
    case "keep-both":
    case "review":
      return (rows) => decideAll(deps, rows, action);
  }
}

/**
 * Splits jobs into batches. Moved jobs keep their relative order. When moving to the top, the last batch is processed
 * first, and each batch is placed before the previous one.
 */
async function batchesFor(
  { jobStore }: ActionDeps,
  ids: string[],
  action: JobsChange["action"],
): Promise<string[][]> {
  if (action !== "top" && action !== "bottom") return inBatches(ids);
  const ordered = await jobStore.list.inQueueOrder(ids);
  const queued = new Set(ordered);
  const others = inBatches(ids.filter((id) => !queued.has(id)));
  const moved = inBatches(ordered);
  return [...(action === "top" ? moved.reverse() : moved), ...others];
}

const inBatches = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, i) => ids.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE));

/** Moves queued jobs to the top or bottom of the queue, in the given order. */
async function moveJobs(
  { deps, jobStore }: ActionDeps,
  rows: JobRow[],
  to: "top" | "bottom",
): Promise<Refusals> {
  const queued = rows.filter(({ status }) => status === "queued").map(({ id }) => id);
  const moved = queued.length === 0 ? [] : await deps.store.write((tx) => moveQueuedJobs(tx, queued, to));
  announceAll(jobStore, moved);
  const movedIds = new Set(moved.map(({ id }) => id));
  const left = rows.filter(({ id }) => !movedIds.has(id)).map(({ id }) => id);
  // Reads the current state, because a job that has since been started is no longer queued.
  const now = left.length === 0 ? [] : await jobStore.jobs.many(left);
  return new Map(now.map((row) => [row.id, badState(row, "moved")]));
}

/** Inactive states in which a job is cancelled before it is removed. */
const IDLE: readonly JobState[] = ["queued", "waiting", "waiting_for_space"];

/**
 * Removes finished jobs with their logs, and waiting jobs after cancelling them. Refuses running jobs, and finished
 * encodes that have not been delivered, which must be removed individually.
 */
async function removeChosen(deps: ActionDeps, rows: JobRow[]): Promise<Refusals> {
  const idle = rows.filter(({ status }) => IDLE.includes(status));
  const refusals: Refusals = await cancelJobs(deps, idle);
  const removable = new Set<JobState>(REMOVABLE_STATES);
  const removed = rows.filter(({ id, status }) => removable.has(status) || IDLE.includes(status) && !refusals.has(id));
  const ids = removed.map(({ id }) => id);
  for (const row of rows) {
    if (!ids.includes(row.id) && !refusals.has(row.id)) refusals.set(row.id, notRemovable(row));
  }
  await removeJobRows(deps, ids, REMOVABLE_STATES);
  // A job that has since been retried still exists.
  for (const row of await deps.jobStore.jobs.many(ids)) refusals.set(row.id, notRemovable(row));
  return refusals;
}

const notRemovable = ({ title, status }: JobRow): Fault =>
  new Fault(
    "bad_state",
    status === "publish_failed"
      ? `The encode of ${title} has finished but was not moved into place: retry it, or remove it individually.`
      : `${title} is ${status}: cancel it before removing it.`,
  );
