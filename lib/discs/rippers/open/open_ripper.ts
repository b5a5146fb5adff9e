import { join } from "node:path";
import type { ToolLookup } from "../../../media/tools/tools.ts";
import { chapterText } from "../../bluray/extract/chapter_text.ts";
import { DiscFault, type DiscFiles } from "../../files/model.ts";
import { openDiscFiles } from "../../files/open_disc_files.ts";
import type { ReadDisc, ReadTitle } from "../../model.ts";
import { scannedTitles } from "../../reading/disc_titles.ts";
import { readDisc } from "../../reading/read_disc.ts";
import {
  type CopiedTitle,
  type DiscSource,
  type Ripper,
  RipProblem,
  type Scan,
  type TitleCopy,
  type Watching,
} from "../../ripper_model.ts";
import { mux, requireMkvmerge } from "../mux/mkvmerge.ts";
import { muxArgs } from "../mux/mux_args.ts";
import { ripProblem } from "../problems.ts";
import { refuseOtherDisc } from "../refuse_other_disc.ts";
import { extractBluray } from "./extract_bluray.ts";
import { extractDvd } from "./extract_dvd.ts";
import type { Extracted, MissingTracks, UnrecognisedTracks } from "./extracted.ts";
import { blurayContentHash } from "../../bluray/read_bluray.ts";
import { dvdContentHash } from "../../dvd/read_dvd.ts";

/** A copied title, and the selected tracks that the disc does not have. */
export interface OpenCopy extends CopiedTitle {
  missing: MissingTracks;
  unrecognised?: UnrecognisedTracks;
}

/** Copies unprotected discs by reading their files. */
export interface OpenRipper extends Ripper {
  copy(...args: Parameters<Ripper["copy"]>): Promise<OpenCopy>;
  /** Returns the contents of the disc. Throws `RipProblem`. */
  read(source: DiscSource, signal: AbortSignal): Promise<ReadDisc>;
  /** Returns the possible content hashes of the disc. Throws `RipProblem`. */
  hashes(source: DiscSource, signal: AbortSignal): Promise<string[]>;
}

/** Creates the open ripper. `find` locates mkvmerge. */
export function createOpenRipper({ find }: { find: () => Promise<ToolLookup> }): OpenRipper {
  const read: OpenRipper["read"] = async (source, signal) =>
    await withProblems(source, signal, (files) => readDisc(files, signal));
  return {
    name: "open",
    read,
    hashes: (source, signal) => withProblems(source, signal, contentHashes),
    scan: async (source, { minSeconds, signal }) => openScan(await read(source, signal), minSeconds),
    copy: (source, copy, options) => copyTitle(find, source, copy, options),
  };
}

/** Returns the scan result of this ripper, with the titles that are long enough. Pure. */
export function openScan(disc: ReadDisc, minSeconds: number): Scan {
  const { type, volumeName, discName, protection, fingerprint, warnings } = disc;
  return {
    ...{ ripper: "open", type, fingerprint, warnings, titles: scannedTitles(disc, minSeconds) },
    ...(volumeName === undefined ? {} : { volumeName }),
    ...(discName === undefined ? {} : { discName }),
    ...(protection === undefined ? {} : { protection }),
  };
}

