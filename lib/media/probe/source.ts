import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { JobFailure } from "../../kit/fault.ts";

/** Identity of a source file. If any field changes, it is a different file, or its content has changed. */
export interface SourceIdentity {
  sizeBytes: number;
  /**
   * Modification time in nanoseconds, as a decimal string. The runtime rounds to milliseconds, so the last six digits
   * are zero.
   */
  mtimeNs: string;
  inode: string;
  device: string;
}

/** Converts an identity to a text, so that duplicates can be found. */
export const identityKey = ({ device, inode, sizeBytes, mtimeNs }: SourceIdentity): string =>
  `${device}:${inode}:${sizeBytes}:${mtimeNs}`;

/** Kernel interfaces, which never contain media. Reading one may hang or never end (S-PATH-4). */
const KERNEL_FOLDERS = ["/proc/", "/sys/", "/dev/"];

/**
 * Checks a source without opening it. Throws `source_missing` if it does not exist, and `unreadable` for a folder,
 * named pipe, socket or device. Opening a named pipe would block.
 */
export async function sourceIdentity(path: string): Promise<SourceIdentity> {
  if (!isAbsolute(path) || path.includes("\0")) throw new JobFailure("unreadable", `${path} is not an absolute path.`);
  if (path.includes("\ufffd")) {
    // The runtime replaces bytes that are not valid UTF-8, and another file may have the resulting name (S-PATH-6).
    throw new JobFailure("unreadable", `${path} has a name that is not valid UTF-8; rename the file first.`);
  }
  if (KERNEL_FOLDERS.some((folder) => path.startsWith(folder))) {
    throw new JobFailure("unreadable", `${path} belongs to the system and is not a media file.`);
  }
  const found = await stat(path, { bigint: true }).catch((cause) => {
    throw new JobFailure("source_missing", `${path} does not exist or cannot be read.`, { cause });
  });
  if (!found.isFile()) throw new JobFailure("unreadable", `${path} is not a regular file.`);
  return {
    sizeBytes: Number(found.size),
    mtimeNs: String(found.mtimeNs),
    inode: String(found.ino),
    device: String(found.dev),
  };
}

/** True if nothing has changed between two checks. */
export const sameIdentity = (a: SourceIdentity, b: SourceIdentity): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs && a.inode === b.inode && a.device === b.device;

/**
 * True if two identities are of the same file, even if the machine was restarted in between. Ignores the device number,
 * which changes with each mount on many file systems.
 */
export const sameContent = (a: SourceIdentity, b: SourceIdentity): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs && a.inode === b.inode;
