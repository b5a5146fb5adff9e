import type { JobRow } from "../../../db/schema/jobs.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { CrashPoint } from "../delivery/crash_points.ts";
import type { JobsDeps } from "../deps.ts";
import type { JobStore } from "../job_store.ts";
import { toJob } from "../job_view.ts";
import type { BulkCreate, BulkResult, CreateJob, SkippedJob } from "../schema.ts";
import type { JobOrigin } from "../service.ts";
import { activeIds, addJobs, type WantedJob } from "./add_jobs.ts";
import { withAlbumTracks } from "./album.ts";
import { withManagerFiles, withOwningManagers } from "./manager_files.ts";
import { preflight } from "./preflight.ts";
import { findSource, type SourceFile, sourceRules } from "./source_file.ts";
import { ownPlacesOf } from "../../platform/storage/own_places.ts";

/** How jobs come into the queue. The same file with the same profile while active is the same job. */

/** What the intake needs. */
export interface IntakeDeps {
  deps: JobsDeps;
  jobStore: JobStore;
  crashPoint: (point: CrashPoint) => void;
  /** Called when jobs joined the queue. */
  joined: () => void;
}

/** Files that are checked side by side: enough to hide a slow share, few enough not to overload it. */
const CONCURRENT_CHECKS = 64;
/** Files that are read side by side before they are queued. */
const CONCURRENT_PREFLIGHTS = 2;
/** So many files of a list are read before they are queued; of a longer list each when its turn comes. */
const MAX_PREFLIGHTS = 100;
/** The largest list a live event carries; clients read anew above 200. */
const MAX_EVENT_JOBS = 201;

/** A file of a bulk request with its place in the request. */
interface BulkItem extends WantedJob {
  index: number;
}

/** Queues one file; see `Jobs.create`. */
export async function queueFile(
  intake: IntakeDeps,
  asked: CreateJob,
  origin?: JobOrigin,
): Promise<{ created: boolean; row: JobRow } | SkippedJob> {
  const { deps, jobStore, crashPoint, joined } = intake;
  const [input = asked] = await withManagerFiles([asked], deps.managerFiles);
  const recipe = withRipFolder(await deps.profiles.recipe(input.profileId), origin?.rip?.folder);
  refuseNothingToDo(recipe, input.audioOnly);
  const file = await findSource(input.source, sourceRules(deps));
  const { nothingToDo: reason, refusal, estimatedBytes } = await preflight(intake, recipe, file, input.audioOnly);
  if (reason !== undefined) return { skipped: true, reason, job: null };
  if (refusal !== undefined && origin === undefined && !await isActive(intake, file, recipe, input.audioOnly)) {
    throw refusal;
  }
  const wanted = await withOwningManagers([{ input, file, estimatedBytes }], deps.managerFilesAt);
  const [answer] = await addJobs(intake, wanted, { ...input, recipe, origin });
  crashPoint("created");
  const row = answer && await jobStore.jobs.get(answer.id);
  if (answer === undefined || row === undefined) throw new Fault("conflict", "The job was removed at once.");
  if (answer.created) {
    jobStore.announce(row);
    jobStore.publish("job-added", { count: 1, job: toJob(row) });
    joined();
  }
  return { created: answer.created, row };
}

/** A copy of a disc is encoded beside itself: what delivers the rip moves the result and tells the manager. */
function withRipFolder(recipe: AnyRecipe, folder: string | undefined): AnyRecipe {
  if (folder === undefined) return recipe;
  const output = { directory: folder, replaceOriginal: false, notifyArr: false, suffix: "" };
  return isSmart(recipe)
    ? { ...recipe, base: { ...recipe.base, output: { ...recipe.base.output, ...output } } }
    : { ...recipe, output: { ...recipe.output, ...output } };
}

