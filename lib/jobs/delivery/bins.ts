import { lstat, readdir } from "node:fs/promises";
import type { BinRow } from "../../../db/schema/jobs.ts";
import type { JournalRepository } from "../../../db/jobs/journal.ts";
import type { KeyedMutex } from "../../kit/async.ts";
import type { Log } from "../../kit/log.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { entryIdentity, identityOf, isSameFile, removeOwnFile, systemErrorCode } from "./file_moves.ts";
import { binnedFrom, isBinPath } from "./file_names.ts";
import { removeEmptyBinFolder } from "./retire.ts";
import { type JobState, REMOVABLE_STATES } from "../states.ts";

/** Maximum number of folders listed in one log line. */
const MAX_FOLDERS_LOGGED = 3;
/**
 * Maximum time in milliseconds to wait for a missing disk. After that, a missing disk cannot be distinguished from a
 * title that was removed with its folder.
 */
const AWAY_MS = 90 * DAY_MS;

/** Options of a pruning. */
export interface PruneOptions {
  /** Allows one action at a time per job, so that no file is deleted while it is being restored. */
  jobMutex?: KeyedMutex;
  /** Maximum total size of the recycle bins in bytes. 0 = unlimited. */
  maxBytes?: number;
  /** Called for each deleted file. */
  onDeleted?: (entry: BinRow) => void;
}

/** One pruning: its dependencies, and the result so far. */
interface Pruning extends Required<PruneOptions> {
  readonly now: Date;
  readonly journals: JournalRepository;
  readonly log: Log;
  removed: number;
  kept: number;
  /** Folders with entries that cannot be accessed. */
  readonly unseen: string[];
}

/**
 * Deletes expired files from the recycle bins, and then the oldest ones until the bins are within their budget. A file
 * is deleted only if its job has ended, and its successor, another file with the verified size, exists and is not under
 * review (safety.md, S-FILE-5, S-FILE-6). Files that cannot be checked are kept, because their disk may be missing for
 * up to 90 days (S-FILE-9). Files that an unfinished undo needs are kept too. Returns the number of deleted and kept
 * files.
 */
export async function pruneBins(
  now: Date,
  journals: JournalRepository,
  log: Log,
  { jobMutex = (_, work) => work(), maxBytes = 0, onDeleted = () => {} }: PruneOptions = {},
): Promise<{ removed: number; kept: number }> {
  const pruning: Pruning = { now, journals, log, jobMutex, maxBytes, onDeleted, removed: 0, kept: 0, unseen: [] };
  for (const entry of await journals.expiredBinEntries(now.getTime())) await pruneExpired(pruning, entry);
  await pruneToBudget(pruning);
  const { removed, kept, unseen } = pruning;
  if (unseen.length > 0) {
    const folders = [...new Set(unseen)].slice(0, MAX_FOLDERS_LOGGED);
    log("warn", "Files in recycle bins are not accessible and stay listed. Is their disk connected?", {
      files: unseen.length,
      folders,
    });
  }
  return { removed, kept };
}

async function pruneExpired(pruning: Pruning, entry: BinRow): Promise<void> {
  const { now, journals, log } = pruning;
  if (!isBinPath(entry.path)) {
    log("error", "A file listed as kept is not in a recycle bin and was not removed.", { path: entry.path });
    await journals.removeBinEntry(entry.path);
    return;
  }
  const { outcome, error } = await prune(pruning, entry);
  if (outcome === "removed" || outcome === "gone") return;
  if (outcome === "away" && now.getTime() - entry.deleteAfter >= AWAY_MS) {
    log("warn", "A file in a recycle bin was not accessible for 90 days and is no longer listed.", {
      path: entry.path,
    });
    await journals.removeBinEntry(entry.path);
    return;
  }
  pruning.kept++;
  if (outcome === "away") pruning.unseen.push(binnedFrom(entry.path));
  if (outcome === "successor" || outcome === "failed") {
    log(
      "warn",
      outcome === "successor"
        ? "An expired file stays in its recycle bin: the file that replaced it no longer exists or was changed."
        : "An expired file could not be removed from its recycle bin.",
      { path: entry.path, ...(error === undefined ? {} : { error: String(error) }) },
    );
  }
}

/** Deletes the oldest files until the total size is within the budget. Files that must stay are skipped. */
async function pruneToBudget(pruning: Pruning): Promise<void> {
  const { journals, maxBytes, log } = pruning;
  if (maxBytes === 0) return;
  const entries = await journals.oldestBinEntries();
  let total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (const entry of entries) {
    if (total <= maxBytes) return;
    if (!isBinPath(entry.path)) continue;
    const { outcome } = await prune(pruning, entry);
    if (outcome !== "removed" && outcome !== "gone") continue;
    total -= entry.sizeBytes;
    if (outcome === "removed") {
      log("info", "A file was deleted from its recycle bin to keep the bins within their maximum size.", {
        path: entry.path,
      });
    }
  }
}

