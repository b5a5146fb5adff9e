import { basename, dirname, join } from "node:path";
import type { RipJob } from "../../../db/discs/rips.ts";
import type { RipRow } from "../../../db/schema/discs.ts";
import { identityOf } from "../../jobs/delivery/file_moves.ts";
import { baseName, jobOfPartial } from "../../jobs/delivery/file_names.ts";
import { isFinished } from "../../jobs/states.ts";
import { Fault } from "../../kit/fault.ts";
import { sameContent } from "../../media/probe/source.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { changeRip } from "./announce.ts";
import type { RipsState } from "./deps.ts";

/** Combined state of a rip's jobs. `files` includes available results. */
export type JobsVerdict =
  & { files: RippedFile[] }
  & ({ kind: "running" } | { kind: "failed"; error: string } | { kind: "done" });

/**
 * Queues an encode for each copied title that has none, and returns the files with their jobs. After a crash between
 * creating and recording a job, no second job is created, because jobs are found by their source file. Throws
 * `no_profile`, and the errors of the queue.
 */
export async function queueTitles(state: RipsState, { id, record }: RipRow): Promise<RippedFile[]> {
  const profileId = profileOf(state, record);
  const known = await state.repository.jobsOf(id);
  const folder = encodedFolder(record);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const titles: { file: RippedFile; job: RipJob | undefined }[] = [];
  for (const file of record.files) titles.push({ file, job: await jobOf(file, known) });
  const isNew = (file: RippedFile, job: RipJob | undefined) => job === undefined && !hasResult(file);
  const current = titles.flatMap(({ job }) => job ?? []);
  // A running job may have output files that are not recorded yet.
  if (titles.some(({ file, job }) => isNew(file, job)) && current.every(({ status }) => isFinished(status))) {
    await removeOldEncodes(state, record, current);
  }
  const files: RippedFile[] = [];
  for (const { file, job } of titles) {
    if (isNew(file, job)) files.push({ ...file, ...await queueOne(state, record, { file, folder, profileId }) });
    else files.push({ ...file, ...(job && { jobId: job.id }) });
  }
  await changeRip(state, id, { record: (current) => ({ ...current, files }) });
  return files;
}

/** Returns the folder of a rip's encodes until they are delivered. */
const encodedFolder = ({ outputDir = "" }: StoredRip): string => join(dirname(outputDir), "encoded");

/** True for files that need no job: encoded files, and files that a manager has already imported. */
const hasResult = (file: RippedFile): boolean => file.encodedPath !== undefined || file.import?.state === "imported";

/** Finds the job whose source is exactly this copy. An earlier copy with the same name may have been encoded before. */
async function jobOf({ jobId, path }: RippedFile, known: readonly RipJob[]): Promise<RipJob | undefined> {
  if (jobId !== undefined) return known.find(({ id }) => id === jobId);
  const copy = await identityOf(path);
  if (copy === undefined) return undefined;
  return known.find(({ sourceIdentity, status }) =>
    sourceIdentity !== null && sameContent(sourceIdentity, copy) && !hasFailed(status)
  );
}

/**
 * Removes encodes that no longer belong to a title, for example from an earlier scan. A new encode does not overwrite
 * files.
 */
async function removeOldEncodes(
  { storage, log }: RipsState,
  record: StoredRip,
  jobs: readonly RipJob[],
): Promise<void> {
  const folder = encodedFolder(record);
  // Only a folder that Lathe has created is cleaned. The record could contain a different path.
  if (folder !== join(storage.folders.rips, ".work", record.id, "encoded")) return;
  const kept = [
    ...record.files.flatMap(({ encodedPath, finalPath }) => [encodedPath, finalPath]),
    ...jobs.map(({ outputPath }) => outputPath ?? undefined),
  ].filter((path) => path !== undefined).filter((path) => dirname(path) === folder).map(baseName);
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      const isOld = isFile && jobOfPartial(name) === undefined && !kept.some((base) => name.startsWith(base));
      if (isOld) await Deno.remove(join(folder, name));
    }
  } catch (error) {
    log("warn", "An earlier encode of a disc could not be removed.", { rip: record.id, error: String(error) });
  }
}

/** Creates the job of a title. A title that its profile would not change needs no job. Its copy is the result. */
async function queueOne(
  { jobs }: RipsState,
  record: StoredRip,
  { file, folder, profileId }: { file: RippedFile; folder: string; profileId: string },
): Promise<Pick<RippedFile, "jobId" | "encodedPath">> {
  const { media } = record;
  const title = record.titles.find(({ id }) => id === file.titleId);
  const made = await jobs.create({
    title: media.title === "" ? record.label : media.title,
    subtitle: title?.name,
    ...(media.poster === undefined ? {} : { poster: media.poster }),
    profileId,
    audioOnly: false,
    priority: "bottom",
    source: {
      kind: media.kind === "movie" ? "movie" : media.kind === "series" ? "episode" : "file",
      localPath: file.path,
      ...(media.kind === "series" && media.seasonNumber !== undefined ? { seasonNumber: media.seasonNumber } : {}),
    },
  }, { trigger: "disc", label: "Disc", rip: { id: record.id, folder } });
  if ("skipped" in made) return { encodedPath: file.path };
  if (made.created) return { jobId: made.job.id };
  // The job may have started with an earlier file at this path.
  throw new Fault(
    "already_queued",
    `${basename(file.path)} is already in the queue. Start the disc again when that job has finished.`,
  );
}

/** Returns the selected profile, or otherwise the default for the kind of media. Throws `no_profile`. */
export function profileOf({ settings }: RipsState, { profileId, media }: StoredRip): string {
  const { movie, tv, anime, music } = settings.current().defaultProfiles;
  const own = media.kind === "album"
    ? music
    : media.kind === "series"
    ? media.seriesType === "anime" ? anime || tv : tv
    : media.matchedBy === "animedb"
    ? anime || movie
    : movie;
  const chosen = profileId ?? own;
  if (!chosen) throw new Fault("no_profile", "Choose a profile for this disc, or a default profile in Settings.");
  return chosen;
}

/**
 * Determines the combined state: done when every title has its result, and failed if no job is running and a job has
 * failed. Pure.
 */
export function judgeJobs(files: readonly RippedFile[], jobs: readonly RipJob[]): JobsVerdict {
  const judged: RippedFile[] = [];
  const failed: string[] = [];
  let running = false;
  for (const file of files) {
    const job = jobs.find(({ id }) => id === file.jobId);
    const encoded = hasResult(file) ? file : encodedBy(file, job);
    judged.push(encoded ?? file);
    if (encoded !== undefined) continue;
    if (job === undefined) failed.push("A job of this rip was removed before it finished.");
    else if (isFinished(job.status)) failed.push(job.error ?? `The encode was ${job.status}.`);
    else running = true;
  }
  if (running) return { kind: "running", files: judged };
  if (failed.length === 0) return { kind: "done", files: judged };
  return {
    kind: "failed",
    error: `${failed.join("\n")}\nRetry the job, or start the disc again without transcoding.`,
    files: judged,
  };
}

/** Returns the file with the result of its job, if there is one. */
function encodedBy(file: RippedFile, job: RipJob | undefined): RippedFile | undefined {
  if (job?.status === "skipped") return { ...file, encodedPath: file.path };
  if (job?.status !== "done" || job.outputPath === null) return undefined;
  return { ...file, encodedPath: job.outputPath, sizeBytes: job.outputSizeBytes ?? file.sizeBytes };
}

const hasFailed = (status: RipJob["status"]): boolean =>
  status === "failed" || status === "cancelled" || status === "publish_failed";
