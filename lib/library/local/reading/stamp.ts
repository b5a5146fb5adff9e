import { createHash } from "node:crypto";

/** Version of the recognition rules. A higher number makes the next scan read every folder again. */
const RULES = 4;

/** Returns the rules that folders were read with. A changed list of excluded names reads all folders again. */
export const rulesStamp = (exclude: Iterable<string>): string =>
  `${RULES}-${createHash("sha256").update([...exclude].toSorted().join("\0")).digest("hex").slice(0, 8)}`;

/** Folder times may be this coarse (FAT: 2 s), so a younger folder may change again without a visible difference. */
const COARSE_MS = 3000;

/**
 * Changes when entries are added, removed or renamed; links and size reflect the number of entries on most file
 * systems. An empty stamp means that the folder must be read again.
 */
export function folderStamp(info: Pick<Deno.FileInfo, "mtime" | "nlink" | "size">, now: number, rules: string): string {
  const mtime = info.mtime?.getTime();
  if (mtime === undefined || now - mtime < COARSE_MS) return "";
  return `${mtime}:${info.nlink ?? 0}:${info.size}:${rules}`;
}
