import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { isSystemError } from "../../kit/fault.ts";
import { type DiscEntry, DiscFault, type DiscFiles } from "./model.ts";
import { openRandomAccess } from "./random_access.ts";
import { isSafeName } from "./safe_name.ts";
import { sameName } from "./tree.ts";

/** Maximum number of names in a folder. A Blu-ray has at most a few thousand. */
const MAX_NAMES = 50_000;

/**
 * Opens a disc that was copied to a folder. The path is that folder, or the `BDMV` or `VIDEO_TS` folder in it. Links
 * that lead outside the folder, and entries that are neither files nor folders, are ignored.
 */
export async function openFolderFiles(path: string, signal?: AbortSignal): Promise<DiscFiles> {
  const place = await realpath(path).catch((error) => refuse(path, error));
  const root = /^(BDMV|VIDEO_TS)$/i.test(basename(place)) ? dirname(place) : place;

  /** Returns the real path of a file on the disc. Undefined if there is no usable file. */
  async function placeOf(path: string): Promise<string | undefined> {
    let at = root;
    for (const part of path.split("/").filter((part) => part !== "")) {
      if (!isSafeName(part)) return undefined;
      const name = await nameIn(at, part);
      if (name === undefined) return undefined;
      const real = await realpath(join(at, name)).catch(() => undefined);
      if (real === undefined || !isInside(root, real)) return undefined;
      at = real;
    }
    return at;
  }

  async function entryOf(folder: string, name: string): Promise<DiscEntry | undefined> {
    if (!isSafeName(name)) return undefined;
    const real = await realpath(join(folder, name)).catch(() => undefined);
    if (real === undefined || !isInside(root, real)) return undefined;
    const found = await stat(real).catch(() => undefined);
    if (found?.isDirectory()) return { name, directory: true, size: 0 };
    return found?.isFile() ? { name, directory: false, size: found.size } : undefined;
  }

  return {
    kind: "folder",
    path: root,
    async list(folder) {
      signal?.throwIfAborted();
      const place = await placeOf(folder);
      if (place === undefined || !(await stat(place)).isDirectory()) return [];
      const entries: DiscEntry[] = [];
      for (const name of await namesIn(place)) {
        const entry = await entryOf(place, name);
        if (entry) entries.push(entry);
      }
      return entries.sort((a, b) => a.name < b.name ? -1 : 1);
    },
    async open(path) {
      const place = await placeOf(path);
      if (place === undefined || !(await stat(place)).isFile()) return undefined;
      return await openRandomAccess(place, signal);
    },
    close: () => Promise.resolve(),
  };
}

/** In names that are not valid UTF-8, Deno returns U+FFFD. `isSafeName` rejects these names. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => refuse(folder, error));
  if (names.length > MAX_NAMES) throw new DiscFault("malformed", `${folder} contains more than ${MAX_NAMES} files.`);
  return names;
}

/** Returns the name as written on disk. An exact match does not require permission to list the folder. */
async function nameIn(folder: string, name: string): Promise<string | undefined> {
  if (await lstat(join(folder, name)).then(() => true, () => false)) return name;
  const names = await readdir(folder).catch(() => []);
  return sameName(names.map((name) => ({ name })), name)?.name;
}

const isInside = (root: string, path: string): boolean => path.startsWith(root.endsWith(sep) ? root : root + sep);

function refuse(path: string, error: unknown): never {
  if (!isSystemError(error)) throw error;
  if ("code" in error && error.code === "ENOENT") throw new DiscFault("no_disc", `${path} does not exist.`);
  throw new DiscFault("unreadable", `The folder ${path} cannot be read: ${error.message}`, { cause: error });
}
