import { join } from "node:path";
import type { ListedEntry } from "./listing.ts";
import { isDiscFolder, isUnreadable, mediaType } from "../recognition/names.ts";

/** What scanning asks of the disk. Synchronous where that is fastest, many questions at once where answers take long. */

/** `link`: the entry is a symbolic link; `directory` and size are those of what it leads to. */
export interface DiskEntry extends ListedEntry {
  link: boolean;
}

/** What a path is; undefined when it is not there, and "refused" when that cannot be told. */
export type Look = Deno.FileInfo | "refused" | undefined;

/** What the walk asks; `list` follows links to tell what they lead to. */
export interface Disk {
  stats(paths: string[]): Promise<Look[]>;
  /** The entries with sizes and times of media. Throws as the system does. */
  list(folder: string): Promise<DiskEntry[]>;
}

/** Longer than this on average, and the disk is a network or asleep. */
const SLOW_MS = 0.5;
const TRIALS = 64;
const AT_ONCE = 32;

/** Asks one by one while answers come within 0.5 ms on average, else 32 at a time. */
export function openDisk(): Disk {
  let spent = 0;
  let asked = 0;
  const isSlow = () => asked >= TRIALS && spent / asked > SLOW_MS;

  const stats = async (paths: string[]): Promise<Look[]> => {
    const answers: Look[] = [];
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
      // A name that is no UTF-8 is never looked at: another file could really bear the replaced one.
      const asks = entries.filter(({ name, directory, link }) =>
        !isUnreadable(name) && (link || (directory ? isDiscFolder(name) : mediaType(name) !== undefined))
      );
      const answers = await stats(asks.map(({ name }) => join(folder, name)));
      const gone = new Set<DiskEntry>();
      asks.forEach((entry, i) => {
        const info = answers[i];
        // Better to know nothing new of a folder than to take its files for gone.
        if (info === "refused") throw new Error(`${entry.name} may not be looked at`);
        if (info === undefined || !(info.isFile || info.isDirectory)) {
          gone.add(entry);
          return;
        }
        entry.directory = info.isDirectory;
        entry.mtime = Math.round(info.mtime?.getTime() ?? 0);
        entry.size = info.isDirectory ? (isDiscFolder(entry.name) ? discSize(join(folder, entry.name)) : 0) : info.size;
      });
      return entries.filter((entry) => !gone.has(entry));
    },
  };
}

function tryStat(path: string): Look {
  try {
    return Deno.statSync(path);
  } catch (error) {
    return whyNot(error);
  }
}

const whyNot = (error: unknown): Look =>
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.FilesystemLoop ? undefined : "refused";

/** Bytes of a disc folder; its parts lie one folder deeper at most. */
function discSize(folder: string, depth = 0): number {
  let total = 0;
  try {
    for (const { name, isFile, isDirectory } of Deno.readDirSync(folder)) {
      if (isUnreadable(name)) continue;
      if (isFile) total += Deno.statSync(join(folder, name)).size;
      else if (isDirectory && depth < 1) total += discSize(join(folder, name), depth + 1);
    }
  } catch {
    // Gone or closed to us meanwhile: what was counted stands.
  }
  return total;
}
