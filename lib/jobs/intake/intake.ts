import { isDeepStrictEqual } from "node:util";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { OriginalChoice, Overrides } from "../../encode/profiles/overrides.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { CrashPoint } from "../delivery/crash_points.ts";
import type { JobsDeps } from "../deps.ts";
import type { JobStore } from "../job_store.ts";
import { toJob } from "../job_view.ts";
import type { BulkCreate, BulkResult, CreateJob, SkippedJob } from "../request_schema.ts";
import type { JobOrigin } from "../service.ts";
import { usefulOverrides } from "../../encode/plan/overrides.ts";
import { activeIds, addJobs, type WantedJob } from "./add_jobs.ts";
import { withAlbumTracks } from "./album.ts";
import { bulkSummary } from "./bulk_summary.ts";
import { encodedBefore } from "./encoded_before.ts";
import { withManagerFiles, withOwningManagers } from "./manager_files.ts";
import { type PlannedFor, preflight } from "./preflight.ts";
import { findSource, type SourceFile, sourceRules } from "./source_file.ts";
import { ownPlacesOf } from "../../platform/storage/own_places.ts";

/** Adds jobs to the queue. While a job is active, a request for the same file and profile returns this job. */

/** Services and options for adding jobs. */
export interface IntakeDeps {
  deps: JobsDeps;
  jobStore: JobStore;
  crashPoint: (point: CrashPoint) => void;
  /** Called after jobs were added to the queue. */
  joined: () => void;
}

/** Number of files that are checked concurrently. It hides the latency of a slow share without overloading it. */
const CONCURRENT_CHECKS = 64;
/** Number of files that are read concurrently before they are queued. */
const CONCURRENT_PREFLIGHTS = 2;
/**
 * Maximum number of files in a list for them to be read before they are queued. In longer lists, each file is read when
 * its job runs.
 */
const MAX_PREFLIGHTS = 100;
/** Maximum number of jobs in a live event. Clients reload the list if there are more than 200. */
const MAX_EVENT_JOBS = 201;

/** File in a bulk request, and its index. */
interface BulkItem extends WantedJob {
  index: number;
}

/** Queues one file, see `Jobs.create`. */
export async function queueFile(
  intake: IntakeDeps,
  asked: CreateJob,
  origin?: JobOrigin,
): Promise<{ created: boolean; row: JobRow } | SkippedJob> {
  const { deps, jobStore, crashPoint, joined } = intake;
  const [named = asked] = await withManagerFiles([asked], deps.managerFiles);
  const input = { ...named, overrides: usefulOverrides(withOriginal(named.overrides, named.original)) };
  const recipe = withRipFolder(await deps.profiles.recipe(input.profileId), origin?.rip?.folder);
  refuseNothingToDo(recipe, input.audioOnly);
  const file = await findSource(input.source, sourceRules(deps));
  const { nothingToDo: reason, refusal, estimatedBytes } = await preflight(intake, recipe, file, input);
  if (reason !== undefined) return { skipped: true, reason, job: null };
  if (refusal !== undefined && origin === undefined && !await isActive(intake, file, recipe, input.audioOnly)) {
    throw refusal;
  }
  const wanted = await withOwningManagers([{ input, file, estimatedBytes }], deps.managerFilesAt);
  const [answer] = await addJobs(intake, wanted, { ...input, recipe, origin });
  crashPoint("created");
  const row = answer && await jobStore.jobs.get(answer.id);
  if (answer === undefined || row === undefined) throw new Fault("conflict", "The job was removed immediately.");
  if (!answer.created) refuseOtherOverrides(row, input);
  if (answer.created) {
    jobStore.announce(row);
    jobStore.publish("job-added", { count: 1, job: toJob(row) });
    joined();
  }
  return { created: answer.created, row };
}

/**
 * Returns the recipe with the folder of the rip as the output folder. The delivery of the rip then moves the result and
 * notifies the manager.
 */
function withRipFolder(recipe: AnyRecipe, folder: string | undefined): AnyRecipe {
  if (folder === undefined) return recipe;
  const output = { directory: folder, replaceOriginal: false, notifyArr: false, suffix: "" };
  return isSmart(recipe)
    ? { ...recipe, base: { ...recipe.base, output: { ...recipe.base.output, ...output } } }
    : { ...recipe, output: { ...recipe.output, ...output } };
}

/**
 * Adds the choice about the original to the overrides of a file. A request may contain this choice without overrides.
 */
const withOriginal = (overrides: Overrides | undefined, original: OriginalChoice | undefined): Overrides | undefined =>
  original === undefined ? overrides : { streams: [], ...overrides, original };

