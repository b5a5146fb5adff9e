import type { AutoMemoryRow } from "../../db/schema_catalogue.ts";
import type { AutoItem } from "./model.ts";

/** What is remembered of a file. */
export type Remembered = Omit<AutoMemoryRow, "at">;

/** A remux that a manager holds. */
export interface Candidate extends AutoItem {
  /** This machine can open it. */
  visible: boolean;
  /** The profile for its kind; undefined when there is none that works. */
  profileId?: string;
  /** Changes whenever the profile does. */
  profileVersion?: string;
}

export interface ScanRules {
  /** No baseline was made yet. */
  first: boolean;
  includeExisting: boolean;
  maxPerScan: number;
}

export interface ScanDecision {
  queue: Candidate[];
  /** Left for the next scan. */
  pending: Candidate[];
  /** Only remembered: they were there before auto transcode was. */
  baseline: Candidate[];
  /** Queued by somebody else: remembered as if they had been queued here. */
  inHand: Candidate[];
  /** What is known and lies elsewhere or has another number now: remembered as it is now. */
  followed: Remembered[];
  seen: number;
  missing: string[];
  noProfile: number;
}

/**
 * What a scan does with the remuxes it finds. A file that was dealt with, or that a job has in hand, is left alone. What
 * cannot be seen or has no profile is not remembered, so that it is looked at again. Pure.
 */
export function decideScan(candidates: Candidate[], memory: Remembered[], rules: ScanRules): ScanDecision {
  const recall = recaller(candidates, memory);
  const decision: ScanDecision = {
    queue: [],
    pending: [],
    baseline: [],
    inHand: [],
    followed: [],
    seen: 0,
    missing: [],
    noProfile: 0,
  };
  for (const candidate of candidates) {
    const known = recall(candidate);
    const follow = known && asItIsNow(known, candidate);
    if (follow) decision.followed.push(follow);
    if (candidate.jobId !== undefined && (known === undefined || mayBeAskedAgain(known))) {
      decision.inHand.push(candidate);
      decision.seen++;
    } else if (known && !isAskedAgain(known, candidate, rules)) {
      decision.seen++;
    } else if (rules.first && !rules.includeExisting) {
      decision.baseline.push(candidate);
    } else if (!candidate.visible) {
      decision.missing.push(candidate.localPath);
    } else if (candidate.profileId === undefined) {
      decision.noProfile++;
    } else if (decision.queue.length < rules.maxPerScan) {
      decision.queue.push(candidate);
    } else decision.pending.push(candidate);
  }
  return decision;
}

const mayBeAskedAgain = ({ reason }: Remembered): boolean => reason === "baseline" || reason === "nothing";

const isAskedAgain = (
  { reason, profile }: Remembered,
  { profileVersion }: Candidate,
  { includeExisting, first }: ScanRules,
): boolean =>
  (reason === "baseline" && includeExisting && !first) ||
  (reason === "nothing" && profile !== (profileVersion ?? null));

/**
 * A file is known by its path; by its manager's number with its size; an encode of ours by its size, whatever a manager
 * calls it; and one of the size of a file that is gone is that file, moved and numbered anew at the same time.
 */
function recaller(candidates: Candidate[], memory: Remembered[]): (one: Candidate) => Remembered | undefined {
  const present = new Set(candidates.map(({ localPath }) => localPath));
  const byPath = new Map(memory.map((one) => [one.localPath, one]));
  const byNumber = new Map(memory.filter(({ fileId }) => fileId > 0).map((one) => [numberOf(one), one]));
  const outputs = new Map(
    memory.filter(({ reason }) => reason === "output").map((one) => [one.sizeBytes, one]),
  );
  const gone = new Map(
    memory.filter(({ localPath }) => !present.has(localPath)).map((one) => [sizeOf(one), one]),
  );
  return (one) => {
    const known = byPath.get(one.localPath) ?? byNumber.get(numberOf(one)) ?? outputs.get(one.sizeBytes);
    if (known) return known;
    const moved = gone.get(sizeOf(one));
    gone.delete(sizeOf(one));
    return moved;
  };
}

const numberOf = ({ arr, fileId, sizeBytes }: Pick<Remembered, "arr" | "fileId" | "sizeBytes">): string =>
  `${arr} ${fileId} ${sizeBytes}`;
const sizeOf = ({ arr, sizeBytes }: Pick<Remembered, "arr" | "sizeBytes">): string => `${arr} ${sizeBytes}`;

/** What to remember of a known file that changed its place or number; the size of an encode is its mark and stays. */
function asItIsNow(known: Remembered, { localPath, arr, fileId, sizeBytes }: Candidate): Remembered | undefined {
  if (known.reason === "output" && known.sizeBytes !== sizeBytes) return undefined;
  const same = known.localPath === localPath && known.fileId === fileId && known.sizeBytes === sizeBytes;
  return same ? undefined : { ...known, localPath, arr, fileId, sizeBytes };
}
