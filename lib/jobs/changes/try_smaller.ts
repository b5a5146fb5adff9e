import type { JobRow } from "../../../db/schema/jobs.ts";
import { canBeSmaller } from "../../encode/decision/smaller_video.ts";
import { MAX_SMALLER, type Overrides } from "../../encode/profiles/overrides.ts";
import { isSmart } from "../../encode/profiles/smart/schema.ts";
import { Fault } from "../../kit/fault.ts";
import { type IntakeDeps, queueFile } from "../intake/intake.ts";
import { preflight } from "../intake/preflight.ts";
import { findSource, sourceRules } from "../intake/source_file.ts";
import { existingJob } from "../job_store.ts";
import type { ActionDeps } from "../queue/job_actions.ts";
import { deleteEncodeOf } from "./decide_jobs.ts";

/** Moves a finished encode to the bin, and queues its original again with settings for a smaller result. */
export async function trySmaller(deps: ActionDeps, intake: IntakeDeps, id: string): Promise<JobRow> {
  const row = await existingJob(deps.jobStore, id);
  const steps = row.overrides?.smaller ?? 0;
  await refuseLastStep(deps, row, steps);
  const { title, profileId, audioOnly, source } = row;
  const overrides = { streams: [], ...row.overrides, smaller: steps + 1 };
  await refuseUnencodable(deps, intake, row, overrides);
  // The encode is moved first, so that its file name is free for the smaller encode.
  await deleteEncodeOf(deps, id);
  const answer = await queueFile(intake, {
    ...{ title, profileId, audioOnly, source, priority: "top" },
    ...(row.subtitle ? { subtitle: row.subtitle } : {}),
    ...(row.poster ? { poster: row.poster } : {}),
    overrides,
  });
  if ("skipped" in answer) throw new Fault("nothing_to_do", answer.reason);
  return answer.row;
}

/** Checks before the encode is moved that the original can be encoded again. */
async function refuseUnencodable(
  { deps }: ActionDeps,
  intake: IntakeDeps,
  { profileId, audioOnly, source }: JobRow,
  overrides: Overrides,
): Promise<void> {
  const file = await findSource(source, sourceRules(deps));
  const recipe = await deps.profiles.recipe(profileId);
  const { nothingToDo } = await preflight(intake, recipe, file, { audioOnly, overrides });
  if (nothingToDo !== undefined) throw new Fault("nothing_to_do", nothingToDo);
}

async function refuseLastStep({ deps }: ActionDeps, { profileId, audioOnly }: JobRow, steps: number): Promise<void> {
  const recipe = await deps.profiles.recipe(profileId);
  const ends = steps >= MAX_SMALLER || audioOnly || !isSmart(recipe) && !canBeSmaller(recipe, steps);
  if (ends) {
    throw new Fault("bad_state", `${recipe.name} cannot make this file any smaller. Encode it with another profile.`);
  }
}
