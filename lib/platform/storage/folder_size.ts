import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";

/** Sum of the file sizes below a folder, in bytes. */
export interface FolderSize {
  sizeBytes: number;
  fileCount: number;
  /** Measuring took too long: there is more than this. */
  sizeTruncated: boolean;
}

const LONGEST_MS = 10_000;

/** What lies below a folder, links not followed. Ends after ten seconds with what it has. */
export async function folderSize(folder: string, clock: Clock, longestMs = LONGEST_MS): Promise<FolderSize> {
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
      // A folder that went away or may not be read counts nothing.
    }
  }
  return size;
}
