import { applyEventIn } from "../../../db/jobs/job_events.ts";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { titleKey } from "../../kit/fold.ts";
import { jobExists, waitingJob } from "../../../db/jobs/jobs.ts";
import { positionAtEnd } from "../../../db/jobs/queue_order.ts";
import type { JobRow, NewJobRow } from "../../../db/schema/jobs.ts";
import type { Tx } from "../../../db/store.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { baseName } from "../delivery/file_names.ts";
import type { JobsDeps } from "../deps.ts";
import type { JobStore } from "../job_store.ts";
import { toJob } from "../job_view.ts";
import { POSITION_GAP } from "../order.ts";
import type { ImportedFile, JobOrigin, WaitingImportOptions, WaitingInput } from "../service.ts";
import { activeIds } from "./add_jobs.ts";
import { copiesOnly, saveRecipe } from "./job_recipe.ts";
import { identityKey } from "../../media/probe/source.ts";
import { findSource, type SourceFile, sourceRules } from "./source_file.ts";

/** Jobs that wait for a file, and functions that assign the file to them. */

/** Services and options for waiting jobs. */
export interface WaitingDeps {
  deps: JobsDeps;
  jobStore: JobStore;
  /** Called after jobs were added to the queue. */
  joined: () => void;
}

/** Imported file, and its identity on this machine. */
interface Arrival {
  wanted: ImportedFile;
  file: SourceFile;
}

/** Job of each imported file in order, and which of these jobs are new. */
interface Assignment {
  holders: string[];
  made: string[];
}

/** Number of files that are checked concurrently. It hides the latency of a slow share. */
const CONCURRENT_CHECKS = 16;

/** Creates a job that waits for its file. Returns the existing job if the ID is in use. Throws `no_profile`. */
export async function createWaitingJob(
  { deps, jobStore }: WaitingDeps,
  { id, source, ...input }: WaitingInput,
  origin: JobOrigin,
): Promise<JobRow> {
  const recipe = await deps.profiles.recipe(input.profileId);
  const recipeHash = await saveRecipe(jobStore.jobs, recipe);
  const created = await deps.store.write(async (tx) => {
    if (await jobExists(tx, id)) return false;
    await insertJobs(tx, [{
      ...input,
      id,
      titleKey: titleKey(input.title),
      status: "waiting",
      labels: [origin.label],
      trigger: origin.trigger,
      position: await positionAtEnd(tx),
      profileName: recipe.name,
      recipeHash,
      copyOnly: copiesOnly(recipe),
      source,
      arr: source.arr ?? null,
      sourcePath: "",
      sourceKey: "",
      warnings: [],
      createdAt: deps.clock.now().getTime(),
    }]);
    return true;
  });
  const row = await jobStore.jobs.get(id);
  if (row === undefined) throw new Fault("conflict", "The job was removed immediately.");
  if (created) {
    jobStore.announce(row);
    jobStore.publish("job-added", { count: 1, job: toJob(row) });
    jobStore.changed();
  }
  return row;
}

/** Assigns imported files to their waiting job, see `Jobs.imported`. */
export async function importFiles(
  { deps, jobStore, joined }: WaitingDeps,
  id: string,
  files: ImportedFile[],
  options: WaitingImportOptions,
): Promise<string[] | undefined> {
  const arrivals = await mapConcurrent(files, CONCURRENT_CHECKS, async (wanted): Promise<Arrival> => ({
    wanted,
    file: await findSource({ kind: "file", ...wanted.source }, sourceRules(deps)),
  }));
  const assignment = await deps.store.write(async (tx) => {
    const parent = await waitingJob(tx, id);
    return parent && await assignArrivals(tx, parent, arrivals, { ...options, createdAt: deps.clock.now().getTime() });
  });
  if (assignment === undefined) return undefined;
  const rows = await jobStore.jobs.many([id, ...assignment.made]);
  for (const row of rows) jobStore.announce(row);
  for (const row of rows) {
    if (row.status === "done") jobStore.publish("job-ended", { job: toJob(row) });
    else if (row.status === "queued") jobStore.publish("job-added", { count: 1, job: toJob(row) });
  }
  joined();
  return assignment.holders;
}

