import { type DiskReads, isFolder } from "../../kit/disk/disk_reads.ts";

/** Looks at the disk that never wait for long: a network share that is away may not answer at all. */
export interface DiskState {
  /** Whether a folder is there and answers. */
  isFolder(path: string): Promise<boolean>;
  /** Whether something to play is there: a file, or the folder that stands for a disc. */
  isFile(path: string): Promise<boolean>;
}

const PATIENCE_MS = 2000;

/** A disk that does not answer within 2 seconds counts as not there. */
export const createDiskState = (disks: Pick<DiskReads, "read">): DiskState => ({
  isFolder: async (path) => await disks.read(path, isFolder, PATIENCE_MS) ?? false,
  isFile: async (path) => await disks.read(path, isPlayable, PATIENCE_MS) ?? false,
});

const isPlayable = (path: string): Promise<boolean> =>
  Deno.stat(path).then((info) => info.isFile || info.isDirectory, () => false);
