import { lstat, readdir } from "node:fs/promises";
import type { JournalRepository } from "../../../db/jobs/journal.ts";
import type { Log } from "../../kit/log.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { entryIdentity, identityOf, isSameFile, removeOwnFile, systemErrorCode } from "./file_moves.ts";
import { binnedFrom, isBinPath } from "./file_names.ts";
import { removeEmptyBinFolder } from "./retire.ts";

/** Folders that one line of the log names. */
const MAX_FOLDERS_LOGGED = 3;
/** A disk that is away for longer is not waited for; nor can it be told from a title that was removed with its folder. */
const AWAY_MS = 90 * DAY_MS;

/**
 * Removes from the bins what was kept long enough. A file is removed only while its successor is there: another file,
 * of the size that was verified (safety.md, S-FILE-5, S-FILE-6). What cannot be seen is kept: its disk may be away
 * for up to 90 days (S-FILE-9). So is what an open undo needs. Answers how many were removed and kept.
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
      log("error", "A kept file is not in a bin and was left alone.", { path: entry.path });
      await journals.removeBinEntry(entry.path);
      continue;
    }
    if (undoing.has(entry.jobId)) {
      kept++;
      continue;
    }
    // A kept link may lead to a file that its owner has removed since.
    const [old, successor] = [await entryIdentity(entry.path), await identityOf(entry.successorPath)];
    if (old === undefined && !await isGone(entry.path)) {
      if (now.getTime() - entry.deleteAfter < AWAY_MS) {
        kept++;
        unseen.push(binnedFrom(entry.path));
        continue;
      }
      log("warn", "A kept file was not seen for 90 days and is not listed any more.", { path: entry.path });
    }
    if (old !== undefined) {
      if (successor?.sizeBytes !== entry.successorSizeBytes || isSameFile(old, successor)) {
        kept++;
        log("warn", "A kept file stays in its bin: its successor is gone or was changed.", { path: entry.path });
        continue;
      }
      try {
        await removeOwnFile(entry.path);
        await removeEmptyBinFolder(entry.path);
      } catch (error) {
        kept++;
        log("warn", "A kept file could not be removed from its bin.", { path: entry.path, error: String(error) });
        continue;
      }
      removed++;
    }
    await journals.removeBinEntry(entry.path);
  }
  if (unseen.length > 0) {
    const folders = [...new Set(unseen)].slice(0, MAX_FOLDERS_LOGGED);
    log("warn", "Kept files cannot be seen and stay listed: is their disk connected?", {
      files: unseen.length,
      folders,
    });
  }
  return { removed, kept };
}

/** Whether a file of a bin is certainly no more: there is none, and what is beside its bin can be seen. */
export const isGone = async (path: string): Promise<boolean> =>
  await lstat(path).then(() => "", systemErrorCode) === "ENOENT" && await hasFiles(binnedFrom(path));

/** Whether a folder can be read and holds something: an empty one may be the place of a disk that is not mounted. */
export const hasFiles = async (folder: string): Promise<boolean> =>
  await readdir(folder).then((names) => names.length > 0, () => false);
