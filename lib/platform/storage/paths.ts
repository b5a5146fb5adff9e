import * as z from "zod";
import type { Clock } from "../../kit/clock.ts";
import { isNetworkShare } from "./network_share.ts";
import { diskOf } from "./space.ts";
import { type Storage, STORAGE_IDS, STORAGE_TEXTS, type StorageId, storageVariable } from "./storage.ts";
import { join } from "node:path";

/** One of the folders of the service in `GET /api/system/paths`. */
export const StoragePath = z.object({
  id: z.enum(STORAGE_IDS),
  label: z.string(),
  path: z.string(),
  description: z.string(),
  env: z.string().describe("The environment variable that changes it"),
  overridden: z.boolean(),
  exists: z.boolean(),
  writable: z.boolean(),
  network: z.boolean().optional(),
  sizeBytes: z.int(),
  fileCount: z.int(),
  sizeTruncated: z.boolean(),
  disk: z.object({ totalBytes: z.int(), freeBytes: z.int(), usedBytes: z.int() }).optional(),
}).meta({ id: "StoragePath" });
/** `disk` is the file system that contains the folder, in bytes. Absent if it cannot be determined. */
export type StoragePath = z.infer<typeof StoragePath>;

const KEPT_MS = 10 * 60_000;

/** Creates the report about all folders. Sizes are determined at most every ten minutes, or with `refresh`. */
export function createPaths(
  { storage, clock }: { storage: Pick<Storage, "folders" | "overridden">; clock: Clock },
): { list(options?: { refresh?: boolean }): Promise<StoragePath[]> } {
  const sizes = new Map<StorageId, { at: number; size: Promise<FolderSize> }>();
  const sizeOf = (id: StorageId, refresh: boolean): Promise<FolderSize> => {
    const known = sizes.get(id);
    const now = clock.monotonicMs();
    if (known !== undefined && !refresh && now - known.at < KEPT_MS) return known.size;
    const size = folderSize(storage.folders[id], clock);
    sizes.set(id, { at: now, size });
    return size;
  };

  async function readState(id: StorageId, refresh: boolean): Promise<StoragePath> {
    const path = storage.folders[id];
    const [info, disk, network, size] = await Promise.all([
      Deno.stat(path).catch(() => undefined),
      diskOf(path).catch(() => undefined),
      isNetworkShare(path),
      sizeOf(id, refresh),
    ]);
    return {
      id,
      ...STORAGE_TEXTS[id],
      path,
      env: storageVariable(id),
      overridden: storage.overridden.includes(id),
      exists: info?.isDirectory ?? false,
      writable: await isWritable(path),
      network,
      ...size,
      ...(disk
        ? {
          disk: {
            totalBytes: disk.totalBytes,
            freeBytes: disk.freeBytes,
            usedBytes: Math.max(0, disk.totalBytes - disk.freeBytes),
          },
        }
        : {}),
    };
  }
  return { list: ({ refresh = false } = {}) => Promise.all(STORAGE_IDS.map((id) => readState(id, refresh))) };
}

/** Tests write access by creating a file, because the permissions do not show that a mount is read-only. */
async function isWritable(folder: string): Promise<boolean> {
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: ".probe-" }));
    return true;
  } catch {
    return false;
  }
}

/** Total size of the files below a folder, in bytes. */
interface FolderSize {
  sizeBytes: number;
  fileCount: number;
  /** True if the time limit was reached. The real size is larger. */
  sizeTruncated: boolean;
}

const LONGEST_MS = 10_000;

/** Adds up the sizes of the files below a folder, without following links. Stops after ten seconds. */
async function folderSize(folder: string, clock: Clock, longestMs = LONGEST_MS): Promise<FolderSize> {
  const size: FolderSize = { sizeBytes: 0, fileCount: 0, sizeTruncated: false };
  const until = clock.monotonicMs() + longestMs;
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    try {
      for await (const { name, isDirectory, isFile } of Deno.readDir(at)) {
        if (clock.monotonicMs() > until) return { ...size, sizeTruncated: true };
        if (isDirectory) open.push(join(at, name));
        else if (isFile) {
          const info = await Deno.lstat(join(at, name)).catch(() => undefined);
          if (info === undefined) continue;
          size.sizeBytes += info.size;
          size.fileCount++;
        }
      }
    } catch {
      // A folder that no longer exists or cannot be read is treated as empty.
    }
  }
  return size;
}