/** Queues many files. One bad item never blocks the others; what was good is one transaction. */
export async function queueFiles(intake: IntakeDeps, input: BulkCreate): Promise<BulkResult> {
  const { deps, crashPoint } = intake;
  const recipe = await deps.profiles.recipe(input.profileId);
  refuseNothingToDo(recipe, input.audioOnly);
  const errors: BulkResult["errors"] = [];
  const visible = await visibleItems(input.items, intake, errors);
  const { wanted, refused } = visible.length > MAX_PREFLIGHTS
    ? { wanted: visible, refused: 0 }
    : await usefulItems(visible, { recipe, audioOnly: input.audioOnly }, intake, errors);
  const owned = await withOwningManagers(wanted, deps.managerFilesAt);
  const answers = await addJobs(intake, owned, { recipe, audioOnly: input.audioOnly, priority: "bottom" });
  crashPoint("created");
  const created = answers.filter((answer) => answer.created).map(({ id }) => id);
  await announceCreated(intake, created);
  return {
    created: created.length,
    skipped: visible.length - refused - wanted.length + answers.length - created.length,
    errors: errors.sort((a, b) => a.index - b.index),
    jobs: answers.map(({ id }) => id),
    createdJobs: created,
  };
}

/** The files behind the items of a request, albums by their tracks; what cannot be used goes to `errors`. */
async function visibleItems(
  items: BulkCreate["items"],
  { deps }: IntakeDeps,
  errors: BulkResult["errors"],
): Promise<BulkItem[]> {
  const rules = { ...sourceRules(deps), ownPlaces: ownPlacesOf(deps.storage) };
  const placed = await withAlbumTracks(
    items,
    (index, { code, message }) => errors.push({ index, code, message }),
    deps.managerAlbum,
    rules,
  );
  const named = await withManagerFiles(placed.map(({ item }) => item), deps.managerFiles);
  const found = await mapConcurrent(placed, CONCURRENT_CHECKS, async ({ item, index, batchId }, at) => {
    try {
      const input = named[at] ?? item;
      return { index, input, file: await findSource(input.source, rules), batchId };
    } catch (error) {
      if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
      errors.push({ index, code: error.code, message: error.message });
    }
  });
  return found.filter((item) => item !== undefined);
}

/** Items that an encode would change and whose result has a place; `refused` counts those that went to `errors`. */
async function usefulItems(
  items: BulkItem[],
  { recipe, audioOnly }: { recipe: AnyRecipe; audioOnly: boolean },
  intake: IntakeDeps,
  errors: BulkResult["errors"],
): Promise<{ wanted: BulkItem[]; refused: number }> {
  let refused = 0;
  const wanted = await mapConcurrent(items, CONCURRENT_PREFLIGHTS, async (item) => {
    const { nothingToDo, refusal, estimatedBytes } = await preflight(intake, recipe, item.file, audioOnly);
    if (nothingToDo !== undefined) return undefined;
    if (refusal === undefined || await isActive(intake, item.file, recipe, audioOnly)) {
      return { ...item, estimatedBytes };
    }
    errors.push({ index: item.index, code: refusal.code, message: refusal.message });
    refused++;
  });
  return { wanted: wanted.filter((item) => item !== undefined), refused };
}

async function announceCreated({ jobStore, joined }: IntakeDeps, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await jobStore.jobs.many(ids.slice(0, MAX_EVENT_JOBS));
  jobStore.publish("jobs", { jobs: rows.map((row) => toJob(row)) });
  jobStore.publish("job-added", { count: ids.length });
  joined();
}

/** The same file with the same profile: then asking again is no second job, and its output is not taken by another. */
async function isActive(
  { deps }: IntakeDeps,
  file: SourceFile,
  recipe: AnyRecipe,
  audioOnly: boolean,
): Promise<boolean> {
  return (await activeIds(deps.store.db, [file], { profileId: recipe.id, audioOnly })).size > 0;
}

function refuseNothingToDo(recipe: AnyRecipe, audioOnly: boolean): void {
  if (audioOnly && !isSmart(recipe) && recipe.audio.encoder === "copy") {
    throw new Fault("nothing_to_do", `Audio only with ${recipe.name} changes nothing: that profile copies audio.`);
  }
}