/** Opens the files of a source and calls `work`. Errors are converted to `RipProblem`. */
async function withProblems<T>(
  source: DiscSource,
  signal: AbortSignal,
  work: (files: DiscFiles) => Promise<T>,
): Promise<T> {
  const before = await sourceState(source);
  const refuseChanged = async () => {
    if (await sourceState(source) === before) return;
    throw new RipProblem("changed", `${source.path} was changed while it was being read.`, {
      remedy: "Scan it again when it is complete.",
    });
  };
  try {
    const files = await openDiscFiles(source.path, signal);
    try {
      return await work(files);
    } finally {
      await files.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw ripProblem(await isDriveEmpty(source, error) ? noDisc(source, error) : error);
  } finally {
    // The source is also checked after success, because programs that read files in place do not detect a change. A
    // change is reported instead of any other error.
    if (!signal.aborted) await refuseChanged();
  }
}

const noDisc = ({ path }: DiscSource, cause: unknown): DiscFault =>
  new DiscFault("no_disc", `There is no longer a disc in ${path}.`, { cause });

/** A drive that was opened or disconnected returns the same error as a bad sector. */
async function isDriveEmpty(source: DiscSource, error: unknown): Promise<boolean> {
  if (source.kind !== "device" || !(error instanceof DiscFault) || error.code !== "unreadable") return false;
  return await openDiscFiles(source.path).then(
    (files) => files.close().then(() => false),
    (again) => again instanceof DiscFault && again.code === "no_disc",
  );
}

type CopyOptions = { folder: string } & Watching;

/** Fraction of the progress assigned to copying, if mkvmerge reads the copy afterwards. */
const COPY_SHARE = 0.7;

async function copyTitle(
  find: () => Promise<ToolLookup>,
  source: DiscSource,
  copy: TitleCopy,
  options: CopyOptions,
): Promise<OpenCopy> {
  const mkvmerge = await requireMkvmerge(find);
  return await withProblems(source, options.signal, async (files) => {
    const title = sameTitle(await readDisc(files, options.signal), copy, source);
    let copied = 0;
    const onProgress: Watching["onProgress"] = ({ step, fraction = 0, bytesDone = 0 }) => {
      copied = bytesDone;
      options.onProgress({ step, fraction: fraction * COPY_SHARE, bytesDone });
    };
    const extract = title.source.kind === "dvd" ? extractDvd : extractBluray;
    const extracted = await extract(files, title, copy, { ...options, mkvmerge, onProgress });
    return await writeTitle(extracted, copy, { ...options, mkvmerge, copied });
  });
}

/**
 * Finds the title on the current disc. The disc in the drive may have been changed, and the positions in the record may
 * be outdated. Throws `RipProblem`.
 */
function sameTitle(disc: ReadDisc, { title, disc: scanned }: TitleCopy, source: DiscSource): ReadTitle {
  const { contentHash } = disc.fingerprint;
  refuseOtherDisc(contentHash === undefined ? [] : [contentHash], source, scanned);
  const { path } = source;
  if (disc.protection !== undefined) {
    throw new RipProblem("protected", `The disc in ${path} is protected. ${disc.protection.evidence}`, {
      remedy: "MakeMKV is needed to copy it.",
    });
  }
  const found = disc.titles.find(({ sourceFile, angle }) => sourceFile === title.sourceFile && angle === title.angle);
  const isSame = found !== undefined && found.durationMs === Math.round(title.durationSeconds * 1000) &&
    (title.segmentMap === undefined || found.segmentMap === title.segmentMap);
  if (isSame) return found;
  throw new RipProblem("changed", `${path} does not contain the title that was scanned (${title.name}).`, {
    remedy:
      "Insert the disc that was scanned, or scan this one again: changing the minimum length renumbers the titles.",
  });
}

async function writeTitle(
  { inputs, tracks, chapters, temporary, readErrors, missing }: Extracted,
  { name }: TitleCopy,
  { folder, mkvmerge, copied, signal, onProgress, onLog }: CopyOptions & { mkvmerge: string; copied: number },
): Promise<OpenCopy> {
  const output = join(folder, "title.mkv");
  const chaptersPath = join(folder, "chapters.txt");
  await Deno.writeTextFile(chaptersPath, chapterText(chapters));
  const args = muxArgs({ output, title: name, inputs, tracks, ...(chapters.length > 0 ? { chaptersPath } : {}) });
  const begin = temporary.length > 0 ? COPY_SHARE : 0;
  await mux({
    ...{ mkvmerge, args, folder, signal, onLog },
    onProgress: (fraction) =>
      onProgress({ step: "Writing the file", fraction: begin + fraction * (1 - begin), bytesDone: copied }),
  });
  for (const path of temporary) await Deno.remove(path);
  const { size } = await Deno.stat(output);
  return { path: output, sizeBytes: size, readErrors, missing };
}

/**
 * Returns hashes that may identify a disc. They are computed only from file sizes, which is much faster than reading
 * the disc.
 */
async function contentHashes(files: DiscFiles): Promise<string[]> {
  const found = [await blurayContentHash(files), await dvdContentHash(files)];
  return found.filter((hash) => hash !== undefined);
}

/** Folders whose files are read. The source may itself be one of them. */
const FOLDERS = ["", "VIDEO_TS", "BDMV/PLAYLIST", "BDMV/CLIPINF", "BDMV/STREAM", "PLAYLIST", "CLIPINF", "STREAM"];

/**
 * Returns a string of the sizes and times of the files to be read, which differs after any change. Empty for a disc in
 * a drive.
 */
async function sourceState({ kind, path }: DiscSource): Promise<string> {
  if (kind === "device") return "";
  if (kind === "image") return await stateOf(path);
  const states: string[] = [];
  for (const folder of FOLDERS) {
    const names = await Array.fromAsync(Deno.readDir(join(path, folder))).catch(() => []);
    for (const { name, isFile } of names) if (isFile) states.push(`${name} ${await stateOf(join(path, folder, name))}`);
  }
  return states.sort().join("\n");
}

const stateOf = async (path: string): Promise<string> => {
  const found = await Deno.stat(path).catch(() => undefined);
  return found === undefined ? "gone" : `${found.size} ${found.mtime?.getTime()}`;
};
