import type { JobRow } from "../../../db/schema/jobs.ts";
import { yieldToEventLoop } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import type { ActionDeps } from "../queue/job_actions.ts";
import { retryJobs } from "../queue/retry_job.ts";
import { cancelJobs } from "./cancel_jobs.ts";
import type { JobsChange, JobsChanged } from "../change_schema.ts";
import { changeProfile } from "./change_profile.ts";
import type { Refusals } from "./job_refusals.ts";
import { moveJobs } from "./move_jobs.ts";
import { removeChosen } from "./remove_chosen.ts";

/** Number of jobs read and changed in one transaction. Other work can run between batches. */
const BATCH_SIZE = 200;

/**
 * Performs one action on many jobs. It is allowed in the same states as the action on a single job, and a refused job
 * never stops the others. Duplicate IDs count once. Throws `no_profile`.
 */
export async function changeJobs(deps: ActionDeps, { ids, action, profileId }: JobsChange): Promise<JobsChanged> {
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

/** Binds an action to its additional dependencies. */
async function changeOf(
  deps: ActionDeps,
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
  }
}

/**
 * Splits jobs into batches. Moved jobs keep their relative order: when moving to the top the last batch is processed
 * first, and each batch goes in front of the previous one.
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