/** Updates the message that describes what a waiting job is waiting for. */
export async function updateWaitingMessage({ jobStore }: WaitingDeps, id: string, text: string): Promise<void> {
  const row = await jobStore.jobs.setWaitingMessage(id, text);
  if (row) jobStore.announce(row);
}

/** Fails a waiting job whose file will not arrive. `reason` is shown to the user. */
export async function failWaitingJob(
  { deps, jobStore }: WaitingDeps,
  id: string,
  reason: string,
  code: string,
): Promise<void> {
  const finishedAt = deps.clock.now().getTime();
  await jobStore.apply(id, "downloadFailed", { error: reason, errorCode: code, message: null, finishedAt });
}

/** Ends a waiting job because other jobs process its file. */
export async function handOverWaitingJob({ deps, jobStore }: WaitingDeps, id: string, message: string): Promise<void> {
  await jobStore.apply(id, "handedOver", { message, finishedAt: deps.clock.now().getTime() });
}

/** Records the manager's response to the result of a finished job. */
export async function recordManagerResult(
  { jobStore }: WaitingDeps,
  id: string,
  result: { message: string } | { warning: string },
): Promise<void> {
  const row = "message" in result
    ? await jobStore.jobs.patch(id, { message: result.message })
    : await jobStore.jobs.addWarning(id, result.warning);
  if (row) jobStore.announce(row);
}

/** Assigns each imported file to the waiting job, an active job, or a new job. */
async function assignArrivals(
  tx: Tx,
  parent: JobRow,
  arrivals: Arrival[],
  { complete, alongside, createdAt }: WaitingImportOptions & { createdAt: number },
): Promise<Assignment> {
  const known = await activeIds(tx, arrivals.map(({ file }) => file), parent);
  let position = await positionAtEnd(tx);
  let own: Arrival | undefined;
  const children: NewJobRow[] = [];
  const holders = arrivals.map((arrival) => {
    const { path, identity } = arrival.file;
    const existing = known.get(path) ?? known.get(identityKey(identity));
    if (existing !== undefined) return existing;
    const mine = complete && own === undefined;
    const id = mine ? parent.id : newId();
    known.set(path, id).set(identityKey(identity), id);
    if (mine) own = arrival;
    else {
      children.push({ ...childOf(parent, arrival), id, position, createdAt });
      position += POSITION_GAP;
    }
    return id;
  });
  await insertJobs(tx, children);
  if (own !== undefined) {
    await applyEventIn(tx, parent.id, "imported", { ...factsOf(parent, own), message: null });
  } else if (complete) {
    const message = "Other jobs already exist for the downloaded files.";
    await applyEventIn(tx, parent.id, "handedOver", { message, finishedAt: createdAt });
  }
  await alongside?.(tx);
  return { holders, made: children.map(({ id }) => id) };
}

/** Returns the columns of a job that describe the file. */
const factsOf = (parent: JobRow, { wanted, file }: Arrival) => {
  const title = wanted.title ?? parent.title;
  return {
    title,
    titleKey: titleKey(title),
    subtitle: wanted.subtitle ?? parent.subtitle,
    poster: wanted.poster ?? parent.poster,
    source: { ...parent.source, ...wanted.source, localPath: file.path, namedPath: file.namedPath },
    sourcePath: file.path,
    sourceKey: identityKey(file.identity),
    sourceIdentity: file.identity,
    inputSizeBytes: file.identity.sizeBytes,
  };
};

const childOf = (parent: JobRow, arrival: Arrival): Omit<NewJobRow, "id" | "position" | "createdAt"> => ({
  ...factsOf(parent, arrival),
  subtitle: arrival.wanted.subtitle ?? baseName(arrival.file.path),
  status: "queued",
  labels: parent.labels,
  trigger: parent.trigger,
  priority: parent.priority,
  profileId: parent.profileId,
  profileName: parent.profileName,
  recipeHash: parent.recipeHash,
  audioOnly: parent.audioOnly,
  copyOnly: parent.copyOnly,
  hardware: parent.hardware,
  arr: parent.arr,
  warnings: [],
  parentId: parent.id,
});