/** Deletes one file if that is allowed, and its entry if the file no longer exists. */
async function prune(pruning: Pruning, entry: BinRow): Promise<BinRemoval | Held> {
  const { journals, jobMutex, onDeleted } = pruning;
  const removal = await jobMutex<BinRemoval | Held>(entry.jobId, async () => {
    const held = await heldBecause(entry, journals, await journals.jobsToRestore());
    if (held !== undefined) return { outcome: held };
    const removal = await removeBinned(entry, journals);
    if (removal.outcome === "removed" || removal.outcome === "gone") {
      await journals.forgetDeleted(entry);
      onDeleted(entry);
    }
    return removal;
  });
  if (removal.outcome === "removed") pruning.removed++;
  return removal;
}

/** Reason for which a file must stay in its recycle bin although its successor exists. */
export type BinHold = "restoring" | "unfinished" | "review";

interface Held {
  outcome: BinHold;
  error?: undefined;
}

/** Returns the reason for which a file must stay, based on the stored jobs. `toRestore` are jobs that are restored. */
export async function heldBecause(
  entry: BinRow,
  journals: Pick<JournalRepository, "binDependents">,
  toRestore: ReadonlySet<string>,
): Promise<BinHold | undefined> {
  if (toRestore.has(entry.jobId)) return "restoring";
  const { job, reviewed } = await journals.binDependents(entry);
  if (job !== undefined && !ENDED.has(job.status)) return "unfinished";
  return reviewed !== undefined || job?.review === "undecided" || job?.review === "replacing" ? "review" : undefined;
}

const ENDED: ReadonlySet<JobState> = new Set(REMOVABLE_STATES);

/**
 * Result of removing a file from a recycle bin. `gone`: it no longer exists. `away`: it cannot be accessed. `successor`:
 * it stays, because the file that replaced it no longer exists or was changed. `failed`: it cannot be removed.
 */
export interface BinRemoval {
  outcome: "removed" | "gone" | "away" | "successor" | "failed";
  error?: unknown;
}

/** Stored facts from which the successor of a file is found. */
type SuccessorFacts = Pick<JournalRepository, "binnedFromPath" | "originalsBinnedLater" | "laterWriter">;

/** Removes a file from its recycle bin if its successor still exists (safety.md, S-FILE-5, S-FILE-6). */
export async function removeBinned(
  entry: BinRow,
  journals: SuccessorFacts,
): Promise<BinRemoval> {
  // The entry in the recycle bin may be a symbolic link to a file that its owner has removed.
  const old = await entryIdentity(entry.path);
  if (old === undefined) return { outcome: await isGone(entry.path) ? "gone" : "away" };
  if (!await hasSuccessor(entry, journals)) return { outcome: "successor" };
  try {
    await removeOwnFile(entry.path);
    await removeEmptyBinFolder(entry.path);
  } catch (error) {
    return { outcome: "failed", error };
  }
  return { outcome: "removed" };
}

/**
 * True if the file that replaced a binned file exists with its verified size, at its path or, if it was replaced
 * itself, in a recycle bin. In the second case, its own successor must exist too.
 */
export async function hasSuccessor(entry: BinRow, journals: SuccessorFacts): Promise<boolean> {
  const seen = new Set<string>();
  let at: BinRow | undefined = entry;
  while (at !== undefined) {
    seen.add(at.path);
    const old = await entryIdentity(at.path);
    const successor = await identityOf(at.successorPath);
    if (old === undefined) return false;
    if (successor?.sizeBytes === at.successorSizeBytes && !await isReplaced(at, journals)) {
      return !isSameFile(old, successor);
    }
    const wanted: number = at.successorSizeBytes;
    const replaced: BinRow[] = await journals.binnedFromPath(at.successorPath);
    at = replaced.find(({ path, sizeBytes }) => sizeBytes === wanted && !seen.has(path));
  }
  return false;
}

/** True if a later job replaced the successor at its path. The file there may have its size, but another content. */
const isReplaced = async (entry: BinRow, journals: SuccessorFacts): Promise<boolean> =>
  (await journals.originalsBinnedLater(entry.path, entry.successorPath)).length > 0 ||
  await journals.laterWriter(entry.successorPath, entry) !== undefined;

/**
 * True if a file in a recycle bin certainly no longer exists: it is missing, and the folder that contains the recycle
 * bin can be read.
 */
export const isGone = async (path: string): Promise<boolean> =>
  await lstat(path).then(() => "", systemErrorCode) === "ENOENT" && await hasFiles(binnedFrom(path));

/** True if a folder can be read and is not empty. An empty folder may be the mount point of a missing disk. */
export const hasFiles = async (folder: string): Promise<boolean> =>
  await readdir(folder).then((names) => names.length > 0, () => false);
