import { createHash } from "node:crypto";

/** Version of the recognition rules. If it is increased, the next scan reads all folders again. */
const RULES = 4;

/**
 * Returns the rules that were used to read the folders. If the excluded names have changed, all folders are read again.
 */
export const rulesStamp = (exclude: Iterable<string>): string =>
  `${RULES}-${createHash("sha256").update([...exclude].toSorted().join("\0")).digest("hex").slice(0, 8)}`;

/**
 * Precision of folder times in milliseconds (FAT: 2 seconds). A folder with a newer time may change again without a
 * different time.
 */
const COARSE_MS = 3000;

/**
 * Returns a stamp that changes when entries are added, removed or renamed. On most file systems, the number of links
 * and the size depend on the number of entries. With an empty stamp, the folder must be read again.
 */
export function folderStamp(info: Pick<Deno.FileInfo, "mtime" | "nlink" | "size">, now: number, rules: string): string {
  const mtime = info.mtime?.getTime();
  if (mtime === undefined || now - mtime < COARSE_MS) return "";
  return `${mtime}:${info.nlink ?? 0}:${info.size}:${rules}`;
}
