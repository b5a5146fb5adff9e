import { basename, dirname, extname, isAbsolute, join, normalize } from "node:path";

/** Names that jobs give to files of their own. Pure. */

const encoder = new TextEncoder();
const NAME_MAX_BYTES = 255;

/** The mark by which a file, or a child's argument, is known to belong to a job. */
export const partialSuffix = (jobId: string): string => `.${jobId}.partial`;

/** `<name>.<job>.partial` in the transcodes folder: no media program takes it for media. */
export const partialPathIn = (folder: string, outputName: string, jobId: string): string =>
  join(folder, withEnding(outputName, partialSuffix(jobId)));

/** The same in the target's folder, hidden. */
export const partialPathBeside = (target: string, jobId: string): string =>
  join(dirname(target), `.${withEnding(basename(target), partialSuffix(jobId), NAME_MAX_BYTES - 1)}`);

/** The job a partial file belongs to, by its name. */
export const jobOfPartial = (name: string): string | undefined => name.match(/\.([A-Za-z0-9_-]{1,64})\.partial$/)?.[1];

/** The folder that holds the dated folders of a bin, beside the retired files. */
export const BIN_FOLDER = ".lathe-bin";

/** Where a retired file is kept: a dated folder beside it, on the same file system. */
export const binPath = (path: string, jobId: string, kind: "original" | "encode", day: Date): string =>
  join(
    dirname(path),
    BIN_FOLDER,
    day.toISOString().slice(0, 10),
    withEnding(basename(path), `.${jobId}.${kind}`),
  );

/** Whether a path is one that a retired file can be kept under. */
export const isBinPath = (path: string): boolean =>
  isAbsolute(path) && normalize(path) === path && basename(dirname(dirname(path))) === BIN_FOLDER &&
  /^\d{4}-\d{2}-\d{2}$/.test(basename(dirname(path))) && /\.[A-Za-z0-9_-]{1,64}\.(?:original|encode)$/.test(path);

/** The folder that a file of a bin came from. */
export const binnedFrom = (path: string): string => dirname(dirname(dirname(path)));

/** A folder for what one encode needs and that is removed after it: the live picture, covers, links. */
export const workFolder = (transcodes: string, jobId: string): string => join(transcodes, `${jobId}.work`);

/** The live picture of a running encode. */
export const livePreviewPath = (transcodes: string, jobId: string): string =>
  join(workFolder(transcodes, jobId), "live.jpg");

/** The job a file or folder in the transcodes folder belongs to, by its name. */
export const jobOfLeftover = (name: string): string | undefined =>
  jobOfPartial(name) ?? name.match(/^([A-Za-z0-9_-]{1,64})\.work$/)?.[1];

/** A name without its extension. */
export const baseName = (path: string): string => basename(path, extname(path));

const SIDECAR =
  /^(?:(?:\.[\p{L}\d_-]{1,24}){0,3}\.(?:srt|ass|ssa|vtt|sub|idx|sup|smi|nfo|xml|txt|jpg|jpeg|png|webp)|-(?:thumb|poster|fanart|banner|landscape|clearlogo|clearart|logo|backdrop)\.(?:jpg|jpeg|png|webp))$/iu;

/** The files of `folder` that belong to `oldBase` by name (subtitles, information, pictures) and what they become. */
export function sidecarMoves(names: string[], oldBase: string, newBase: string): { from: string; to: string }[] {
  if (oldBase === newBase) return [];
  return names.filter((name) => name.startsWith(oldBase) && SIDECAR.test(name.slice(oldBase.length)))
    .map((from) => ({ from, to: newBase + from.slice(oldBase.length) }));
}

/** Whether a name is taken in a folder, as file systems compare that ignore case and composition (SMB, APFS, exFAT). */
export const isSameName = (a: string, b: string): boolean =>
  a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase();

/** Appends an ending, shortening the name on a character border where the whole would be too long for a file system. */
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
