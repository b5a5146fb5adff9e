import { createHash } from "node:crypto";

/** Raise it when recognition changes: every folder is then read anew. */
const RULES = 3;

/** What folders were read by; another list of names to pass by means reading them anew. */
export const rulesStamp = (exclude: Iterable<string>): string =>
  `${RULES}-${createHash("sha256").update([...exclude].toSorted().join("\0")).digest("hex").slice(0, 8)}`;

/** Times of folders may be this coarse (FAT 2 s). A younger folder may change again without showing it. */
const COARSE_MS = 3000;

/** Changes when entries come, go or are renamed; links and size count entries on most file systems. Empty: look again. */
export function folderStamp(info: Pick<Deno.FileInfo, "mtime" | "nlink" | "size">, now: number, rules: string): string {
  const mtime = info.mtime?.getTime();
  if (mtime === undefined || now - mtime < COARSE_MS) return "";
  return `${mtime}:${info.nlink ?? 0}:${info.size}:${rules}`;
}
