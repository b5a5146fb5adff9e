import { type DiskReads, isFolder } from "../../kit/disk/disk_reads.ts";

/** Disk checks with a short timeout, because an unavailable network share may never respond. */
export interface DiskState {
  /** True if a folder exists and its disk responds. */
  isFolder(path: string): Promise<boolean>;
  /** True if a playable entry exists: a file or a disc folder. */
  isFile(path: string): Promise<boolean>;
}

const PATIENCE_MS = 2000;

/** A disk that does not respond within 2 seconds counts as absent. */
export const createDiskState = (disks: Pick<DiskReads, "read">): DiskState => ({
  isFolder: async (path) => await disks.read(path, isFolder, PATIENCE_MS) ?? false,
  isFile: async (path) => await disks.read(path, isPlayable, PATIENCE_MS) ?? false,
});

const isPlayable = (path: string): Promise<boolean> =>
  Deno.stat(path).then((info) => info.isFile || info.isDirectory, () => false);
