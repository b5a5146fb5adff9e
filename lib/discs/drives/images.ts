import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative } from "node:path";
import { checkMediaPath, type SourceRules, SPIN_UP_MS } from "../../jobs/intake/source_file.ts";
import { isInside } from "../../platform/storage/own_places.ts";
import { answered } from "../../kit/disk/disk_reads.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import { Fault } from "../../kit/fault.ts";
import { isCdSheet } from "../cd/toc/is_sheet.ts";
import { readImage } from "../cd/toc/read_image.ts";
import { DiscFault } from "../files/model.ts";
import { openDiscFiles } from "../files/open_disc_files.ts";
import { sameName } from "../files/tree.ts";
import { type DiscSource, RipProblem } from "../ripper_model.ts";
import { plainLabel } from "../reading/media_facts.ts";

/** Folders that identify a disc folder. */

const DISC_FOLDERS = ["BDMV", "VIDEO_TS"];
/** Maximum number of images in one folder that become drives. */
const MAX_IMAGES = 200;
/** Minimum age in milliseconds. A file that was last modified earlier is considered complete. */
const REST_MS = 10_000;
/** System folders contain no media. Reading some of their files never ends. */
const SYSTEM_FOLDERS = ["/dev", "/proc", "/sys"];

/**
 * Finds the image or disc folder for a path without opening it. For `BDMV` and `VIDEO_TS`, returns the parent folder.
 * Throws `invalid`, `not_found`, `path_not_allowed`, or `upstream_timeout` if its disk does not respond.
 */
export async function findImage(path: string, rules: SourceRules): Promise<DiscSource> {
  if (!isAbsolute(path) || path.includes("\0") || path.includes("\ufffd")) {
    throw invalid(`${JSON.stringify(path)} is not a valid absolute path.`);
  }
  const readWhenReady = async <T>(work: () => Promise<T>): Promise<T> =>
    answered(path, await rules.disks.read(path, work, SPIN_UP_MS));
  const named = await readWhenReady(() => realPlace(path));
  await checkPlace(named, rules, path);
  const around = discAround(named);
  const real = around === named || await readWhenReady(() => isDisc(named)) ? named : around;
  if (real !== named) await checkPlace(real, rules, path);
  return await readWhenReady(async () => await sourceAt(real, path));
}

/** Checks that the path is allowed. Throws `path_not_allowed`. */
async function checkPlace(real: string, rules: SourceRules, path: string): Promise<void> {
  if (SYSTEM_FOLDERS.some((folder) => isInside(real, folder))) {
    throw new Fault("path_not_allowed", `${path} belongs to the system. Add a drive by its device path instead.`);
  }
  await checkMediaPath(real, rules, path);
}

/** True for an image, or for a disc in a folder that has the same name as a subfolder of discs. */
const isDisc = async (real: string): Promise<boolean> => isImageName(real) || (await discFoldersOf(real)).length > 0;

/** Number of levels between a disc and its deepest file, such as `BDMV/BACKUP/PLAYLIST/00000.mpls`. */
const MAX_DISC_DEPTH = 4;

/**
 * Returns the disc folder that contains a file or folder such as `index.bdmv` or `VIDEO_TS.IFO`, or otherwise the path
 * itself.
 */
function discAround(path: string): string {
  let folder = path;
  for (let depth = 0; depth < MAX_DISC_DEPTH; depth++) {
    if (isDiscFolderName(basename(folder))) return dirname(folder);
    folder = dirname(folder);
  }
  return path;
}

async function sourceAt(real: string, path: string): Promise<DiscSource> {
  const found = await stat(real).catch(() => undefined);
  if (found === undefined) {
    throw new Fault(
      "not_found",
      `${path} is not accessible on this server: it does not exist, or permission is denied.`,
    );
  }
  if (found.isFile()) {
    if (isImageName(real)) return { kind: "image", path: real };
    throw invalid(`${path} is not a disc image: disc images end in .iso or .img, CD images in .cue or .toc.`);
  }
  if (!found.isDirectory()) throw invalid(`${path} is neither a file nor a folder.`);
  if ((await discFoldersOf(real)).length > 0) return { kind: "folder", path: real };
  const below = await discsBelow(real);
  const [disc] = below;
  if (disc === undefined) throw invalid(`${path} contains neither BDMV nor VIDEO_TS.`);
  if (below.length === 1) return disc;
  const names = below.slice(0, MAX_NAMED_DISCS).map((one) => relative(real, one.path)).join(", ");
  throw invalid(
    `${path} contains several discs: ${names}${below.length > MAX_NAMED_DISCS ? ", …" : ""}. Open one of them.`,
  );
}

/** Limits of the search for discs in a folder: depth, and number of entries. */
const SEARCH = { depth: 2, entries: 2_000 };
const MAX_NAMED_DISCS = 10;

/** Returns the disc folders and images below a folder. Links are skipped, because they may lead elsewhere. */
async function discsBelow(root: string): Promise<DiscSource[]> {
  const found: DiscSource[] = [];
  let left = SEARCH.entries;
  const search = async (folder: string, depth: number): Promise<void> => {
    const entries = (await readdir(folder, { withFileTypes: true }).catch(() => []))
      .filter(({ name }) => !name.startsWith(".") && !name.includes("\ufffd"))
      .toSorted((a, b) => a.name < b.name ? -1 : 1);
    for (const entry of entries) {
      if (left-- <= 0) return;
      const path = join(folder, entry.name);
      if (entry.isFile() && isImageName(entry.name)) found.push({ kind: "image", path });
      if (!entry.isDirectory()) continue;
      if ((await discFoldersOf(path)).length > 0) found.push({ kind: "folder", path });
      else if (depth > 1) await search(path, depth - 1);
    }
  };
  await search(root, SEARCH.depth);
  return found;
}

