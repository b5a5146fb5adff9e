import type { JobRow } from "../../../db/schema/jobs.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { existingJob } from "../job_store.ts";
import { decideReview } from "./decide_review.ts";
import { deleteOriginal } from "./delete_original.ts";
import { deleteEncode } from "../queue/delete_encode.ts";
import type { ActionDeps } from "../queue/job_actions.ts";
import type { Replacements } from "../queue/replacements.ts";
import type { ReviewDecision } from "../review.ts";
import { refusalOf, type Refusals } from "./job_refusals.ts";

/** Dependencies of decisions about finished encodes. */
export interface DecideDeps extends ActionDeps {
  readonly replacements: Replacements;
}

/** Number of jobs whose files are read or moved concurrently. */
const CONCURRENT_DECISIONS = 4;

/** Action on the files or the review of a finished job. */
export type FinishedAction = "replace" | "delete-encode" | "delete-original" | ReviewDecision;

/** Applies an action to finished jobs, in the same way as for a single job. */
export async function decideAll(
  deps: DecideDeps,
  rows: JobRow[],
  action: FinishedAction,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  await mapConcurrent(rows, CONCURRENT_DECISIONS, async ({ id }) => {
    await decide(deps, id, action).catch((error) => refusals.set(id, refusalOf(error)));
  });
  return refusals;
}

function decide(deps: DecideDeps, id: string, action: FinishedAction): Promise<JobRow> {
  if (action === "replace") return deps.replacements.start(id);
  if (action === "delete-encode") return deleteEncodeOf(deps, id);
  if (action === "delete-original") return deleteOriginalOf(deps, id);
  return decideReview(deps, id, action);
}

/**
 * Moves the encode of a job to the bin. Runs only one action per job at a time. Throws the errors of `deleteEncode`.
 */
export const deleteEncodeOf = (deps: ActionDeps, id: string): Promise<JobRow> =>
  deps.jobMutex(id, async () => await deleteEncode(await existingJob(deps.jobStore, id), deps));

/**
 * Deletes the replaced original of a job. Runs only one action per job at a time. Throws the errors of
 * `deleteOriginal`.
 */
export const deleteOriginalOf = (deps: ActionDeps, id: string): Promise<JobRow> =>
  deps.jobMutex(id, async () => await deleteOriginal(await existingJob(deps.jobStore, id), deps));
