import { jobName } from "../job_name.ts";
import type { Job } from "../schema.ts";
import { bytes } from "../../kit/format.ts";

/** Creates texts about a finished job for notifications. Pure, without paths (docs/safety.md, S-SEC-4). */

/**
 * Returns a text such as `Encode finished: Heat (1995)` or `Encode failed: Dark - S01E05 Truths`, or undefined if no
 * notification is sent.
 */
export function jobTitle(job: Job): string | undefined {
  // The job was waiting for a file that never arrived.
  if (job.source.localPath === undefined) {
    return job.status === "failed" ? `Download failed: ${jobName(job)}` : undefined;
  }
  switch (job.status) {
    case "done":
      return `Encode finished: ${jobName(job)}`;
    case "failed":
      return `Encode failed: ${jobName(job)}`;
    case "publish_failed":
      return `Encode could not be moved into place: ${jobName(job)}`;
  }
}

/** Returns `38.1 GB to 9.6 GB (75 % saved) in 5 h 12 min, Movie 4K HDR x265`, or the first line of the error. */
export function jobText(job: Job): string {
  if (job.status !== "done") return firstLine(withoutFolders(job, job.error ?? "The reason is unknown."));
  const { inputSizeBytes: before = 0, outputSizeBytes: after } = job;
  const sizes = after === undefined ? "" : `${bytes(before)} to ${bytes(after)}${change(before, after)}`;
  const time = job.durationSeconds === undefined ? "" : ` in ${spoken(job.durationSeconds)}`;
  return [`${sizes}${time}`.trim(), job.profileName].filter((part) => part !== "").join(", ");
}

function change(before: number, after: number): string {
  if (before <= 0) return "";
  const percent = Math.round((1 - after / before) * 100);
  return percent >= 0 ? ` (${percent} % saved)` : ` (${-percent} % larger)`;
}

/** Formats a duration as `5 h 12 min`, `12 min` or `40 s`. */
function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const MAX_CHARACTERS = 500;

/**
 * Removes folders from paths, because the reader may not be the owner. The paths of the job are known exactly,
 * including spaces.
 */
function withoutFolders({ source, outputPath }: Job, text: string): string {
  const paths = [source.localPath, source.arrPath, outputPath].filter((path) => path !== undefined);
  const short = paths.reduce((shortened, path) => shortened.replaceAll(path, lastPart(path)), text);
  return paths.map(folderOf).filter((folder) => folder.length > 1).reduce(withoutFolder, short);
}

/**
 * A path below the folder keeps its separator, so that `firstLine` can shorten it. A path that only starts with the
 * same characters is a different path.
 */
const withoutFolder = (text: string, folder: string): string =>
  text.replaceAll(folder, (found, at: number) => {
    const next = text.charAt(at + found.length);
    if (/[\p{L}\p{N}]/u.test(next)) return found;
    return /[\\/]/.test(next) ? "" : lastPart(found);
  });

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, "");
const lastPart = (path: string): string => path.split(/[\\/]/).filter((part) => part !== "").at(-1) ?? "";

const firstLine = (text: string): string =>
  (text.split("\n").find((line) => line.trim() !== "") ?? "")
    .replace(/(?:[A-Za-z]:)?(?:[\\/][^\\/\s"']+){2,}[\\/]?/g, lastPart).slice(0, MAX_CHARACTERS).toWellFormed();
