import { patchUnbegunJobs } from "../../../db/jobs/job_events.ts";
import { activeJobsWith } from "../../../db/jobs/job_insert.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { Tx } from "../../../db/store.ts";
import { isSmart } from "../../encode/profiles/smart/schema.ts";
import { Fault } from "../../kit/fault.ts";
import { copiesOnly, saveRecipe } from "../intake/job_recipe.ts";
import type { ActionDeps } from "../queue/job_actions.ts";
import type { JobState } from "../states.ts";
import { announceAll, type Refusals } from "./job_refusals.ts";

/** States in which no attempt has been started with the profile. */
const CHANGEABLE: JobState[] = ["queued", "waiting"];

/** Prepares a change of jobs to another profile. Throws `no_profile`. */
export async function changeProfile(
  { deps, jobStore }: ActionDeps,
  profileId: string,
): Promise<(rows: JobRow[]) => Promise<Refusals>> {
  const recipe = await deps.profiles.recipe(profileId);
  const patch = {
    profileId: recipe.id,
    profileName: recipe.name,
    recipeHash: await saveRecipe(jobStore.jobs, recipe),
    copyOnly: copiesOnly(recipe),
    // Resets values that were determined with the previous profile.
    software: false,
    hardware: null,
    device: null,
    cardFaults: null,
    estimatedBytes: null,
  };
  const changesNoAudio = !isSmart(recipe) && recipe.audio.encoder === "copy";
  return async (rows) => {
    const refusals: Refusals = new Map();
    const wanted = rows.filter((row) => {
      const fault = refusal(row, recipe.name, changesNoAudio);
      if (fault !== undefined) refusals.set(row.id, fault);
      return fault === undefined;
    });
    const changed = await deps.store.write(async (tx) => {
      const free = await withoutTwins(tx, wanted, recipe, refusals);
      return await patchUnbegunJobs(tx, free, patch, CHANGEABLE);
    });
    announceAll(jobStore, changed);
    const done = new Set(changed.map(({ id }) => id));
    for (const row of wanted) {
      if (!done.has(row.id) && !refusals.has(row.id)) refusals.set(row.id, begun(row));
    }
    return refusals;
  };
}

function refusal(row: JobRow, profile: string, changesNoAudio: boolean): Fault | undefined {
  const { title, status, tempPath, audioOnly, ripId } = row;
  if (!CHANGEABLE.includes(status)) {
    return new Fault("bad_state", `${title} is ${status}: its profile can only be changed before it starts.`);
  }
  if (tempPath !== null) return begun(row);
  if (ripId !== null) {
    return new Fault("bad_state", `${title} comes from a disc: its profile is selected on the disc's page.`);
  }
  if (audioOnly && changesNoAudio) {
    return new Fault("nothing_to_do", `Audio only has no effect with ${profile}, which copies audio.`);
  }
}

const begun = ({ title, profileName }: JobRow): Fault =>
  new Fault(
    "bad_state",
    `${title} was started with ${profileName} and continues with it. Cancel it to choose another profile.`,
  );

/**
 * Returns the IDs of the jobs whose file has no other active job with the new profile. Jobs that the same change moves
 * to the profile are active jobs too.
 */
async function withoutTwins(
  tx: Tx,
  wanted: JobRow[],
  { id: profileId, name }: { id: string; name: string },
  refusals: Refusals,
): Promise<string[]> {
  const withFile = wanted.filter(({ sourcePath }) => sourcePath !== "");
  const active = await activeJobsWith(
    tx,
    withFile.map(({ sourcePath }) => sourcePath),
    withFile.map(({ sourceKey }) => sourceKey),
  );
  const holders = new Map<string, string>();
  const keys = ({ audioOnly, sourcePath, sourceKey }: JobRow) =>
    [sourcePath, sourceKey].map((file) => `${audioOnly} ${file}`);
  const hold = (row: JobRow) => keys(row).forEach((key) => holders.set(key, row.id));
  active.filter((row) => row.profileId === profileId).forEach(hold);
  return wanted.flatMap((row) => {
    if (row.sourcePath === "") return [row.id];
    const twin = keys(row).map((key) => holders.get(key)).find((id) => id !== undefined && id !== row.id);
    if (twin !== undefined) {
      refusals.set(row.id, new Fault("already_queued", `${row.title} is already queued with ${name}.`));
      return [];
    }
    hold(row);
    return [row.id];
  });
}
