import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";

/** Sum of the file sizes below a folder, in bytes. */
export interface FolderSize {
  sizeBytes: number;
  fileCount: number;
  /** Measuring was cut off by the time limit; the real size is larger. */
  sizeTruncated: boolean;
}

const LONGEST_MS = 10_000;

/** Measures the files below a folder without following links. Stops after ten seconds with a partial result. */
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
      // A folder that disappeared or is unreadable counts as empty.
    }
  }
  return size;
}
