import { basename, dirname, extname, isAbsolute, join, normalize } from "node:path";

/** Creates names of files for jobs. Pure. */

const encoder = new TextEncoder();
const NAME_MAX_BYTES = 255;

/** Returns the suffix by which a file, or an argument of a child process, is recognised as belonging to a job. */
export const partialSuffix = (jobId: string): string => `.${jobId}.partial`;

/** Returns `<name>.<job>.partial` in the transcodes folder. Media programs do not recognise such a file as media. */
export const partialPathIn = (folder: string, outputName: string, jobId: string): string =>
  join(folder, withEnding(outputName, partialSuffix(jobId)));

/** Returns the path of a job's partial file as a hidden file in the folder of the target. */
export const partialPathBeside = (target: string, jobId: string): string =>
  join(dirname(target), `.${withEnding(basename(target), partialSuffix(jobId), NAME_MAX_BYTES - 1)}`);

/** Returns the job ID in the name of a partial file. */
export const jobOfPartial = (name: string): string | undefined => name.match(/\.([A-Za-z0-9_-]{1,64})\.partial$/)?.[1];

/** Name of the recycle bin folder next to retired files. It contains a folder for each date. */
export const BIN_FOLDER = ".lathe-bin";

/** Returns the path for a retired file in a dated folder next to it, on the same file system. */
export const binPath = (path: string, jobId: string, kind: "original" | "encode", day: Date): string =>
  join(
    dirname(path),
    BIN_FOLDER,
    day.toISOString().slice(0, 10),
    withEnding(basename(path), `.${jobId}.${kind}`),
  );

/** True if a path is a valid location for a retired file. */
export const isBinPath = (path: string): boolean =>
  isAbsolute(path) && normalize(path) === path && basename(dirname(dirname(path))) === BIN_FOLDER &&
  /^\d{4}-\d{2}-\d{2}$/.test(basename(dirname(path))) && /\.[A-Za-z0-9_-]{1,64}\.(?:original|encode)$/.test(path);

/** Returns the folder from which a file was moved to the recycle bin. */
export const binnedFrom = (path: string): string => dirname(dirname(dirname(path)));

/** Returns the folder for temporary files of an encode, which are removed afterwards: live preview, covers, links. */
export const workFolder = (transcodes: string, jobId: string): string => join(transcodes, `${jobId}.work`);

/** Returns the path of the live preview of a running encode. */
export const livePreviewPath = (transcodes: string, jobId: string): string =>
  join(workFolder(transcodes, jobId), "live.jpg");

/** Returns the job ID in the name of a file or folder in the transcodes folder. */
export const jobOfLeftover = (name: string): string | undefined =>
  jobOfPartial(name) ?? name.match(/^([A-Za-z0-9_-]{1,64})\.work$/)?.[1];

/** Returns a file name without its extension. */
export const baseName = (path: string): string => basename(path, extname(path));

const SIDECAR =
  /^(?:(?:\.[\p{L}\d_-]{1,24}){0,3}\.(?:srt|ass|ssa|vtt|sub|idx|sup|smi|nfo|xml|txt|jpg|jpeg|png|webp)|-(?:thumb|poster|fanart|banner|landscape|clearlogo|clearart|logo|backdrop)\.(?:jpg|jpeg|png|webp))$/iu;

/** Returns the files in `names` that belong to `oldBase` (subtitles, metadata, images), with their new names. */
export function sidecarMoves(names: string[], oldBase: string, newBase: string): { from: string; to: string }[] {
  if (oldBase === newBase) return [];
  return names.filter((name) => name.startsWith(oldBase) && SIDECAR.test(name.slice(oldBase.length)))
    .map((from) => ({ from, to: newBase + from.slice(oldBase.length) }));
}

/** True if two names are the same on file systems that ignore case and Unicode composition (SMB, APFS, exFAT). */
export const isSameName = (a: string, b: string): boolean =>
  a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase();

/**
 * Appends a suffix. If the result would be too long for a file system, the name is truncated at a character boundary.
 */
function withEnding(name: string, ending: string, maxBytes = NAME_MAX_BYTES): string {
  const room = maxBytes - encoder.encode(ending).length;
  if (encoder.encode(name).length <= room) return name + ending;
  let kept = "";
  let bytes = 0;
  for (const character of name) {
    bytes += encoder.encode(character).length;
    if (bytes > room) break;
    kept += character;
  }
  return kept + ending;
}