/** Queues several files. An invalid item does not affect the others. All valid items are added in one transaction. */
export async function queueFiles(intake: IntakeDeps, input: BulkCreate): Promise<BulkResult> {
  const { deps, crashPoint } = intake;
  const recipe = await deps.profiles.recipe(input.profileId);
  refuseNothingToDo(recipe, input.audioOnly);
  const errors: BulkResult["errors"] = [];
  const visible = await visibleItems(input.items, intake, errors);
  const fresh = input.includeEncoded ? visible : await withoutEncoded(visible, recipe, input, intake);
  const { audioOnly, original } = input;
  const overrides = withOriginal(undefined, original);
  const { wanted, refused } = fresh.length > MAX_PREFLIGHTS
    ? { wanted: fresh, refused: 0 }
    : await usefulItems(fresh, { recipe, audioOnly, overrides }, intake, errors);
  const owned = await withOwningManagers(wanted, deps.managerFilesAt);
  const bulkId = newId();
  const answers = await addJobs(intake, owned, { recipe, audioOnly, overrides, priority: "bottom", bulkId });
  crashPoint("created");
  const created = answers.filter((answer) => answer.created).map(({ id }) => id);
  await announceCreated(intake, created);
  const left = {
    alreadyQueued: answers.length - created.length,
    encodedBefore: visible.length - fresh.length,
    nothingToDo: fresh.length - refused - wanted.length,
  };
  return {
    created: created.length,
    skipped: left.alreadyQueued + left.encodedBefore + left.nothingToDo,
    ...left,
    errors: errors.sort((a, b) => a.index - b.index),
    jobs: answers.map(({ id }) => id),
    createdJobs: created,
    ...(created.length === 0 ? {} : { bulkId }),
    summary: bulkSummary(
      { created: created.length, ...left, refused: errors.length },
      errors.map(({ message }) => message),
    ),
  };
}

/** Returns the items that Lathe has not encoded before. Keeps files that are already in the queue. */
async function withoutEncoded(
  items: BulkItem[],
  recipe: AnyRecipe,
  { audioOnly }: Pick<BulkCreate, "audioOnly">,
  { deps }: IntakeDeps,
): Promise<BulkItem[]> {
  const request = { profileId: recipe.id, audioOnly };
  const files = items.map(({ file }) => file);
  const before = await encodedBefore(deps.store, files, request);
  if (before.size === 0) return items;
  const active = await activeIds(deps.store.db, files, request);
  return items.filter(({ file }) => !before.has(file.path) || active.has(file.path));
}

/**
 * Returns the files of a request's items, with albums replaced by their tracks. Items that cannot be used are added to
 * `errors`.
 */
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

/**
 * Returns the items that an encode would change and whose result can be written. `refused` is the number of items that
 * were added to `errors`.
 */
async function usefulItems(
  items: BulkItem[],
  { recipe, audioOnly, overrides }: { recipe: AnyRecipe } & PlannedFor,
  intake: IntakeDeps,
  errors: BulkResult["errors"],
): Promise<{ wanted: BulkItem[]; refused: number }> {
  let refused = 0;
  const wanted = await mapConcurrent(items, CONCURRENT_PREFLIGHTS, async (item) => {
    const { nothingToDo, refusal, estimatedBytes } = await preflight(intake, recipe, item.file, {
      audioOnly,
      overrides,
    });
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

/**
 * True if the same file is already active with the same profile. A repeated request then creates no second job, and its
 * output path is not considered to be in use.
 */
async function isActive(
  { deps }: IntakeDeps,
  file: SourceFile,
  recipe: AnyRecipe,
  audioOnly: boolean,
): Promise<boolean> {
  return (await activeIds(deps.store.db, [file], { profileId: recipe.id, audioOnly })).size > 0;
}

/** A job for the same file with different overrides is a different request, so it must not be returned instead. */
function refuseOtherOverrides({ overrides, status }: JobRow, input: CreateJob): void {
  if (isDeepStrictEqual(overrides ?? undefined, input.overrides)) return;
  throw new Fault(
    "already_queued",
    `The same file is already ${status} with this profile, but with different changes. Cancel that job first.`,
  );
}

function refuseNothingToDo(recipe: AnyRecipe, audioOnly: boolean): void {
  if (audioOnly && !isSmart(recipe) && recipe.audio.encoder === "copy") {
    throw new Fault("nothing_to_do", `Audio only has no effect with ${recipe.name}, which copies audio.`);
  }
}
