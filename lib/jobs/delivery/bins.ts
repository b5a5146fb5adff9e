import { lstat, readdir } from "node:fs/promises";
import type { BinRow } from "../../../db/schema/jobs.ts";
import type { JournalRepository } from "../../../db/jobs/journal.ts";
import type { Log } from "../../kit/log.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { entryIdentity, identityOf, isSameFile, removeOwnFile, systemErrorCode } from "./file_moves.ts";
import { binnedFrom, isBinPath } from "./file_names.ts";
import { removeEmptyBinFolder } from "./retire.ts";

/** Maximum number of folders listed in one log line. */
const MAX_FOLDERS_LOGGED = 3;
/**
 * Maximum time in milliseconds to wait for a missing disk. After that, a missing disk cannot be distinguished from a
 * title that was removed with its folder.
 */
const AWAY_MS = 90 * DAY_MS;

/**
 * Removes expired files from the recycle bins. A file is removed only if its successor, another file with the verified
 * size, exists (safety.md, S-FILE-5, S-FILE-6). Files that cannot be checked are kept, because their disk may be
 * missing for up to 90 days (S-FILE-9). Files that an unfinished undo needs are kept too. Returns the number of removed
 * and kept files.
 */
export async function pruneBins(
  now: Date,
  journals: JournalRepository,
  log: Log,
): Promise<{ removed: number; kept: number }> {
  let removed = 0;
  let kept = 0;
  const unseen: string[] = [];
  const undoing = new Set(await journals.openUndos());
  for (const entry of await journals.expiredBinEntries(now.getTime())) {
    if (!isBinPath(entry.path)) {
      log("error", "A file listed as kept is not in a recycle bin and was not removed.", { path: entry.path });
      await journals.removeBinEntry(entry.path);
      continue;
    }
    if (undoing.has(entry.jobId)) {
      kept++;
      continue;
    }
    const { outcome, error } = await removeBinned(entry);
    if (outcome === "away" && now.getTime() - entry.deleteAfter < AWAY_MS) {
      kept++;
      unseen.push(binnedFrom(entry.path));
      continue;
    }
    if (outcome === "away") {
      log("warn", "A file in a recycle bin was not accessible for 90 days and is no longer listed.", {
        path: entry.path,
      });
    }
    if (outcome === "successor" || outcome === "failed") {
      kept++;
      log(
        "warn",
        outcome === "successor"
          ? "An expired file stays in its recycle bin: the file that replaced it no longer exists or was changed."
          : "An expired file could not be removed from its recycle bin.",
        { path: entry.path, ...(error === undefined ? {} : { error: String(error) }) },
      );
      continue;
    }
    if (outcome === "removed") removed++;
    await journals.removeBinEntry(entry.path);
  }
  if (unseen.length > 0) {
    const folders = [...new Set(unseen)].slice(0, MAX_FOLDERS_LOGGED);
    log("warn", "Files in recycle bins are not accessible and stay listed. Is their disk connected?", {
      files: unseen.length,
      folders,
    });
  }
  return { removed, kept };
}

/**
 * Result of removing a file from a recycle bin. `gone`: it no longer exists. `away`: it cannot be accessed. `successor`:
 * it stays, because the file that replaced it no longer exists or was changed. `failed`: it cannot be removed.
 */
export interface BinRemoval {
  outcome: "removed" | "gone" | "away" | "successor" | "failed";
  error?: unknown;
}

/** Removes a file from its recycle bin if its successor still exists (safety.md, S-FILE-5, S-FILE-6). */
export async function removeBinned(entry: BinRow): Promise<BinRemoval> {
  // The entry in the recycle bin may be a symbolic link to a file that its owner has removed.
  const [old, successor] = [await entryIdentity(entry.path), await identityOf(entry.successorPath)];
  if (old === undefined) return { outcome: await isGone(entry.path) ? "gone" : "away" };
  if (successor?.sizeBytes !== entry.successorSizeBytes || isSameFile(old, successor)) return { outcome: "successor" };
  try {
    await removeOwnFile(entry.path);
    await removeEmptyBinFolder(entry.path);
  } catch (error) {
    return { outcome: "failed", error };
  }
  return { outcome: "removed" };
}

/**
 * True if a file in a recycle bin certainly no longer exists: it is missing, and the folder that contains the recycle
 * bin can be read.
 */
export const isGone = async (path: string): Promise<boolean> =>
  await lstat(path).then(() => "", systemErrorCode) === "ENOENT" && await hasFiles(binnedFrom(path));

/** True if a folder can be read and is not empty. An empty folder may be the mount point of a missing disk. */
export const hasFiles = async (folder: string): Promise<boolean> =>
  await readdir(folder).then((names) => names.length > 0, () => false);
