import type { JobRow } from "../../../db/schema/jobs.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { existingJob } from "../job_store.ts";
import { decideReview } from "./decide_review.ts";
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

/** Applies a decision to finished encodes beside their originals, in the same way as for a single job. */
export async function decideAll(
  deps: DecideDeps,
  rows: JobRow[],
  action: "replace" | "delete-encode" | ReviewDecision,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  await mapConcurrent(rows, CONCURRENT_DECISIONS, async ({ id }) => {
    await decide(deps, id, action).catch((error) => refusals.set(id, refusalOf(error)));
  });
  return refusals;
}

function decide(
  deps: DecideDeps,
  id: string,
  action: "replace" | "delete-encode" | ReviewDecision,
): Promise<JobRow> {
  if (action === "replace") return deps.replacements.start(id);
  if (action === "delete-encode") return deleteEncodeOf(deps, id);
  return decideReview(deps, id, action);
}

/**
 * Moves the encode of a job to the bin. Runs only one action per job at a time. Throws the errors of `deleteEncode`.
 */
export const deleteEncodeOf = (deps: ActionDeps, id: string): Promise<JobRow> =>
  deps.jobMutex(id, async () => await deleteEncode(await existingJob(deps.jobStore, id), deps));
