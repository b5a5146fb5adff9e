import type { JournalRepository } from "../../../db/jobs/journal.ts";
import type { Log } from "../../kit/log.ts";
import { identityOf, isSameFile, removeOwnFile } from "./file_moves.ts";
import { isBinPath } from "./file_names.ts";
import { removeEmptyBinFolder } from "./retire.ts";

/**
 * Removes from the bins what was kept long enough. A file is removed only while its successor is there: another file,
 * of the size that was verified (safety.md, S-FILE-5, S-FILE-6). Answers how many were removed and kept.
 */
export async function pruneBins(
  now: Date,
  journals: JournalRepository,
  log: Log,
): Promise<{ removed: number; kept: number }> {
  let removed = 0;
  let kept = 0;
  for (const entry of await journals.expiredBinEntries(now.getTime())) {
    if (!isBinPath(entry.path)) {
      log("error", "A kept file is not in a bin and was left alone.", { path: entry.path });
      await journals.removeBinEntry(entry.path);
      continue;
    }
    const [old, successor] = [await identityOf(entry.path), await identityOf(entry.successorPath)];
    if (old !== undefined) {
      if (successor?.sizeBytes !== entry.successorSizeBytes || isSameFile(old, successor)) {
        kept++;
        log("warn", "A kept file stays in its bin: its successor is gone or was changed.", { path: entry.path });
        continue;
      }
      await removeOwnFile(entry.path);
      await removeEmptyBinFolder(entry.path);
      removed++;
    }
    await journals.removeBinEntry(entry.path);
  }
  return { removed, kept };
}
