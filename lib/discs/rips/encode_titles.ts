import { dirname, join } from "node:path";
import type { RipJob } from "../../../db/discs/rips.ts";
import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { changeRip } from "./announce.ts";
import type { RipsState } from "./deps.ts";

/** What the jobs of a rip have come to. */
export type JobsVerdict =
  | { kind: "running" }
  | { kind: "failed"; error: string }
  | { kind: "done"; files: RippedFile[] };

/**
 * Queues an encode for every copied title that has none, and answers the files with their jobs. A crash between the
 * making of a job and its note makes no second one: jobs are looked for by what they read. Throws `no_profile` and what
 * the queue refuses.
 */
export async function queueTitles(state: RipsState, { id, record }: RipRow): Promise<RippedFile[]> {
  const profileId = profileOf(state, record);
  const known = await state.repository.jobsOf(id);
  const folder = join(dirname(record.outputDir ?? ""), "encoded");
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const files: RippedFile[] = [];
  for (const file of record.files) {
    const job = known.find(({ id, sourcePath, status }) =>
      file.jobId === undefined ? sourcePath === file.path && !hasFailed(status) : id === file.jobId
    );
    if (file.encodedPath !== undefined || job !== undefined) files.push({ ...file, ...(job && { jobId: job.id }) });
    else files.push({ ...file, ...await queueOne(state, record, { file, folder, profileId }) });
  }
  await changeRip(state, id, { record: (current) => ({ ...current, files }) });
  return files;
}

/** The job of a title; a title that its profile would leave as it is needs none and is its own result. */
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
  return "skipped" in made ? { encodedPath: file.path } : { jobId: made.job.id };
}

/** The profile that was chosen, else the default one of its kind. Throws `no_profile`. */
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

/** Done when every title has its result; failed once nothing runs any more and something went wrong. Pure. */
export function judgeJobs(files: readonly RippedFile[], jobs: readonly RipJob[]): JobsVerdict {
  const done: RippedFile[] = [];
  const failed: string[] = [];
  let running = false;
  for (const file of files) {
    const job = jobs.find(({ id }) => id === file.jobId);
    if (file.encodedPath !== undefined) done.push(file);
    else if (job?.status === "skipped") done.push({ ...file, encodedPath: file.path });
    else if (job === undefined) failed.push("A job of this rip was removed before it was done.");
    else if (job.status === "done" && job.outputPath !== null) {
      done.push({ ...file, encodedPath: job.outputPath, sizeBytes: job.outputSizeBytes ?? file.sizeBytes });
    } else if (hasFailed(job.status) || job.status === "done") {
      failed.push(job.error ?? `The encode was ${job.status}.`);
    } else running = true;
  }
  if (running) return { kind: "running" };
  if (failed.length === 0) return { kind: "done", files: done };
  return { kind: "failed", error: `${failed.join("\n")}\nRetry the job, or start the disc again without transcoding.` };
}

const hasFailed = (status: RipJob["status"]): boolean =>
  status === "failed" || status === "cancelled" || status === "publish_failed";
