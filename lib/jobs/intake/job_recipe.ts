import { createHash } from "node:crypto";
import type { JobRepository } from "../../../db/jobs/jobs.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";
import type { JobsDeps } from "../deps.ts";

/** Stores a copy of a recipe for jobs. Jobs with equal recipes share one copy. Returns its hash. */
export async function saveRecipe(jobs: JobRepository, recipe: AnyRecipe): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(recipe)).digest("hex");
  await jobs.saveRecipe({ hash, recipe });
  return hash;
}

/**
 * Returns the recipe of an attempt. A job that has never been started uses the current version of its profile. After
 * the first start it keeps its copy, even if the profile is deleted.
 */
export async function recipeOfJob(
  row: JobRow,
  jobs: JobRepository,
  profiles: JobsDeps["profiles"],
): Promise<{ recipe: AnyRecipe; hash: string }> {
  const kept = await jobs.recipe(row.recipeHash);
  const started = await jobs.details(row.id) !== undefined;
  if (kept && started) return { recipe: kept, hash: row.recipeHash };
  const current = await profiles.recipe(row.profileId).catch((error: unknown) => {
    if (error instanceof Fault && error.code === "no_profile" && kept) return undefined;
    throw error;
  });
  if (current) return { recipe: current, hash: await saveRecipe(jobs, current) };
  if (kept) return { recipe: kept, hash: row.recipeHash };
  throw new Fault("no_profile", `There is no profile ${row.profileId}.`);
}

/** True if nothing is encoded. These jobs may run in addition to the maximum number of slots. */
export const copiesOnly = (recipe: AnyRecipe): boolean =>
  !isSmart(recipe) && recipe.video.encoder === "copy" && recipe.audio.encoder === "copy" && !recipe.audio.addStereo;
