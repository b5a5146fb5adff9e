import { type Clock, DAY_MS } from "../../../kit/clock.ts";
import type { DiskReads } from "../../../kit/disk/disk_reads.ts";
import { JobFailure } from "../../../kit/fault.ts";
import type { Media } from "../../../media/service.ts";

/** Services for detecting files that are being written. */
export interface UnfinishedDeps {
  media: Pick<Media, "reachesEnd">;
  disks: Pick<DiskReads, "read">;
  clock: Pick<Clock, "now">;
}

/** Time in milliseconds without changes after which a file is complete if it can be read to its end. */
const STABLE_MS = 20_000;
/** Age in milliseconds after which a file is used in any case. Its job then reports what is wrong with it. */
const WAIT_MS = DAY_MS;

/**
 * True if a file is being written: it changed recently, or it changed today and cannot be read to its end. False if its
 * disk does not respond.
 */
export async function isUnfinished({ media, disks, clock }: UnfinishedDeps, path: string): Promise<boolean> {
  const found = await disks.read(path, (path) => Deno.stat(path).catch(() => null));
  if (found === undefined || found === null) return false;
  // A tool that preserves times sets the modification time of the original file at the end of a copy.
  const changedAt = Math.max(found.mtime?.getTime() ?? 0, found.ctime?.getTime() ?? 0);
  const age = clock.now().getTime() - changedAt;
  if (age > WAIT_MS) return false;
  if (age < STABLE_MS) return true;
  try {
    return !await media.reachesEnd(path);
  } catch (error) {
    if (error instanceof JobFailure) return true;
    throw error;
  }
}
