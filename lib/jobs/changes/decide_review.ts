import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { existingJob } from "../job_store.ts";
import type { ReviewDecision } from "../review.ts";
import type { ActionDeps } from "../queue/job_actions.ts";

/** Records a decision about a finished encode beside its original. Throws `not_found`, `bad_state`. */
export async function decideReview(
  { jobStore }: Pick<ActionDeps, "jobStore">,
  id: string,
  decision: ReviewDecision,
): Promise<JobRow> {
  const decided = await jobStore.reviews.decide(id, decision);
  if (decided === undefined) throw refusal(await existingJob(jobStore, id), decision);
  jobStore.announce(decided);
  jobStore.changed();
  return decided;
}

function refusal({ title, review }: JobRow, decision: ReviewDecision): Fault {
  if (review === "replacing") {
    return new Fault("bad_state", `The encode of ${title} is about to replace the original. Wait for the outcome.`);
  }
  if (review === null) return new Fault("bad_state", `${title} has no finished encode beside its original.`);
  const done = decision === "keep-both" ? "Both of its files are already kept" : "It is already waiting for a decision";
  return new Fault("bad_state", `No decision about ${title} is needed. ${done}.`);
}
