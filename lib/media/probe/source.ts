import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { JobFailure } from "../../kit/fault.ts";

/** What makes a source this very file: a change in any field means that another file, or other bytes, stand in its place. */
export interface SourceIdentity {
  sizeBytes: number;
  /** Nanoseconds as decimal text. The runtime rounds to milliseconds, so the last six digits are zeros. */
  mtimeNs: string;
  inode: string;
  device: string;
}

/** Kernel interfaces, never media: reading one can hang or never end (S-PATH-4). */
const KERNEL_FOLDERS = ["/proc/", "/sys/", "/dev/"];

/**
 * Looks at a source without opening it. Throws `source_missing` when there is none, and `unreadable` for a folder, FIFO,
 * socket or device: opening a FIFO would hang the reader.
 */
export async function sourceIdentity(path: string): Promise<SourceIdentity> {
  if (!isAbsolute(path) || path.includes("\0")) throw new JobFailure("unreadable", `${path} is not an absolute path.`);
  if (path.includes("\ufffd")) {
    // The runtime shows bytes that are no UTF-8 so, and another file could really bear the replaced name (S-PATH-6).
    throw new JobFailure("unreadable", `${path} has a name that is not valid UTF-8; rename the file first.`);
  }
  if (KERNEL_FOLDERS.some((folder) => path.startsWith(folder))) {
    throw new JobFailure("unreadable", `${path} belongs to the system and is no media file.`);
  }
  const found = await stat(path, { bigint: true }).catch((cause) => {
    throw new JobFailure("source_missing", `${path} is not there or may not be read.`, { cause });
  });
  if (!found.isFile()) throw new JobFailure("unreadable", `${path} is not a regular file.`);
  return {
    sizeBytes: Number(found.size),
    mtimeNs: String(found.mtimeNs),
    inode: String(found.ino),
    device: String(found.dev),
  };
}

/** Whether nothing changed between two looks. */
export const sameIdentity = (a: SourceIdentity, b: SourceIdentity): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs && a.inode === b.inode && a.device === b.device;

/**
 * Whether it is the same file as at an earlier start of the machine: many file systems get another device number each time
 * they are mounted.
 */
export const sameContent = (a: SourceIdentity, b: SourceIdentity): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs && a.inode === b.inode;
