import type { Candidate, Remembered } from "./candidate.ts";
import { titleKeyOf } from "./identity.ts";
import type { AutoItem } from "./model.ts";
import { recaller } from "./recall.ts";

/**
 * How a manager stands. `first`: its library was never recorded. `known`: it was; what is unknown is new. `restored`: a
 * backup was put back since, so nobody knows what is new and what was done after the backup.
 */
export type SourceState = "first" | "known" | "restored";

/** What holds for one scan. `includeExisting` also queues files of a first reading; `maxPerScan` limits the queue. */
export interface ScanRules {
  sources: Record<AutoItem["arr"], SourceState>;
  /** Titles that could not be read when their library was recorded: what they hold is not new. */
  notNew: ReadonlySet<string>;
  includeExisting: boolean;
  maxPerScan: number;
}

/** Every candidate in the list that says what happens to it; `seen`, `missing` and `noProfile` are left alone. */
export interface ScanDecision {
  queue: Candidate[];
  /** Left for the next scan, unless the queue refuses others. */
  pending: Candidate[];
  /** Only remembered: they were there before auto transcode was. */
  baseline: Candidate[];
  /** Existing files that are wanted and not queued yet: remembered as such, should they be wanted no longer. */
  waiting: Candidate[];
  /** Remembered as dealt with: after a backup was put back nobody knows whether they were. */
  existing: Candidate[];
  /** Queued by somebody else: remembered as if they had been queued here. */
  inHand: Candidate[];
  /** What is known and lies elsewhere or has another number now: remembered as it is now. */
  followed: Remembered[];
  seen: number;
  missing: string[];
  noProfile: number;
}

/** How `ScanRules.notNew` names a title. */
export const titleOf = ({ arr, arrId }: Pick<AutoItem, "arr" | "arrId">): string => `${arr} ${arrId}`;

/**
 * What a scan does with the remuxes it finds. A file that was dealt with, or that a job has in hand, is left alone. What
 * cannot be seen or has no profile is not remembered as dealt with, so that it is looked at again. Pure.
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

/** What to remember of a known file that changed its place or number; the size of an encode is its mark and stays. */
function asItIsNow(known: Remembered, candidate: Candidate): Remembered | undefined {
  const { localPath, arr, fileId, sizeBytes } = candidate;
  if (known.reason === "output" && known.sizeBytes !== sizeBytes) return undefined;
  const titleKey = titleKeyOf(candidate);
  const same = known.localPath === localPath && known.fileId === fileId && known.sizeBytes === sizeBytes &&
    known.titleKey === titleKey;
  if (same) return undefined;
  // Another size at the same place is another content.
  const fingerprint = known.sizeBytes === sizeBytes ? known.fingerprint : null;
  return { ...known, localPath, arr, fileId, sizeBytes, titleKey, fingerprint };
}