const invalid = (message: string): Fault => new Fault("invalid", message, { fields: [{ path: "path", message }] });

const isImageName = (name: string): boolean =>
  [".iso", ".img"].includes(extname(name).toLowerCase()) || isCdSheet(name);

const isDiscFolderName = (name: string): boolean => DISC_FOLDERS.includes(name.toUpperCase());

async function discFoldersOf(folder: string): Promise<string[]> {
  const entries = (await readdir(folder).catch(() => [])).map((name) => ({ name }));
  return DISC_FOLDERS.flatMap((name) => sameName(entries, name)?.name ?? []);
}

/** Opens an image once to validate it. Throws `invalid`, or `upstream_timeout`. */
export async function checkImage({ path }: DiscSource, rules: Pick<SourceRules, "disks">): Promise<void> {
  const ending = new AbortController();
  try {
    const opened = rules.disks.read(path, async () => {
      if (isCdSheet(path)) await readImage(path);
      else await (await openDiscFiles(path, ending.signal)).close();
      return true;
    }, SPIN_UP_MS);
    answered(path, await opened);
  } catch (error) {
    if (error instanceof DiscFault || error instanceof RipProblem) throw invalid(error.message);
    throw error;
  } finally {
    ending.abort();
  }
}

/**
 * Returns the images and disc folders directly in a folder, sorted by name. Empty if the folder cannot be read,
 * undefined if its disk does not respond.
 */
export async function imagesIn(
  folder: string,
  { disks }: Pick<SourceRules, "disks">,
): Promise<string[] | undefined> {
  if (!isAbsolute(folder)) return [];
  return await disks.read(folder, async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith(".")).sort();
    const found: string[] = [];
    for (const name of names) {
      // A name that is not valid UTF-8 cannot be opened.
      if (found.length === MAX_IMAGES || name.includes("\ufffd")) continue;
      const path = join(folder, name);
      const there = await stat(path).catch(() => undefined);
      const fits = there?.isFile() ? isImageName(name) : there?.isDirectory() && (await discFoldersOf(path)).length > 0;
      if (fits) found.push(path);
    }
    return found;
  });
}

/** Identity of an image, and whether it is still being written. */
export interface ImageState {
  /** Sizes and times of the image, or of the playlist, clip and `VIDEO_TS` folders in a disc folder. */
  content: string;
  resting: boolean;
}

/**
 * Checks an image without opening it. Undefined if its disk does not respond. `pending` is the state at the previous
 * check. If nothing has changed since then, the image is complete, regardless of its times.
 */
export async function readImageState(
  { kind, path }: DiscSource,
  { disks, now, pending }: Pick<SourceRules, "disks"> & { now: number; pending?: string },
): Promise<ImageState & { pending: string } | undefined> {
  return await disks.read(path, async () => {
    const shallow = kind === "folder" ? await foldersWithin(path) : await filesOfImage(path);
    const deep = kind === "folder" ? [...shallow, ...await filesWithin(shallow)] : shallow;
    const [content, all] = await Promise.all([shallow, deep].map(stampsOf));
    if (content === undefined || all === undefined) throw new Error("Unreachable: two lists were given.");
    const newest = Math.max(0, ...all.map(({ mtimeMs }) => mtimeMs));
    const text = stampText(all);
    const resting = text === pending || now - newest >= REST_MS;
    return { content: stampText(content), resting, pending: text };
  });
}

/** Returns the files named in a sheet. If the sheet is incomplete, returns only the sheet. */
async function filesOfImage(path: string): Promise<string[]> {
  if (!isCdSheet(path)) return [path];
  const { extents } = await readImage(path).catch(() => ({ extents: [] }));
  return [path, ...new Set(extents.map((extent) => extent.path))];
}

interface Stamp {
  sizeBytes: number;
  mtimeMs: number;
}

const stampsOf = (paths: string[]): Promise<Stamp[]> =>
  Promise.all(paths.map(async (path) => {
    const found = await stat(path);
    // The size of a folder does not depend on its contents.
    return { sizeBytes: found.isFile() ? found.size : 0, mtimeMs: Math.round(found.mtimeMs) };
  }));

const stampText = (stamps: Stamp[]): string =>
  stamps.length > 8
    ? `${stamps.length}:${stamps.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)}:${
      Math.max(...stamps.map(({ mtimeMs }) => mtimeMs))
    }`
    : stamps.map(({ sizeBytes, mtimeMs }) => `${sizeBytes}@${mtimeMs}`).join(" ");

/** Returns the subfolders of a disc folder that contain its playlists and videos. */
async function foldersWithin(root: string): Promise<string[]> {
  const found = (await discFoldersOf(root)).map((name) => join(root, name));
  for (const parent of [...found]) {
    const names = (await readdir(parent)).filter((name) => /^(PLAYLIST|STREAM)$/i.test(name)).sort();
    for (const name of names) {
      if ((await stat(join(parent, name))).isDirectory()) found.push(join(parent, name));
    }
  }
  return found;
}

async function filesWithin(folders: string[]): Promise<string[]> {
  const files: string[] = [];
  for (const folder of folders) {
    for (const { name, isFile } of await Array.fromAsync(Deno.readDir(folder))) {
      if (isFile && !name.includes("\ufffd")) files.push(join(folder, name));
    }
  }
  return files;
}

/** Returns the label of an image before it is read: its file name. */
export const imageLabel = ({ kind, path }: DiscSource): string =>
  plainLabel(kind === "image" ? basename(path, extname(path)) : basename(path));
