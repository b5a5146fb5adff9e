import { join } from "node:path";
import type { ListedEntry } from "./listing.ts";
import { isDiscFolder, isUnreadable, mediaType } from "../recognition/names.ts";

/** Disk access of a scan. It is synchronous where this is fastest, and concurrent if the disk responds slowly. */

/** `link` is true if the entry is a symbolic link. `directory` and the size are those of its target. */
export interface DiskEntry extends ListedEntry {
  link: boolean;
}

/** State of a path. Undefined if it does not exist, "refused" if this cannot be determined. */
export type PathState = Deno.FileInfo | "refused" | undefined;

/** Disk operations of the walk. `list` follows links to determine their targets. */
export interface Disk {
  stats(paths: string[]): Promise<PathState[]>;
  /** Returns the entries of a folder, with size and time for media. Throws the errors of the system. */
  list(folder: string): Promise<DiskEntry[]>;
}

/** Average time in milliseconds above which the disk is considered to be a network share or asleep. */
const SLOW_MS = 0.5;
const TRIALS = 64;
const AT_ONCE = 32;

/** Disk access. Paths are checked one at a time as long as a check takes at most 0.5 ms on average, otherwise 32 at a time. */
export function openDisk(): Disk {
  let spent = 0;
  let asked = 0;
  const isSlow = () => asked >= TRIALS && spent / asked > SLOW_MS;

  const stats = async (paths: string[]): Promise<PathState[]> => {
    const answers: PathState[] = [];
    for (let at = 0; at < paths.length;) {
      if (isSlow()) {
        const piece = paths.slice(at, at + AT_ONCE);
        answers.push(...await Promise.all(piece.map((path) => Deno.stat(path).catch(whyNot))));
        at += piece.length;
        continue;
      }
      const path = paths[at++] ?? "";
      const before = performance.now();
      answers.push(tryStat(path));
      spent += performance.now() - before;
      asked++;
    }
    return answers;
  };

  return {
    stats,
    async list(folder) {
      const entries: DiskEntry[] = [];
      for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
        entries.push({ name, directory: isDirectory, link: isSymlink, size: 0, mtime: 0 });
      }
      // Names that are not valid UTF-8 are never checked, because the name with replacement characters could be that of
      // another file.
      const asks = entries.filter(({ name, directory, link }) =>
        !isUnreadable(name) && (link || (directory ? isDiscFolder(name) : mediaType(name) !== undefined))
      );
      const answers = await stats(asks.map(({ name }) => join(folder, name)));
      const gone = new Set<DiskEntry>();
      asks.forEach((entry, i) => {
        const info = answers[i];
        // Keeps the old state of the folder instead of treating its files as deleted.
        if (info === "refused") throw new Error(`${entry.name} cannot be accessed`);
        if (info === undefined || !(info.isFile || info.isDirectory)) {
          gone.add(entry);
          return;
        }
        entry.directory = info.isDirectory;
        entry.mtime = Math.round(info.mtime?.getTime() ?? 0);
        entry.identity = fileIdentity(info);
        entry.size = info.isDirectory ? (isDiscFolder(entry.name) ? discSize(join(folder, entry.name)) : 0) : info.size;
      });
      return entries.filter((entry) => !gone.has(entry));
    },
  };
}

function tryStat(path: string): PathState {
  try {
    return Deno.statSync(path);
  } catch (error) {
    return whyNot(error);
  }
}

/**
 * Returns the identity of a file, or undefined for folders and empty files. It contains no device number, because the
 * device numbers of network shares and bind mounts change with each mount.
 */
function fileIdentity({ isFile, ino, size, mtime }: Deno.FileInfo): string | undefined {
  return isFile && ino && size > 0 && mtime ? `${ino}:${size}:${mtime.getTime()}` : undefined;
}

const whyNot = (error: unknown): PathState =>
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.FilesystemLoop ? undefined : "refused";

/** Returns the size of a disc folder in bytes. Its files are at most one folder deeper. */
function discSize(folder: string, depth = 0): number {
  let total = 0;
  try {
    for (const { name, isFile, isDirectory } of Deno.readDirSync(folder)) {
      if (isUnreadable(name)) continue;
      if (isFile) total += Deno.statSync(join(folder, name)).size;
      else if (isDirectory && depth < 1) total += discSize(join(folder, name), depth + 1);
    }
  } catch {
    // The folder no longer exists or cannot be accessed. The bytes counted so far are returned.
  }
  return total;
}
