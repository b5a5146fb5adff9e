import { realpath } from "node:fs/promises";
import { mapConcurrent } from "../../kit/async.ts";
import { answered, type DiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import { type FolderListing, listFolder } from "./fs_list.ts";

/** Media files in a folder and its subfolders. */
export interface MediaBelow {
  files: { path: string; sizeBytes?: number }[];
  /** True if there are more files or folders than the limit. */
  truncated: boolean;
  /** Number of subfolders that could not be listed. */
  unread: number;
}

/** Limits of the search. */
export interface WalkLimits {
  files: number;
  folders: number;
  depth: number;
}

/** Inputs of the search. `roots` is the same as for `listFolder`. */
export interface WalkOptions {
  roots: string[];
  disks: Pick<DiskReads, "read">;
  limits: WalkLimits;
  signal?: AbortSignal;
}

/** Timeout in milliseconds. Enough to list fifty thousand names on a slow share whose disks may be asleep. */
const LISTING_MS = 30_000;
const SIZE_MS = 5_000;
const SIZES_AT_ONCE = 8;

/**
 * Finds media files folder by folder, those in a folder before those in its subfolders. Follows links only where
 * `listFolder` does, and enters no folder twice. Throws the errors of `listFolder` for the folder itself, or the reason
 * of an aborted signal.
 */
export async function mediaBelow(folder: string, options: WalkOptions): Promise<MediaBelow> {
  const { disks, limits, signal } = options;
  const waiting = [{ path: folder, depth: 0 }];
  const entered = new Set<string>();
  const paths: string[] = [];
  let truncated = false;
  let unread = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    signal?.throwIfAborted();
    const { path, depth } = next;
    const real = await disks.read(path, () => realpath(path).catch(() => path), SIZE_MS) ?? path;
    if (entered.has(real)) continue;
    if (entered.size === limits.folders || paths.length >= limits.files) {
      truncated = true;
      break;
    }
    entered.add(real);
    const listing = await listed(path, options).catch((error) => {
      if (depth === 0 || !(error instanceof Fault)) throw error;
      unread++;
    });
    if (!listing) continue;
    truncated ||= listing.truncated;
    for (const entry of listing.entries) {
      if (!entry.dir) paths.push(entry.path);
      else if (depth < limits.depth) waiting.push({ path: entry.path, depth: depth + 1 });
      else truncated = true;
    }
  }
  const shown = paths.slice(0, limits.files);
  return { files: await sized(shown, options), truncated: truncated || shown.length < paths.length, unread };
}

const listed = async (path: string, { disks, roots }: WalkOptions): Promise<FolderListing> =>
  answered(path, await disks.read(path, () => listFolder(path, { files: "media", roots }), LISTING_MS));

/** Adds the size of each file, if it can be determined. */
const sized = (paths: string[], { disks, signal }: WalkOptions): Promise<MediaBelow["files"]> =>
  mapConcurrent(paths, SIZES_AT_ONCE, async (path) => {
    signal?.throwIfAborted();
    const found = await disks.read(path, () => Deno.stat(path).catch(() => undefined), SIZE_MS);
    return found?.isFile ? { path, sizeBytes: found.size } : { path };
  });
