import type { Candidate, Remembered } from "./candidate.ts";
import { titleKeyOf } from "./identity.ts";
import type { AutoItem } from "./model.ts";
import { recaller } from "./recall.ts";

/**
 * State of a manager. `first`: its library was never recorded. `known`: it was recorded, and files that are not
 * remembered are new. `restored`: a backup was restored after that, so it is unknown which files are new and which were
 * processed after the backup.
 */
export type SourceState = "first" | "known" | "restored";

/**
 * Rules of one scan. `includeExisting` also queues the files found by the first scan of a library. `maxPerScan` limits
 * the queue.
 */
export interface ScanRules {
  sources: Record<AutoItem["arr"], SourceState>;
  /**
   * Titles that could not be read when the baseline of their library was recorded. Their files are not considered new.
   */
  notNew: ReadonlySet<string>;
  includeExisting: boolean;
  maxPerScan: number;
}

/**
 * Assigns each candidate to the list that describes what happens to it. `seen`, `missing` and `noProfile` require no
 * action.
 */
export interface ScanDecision {
  queue: Candidate[];
  /** Files beyond the limit. They are left to the next scan, unless the queue refuses other files. */
  pending: Candidate[];
  /** Files that are only remembered, because they existed before auto transcode was enabled. */
  baseline: Candidate[];
  /**
   * Existing files that are included but not queued yet. They are remembered as part of the baseline, in case they are
   * excluded later.
   */
  waiting: Candidate[];
  /**
   * Files that are remembered as processed, because it is unknown whether they were processed after the restored
   * backup.
   */
  existing: Candidate[];
  /**
   * Files that a user or another part of the application has queued. They are remembered as if auto transcode had
   * queued them.
   */
  inHand: Candidate[];
  /** Known files that were moved or got another file ID. Their records are updated. */
  followed: Remembered[];
  seen: number;
  missing: string[];
  noProfile: number;
}

/** Returns the key of a title in `ScanRules.notNew`. */
export const titleOf = ({ arr, arrId }: Pick<AutoItem, "arr" | "arrId">): string => `${arr} ${arrId}`;

/**
 * Determines what a scan does with the remuxes it has found. Files that were processed or belong to a running job are
 * not queued. Files that are not visible or have no profile are not remembered as processed, so that the next scan
 * checks them again. Pure.
 */
export function decideScan(candidates: Candidate[], memory: Remembered[], rules: ScanRules): ScanDecision {
  const recall = recaller(candidates, memory);
  const decision: ScanDecision = {
    queue: [],
    pending: [],
    baseline: [],
    waiting: [],
    existing: [],
    inHand: [],
    followed: [],
    seen: 0,
    missing: [],
    noProfile: 0,
  };
  for (const candidate of candidates) {
    const source = rules.sources[candidate.arr];
    const { row: known, unsure } = recall(candidate) ?? {};
    const follow = known && !unsure && asItIsNow(known, candidate);
    if (follow) decision.followed.push(follow);
    if (candidate.jobId !== undefined && (known === undefined || mayBeAskedAgain(known))) {
      decision.inHand.push(candidate);
      decision.seen++;
    } else if (source === "restored" && (known === undefined || mayBeAskedAgain(known))) {
      decision.existing.push(candidate);
      decision.seen++;
    } else if (known && !isAskedAgain(known, candidate, rules)) {
      decision.seen++;
    } else if (known === undefined && isOld(candidate, rules) && !rules.includeExisting) {
      decision.baseline.push(candidate);
    } else {
      if (known === undefined && isOld(candidate, rules)) decision.waiting.push(candidate);
      if (!candidate.visible) decision.missing.push(candidate.localPath);
      else if (candidate.profileId === undefined) decision.noProfile++;
      else if (decision.queue.length < rules.maxPerScan) decision.queue.push(candidate);
      else decision.pending.push(candidate);
    }
  }
  return decision;
}

const isOld = (candidate: Candidate, { sources, notNew }: ScanRules): boolean =>
  sources[candidate.arr] === "first" || notNew.has(titleOf(candidate));

const mayBeAskedAgain = ({ reason }: Remembered): boolean => reason === "baseline" || reason === "nothing";

const isAskedAgain = (
  { reason, profile }: Remembered,
  { profileVersion }: Candidate,
  { includeExisting }: ScanRules,
): boolean =>
  (reason === "baseline" && includeExisting) || (reason === "nothing" && profile !== (profileVersion ?? null));

/** Updates the record of a known file that was moved or got another ID. The size identifies an encode and is kept. */
function asItIsNow(known: Remembered, candidate: Candidate): Remembered | undefined {
  const { localPath, arr, fileId, sizeBytes } = candidate;
  if (known.reason === "output" && known.sizeBytes !== sizeBytes) return undefined;
  const titleKey = titleKeyOf(candidate);
  const same = known.localPath === localPath && known.fileId === fileId && known.sizeBytes === sizeBytes &&
    known.titleKey === titleKey;
  if (same) return undefined;
  // A different size at the same path means different content.
  const fingerprint = known.sizeBytes === sizeBytes ? known.fingerprint : null;
  return { ...known, localPath, arr, fileId, sizeBytes, titleKey, fingerprint };
}
