import type { AutoItem } from "./model.ts";

/** What is remembered of a file. */
export interface Remembered {
  localPath: string;
  arr: string;
  fileId: number;
  sizeBytes: number;
  reason: "queued" | "baseline" | "existing" | "output" | "nothing";
  profile: string | null;
}

/** A remux that a manager holds. */
export interface Candidate extends AutoItem {
  /** This machine can open it. */
  visible: boolean;
  /** The profile for its kind; undefined when there is none that works. */
  profileId?: string;
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
  seen: number;
  missing: string[];
  noProfile: number;
}

/**
 * What a scan does with the remuxes it finds. A file that was dealt with is known by its path, by its manager's id with
 * its size, and an encode of ours that a manager imported under another name by its size; none is dealt with twice. What
 * cannot be seen or has no profile is not remembered, so that it is looked at again. Pure.
 */
export function decideScan(candidates: Candidate[], memory: Remembered[], rules: ScanRules): ScanDecision {
  const byPath = new Map(memory.map((one) => [one.localPath, one]));
  const byFile = new Map(
    memory.filter(({ fileId }) => fileId > 0).map((one) => [`${one.arr} ${one.fileId} ${one.sizeBytes}`, one]),
  );
  const outputs = new Set(memory.filter(({ reason }) => reason === "output").map(({ sizeBytes }) => sizeBytes));
  const decision: ScanDecision = { queue: [], pending: [], baseline: [], seen: 0, missing: [], noProfile: 0 };
  for (const candidate of candidates) {
    const { localPath, arr, fileId, sizeBytes, profileId } = candidate;
    const known = byPath.get(localPath) ?? byFile.get(`${arr} ${fileId} ${sizeBytes}`);
    const again = known !== undefined &&
      ((known.reason === "baseline" && rules.includeExisting && !rules.first) ||
        (known.reason === "nothing" && known.profile !== (profileId ?? null)));
    if ((known !== undefined && !again) || (known === undefined && outputs.has(sizeBytes))) {
      decision.seen++;
    } else if (rules.first && !rules.includeExisting) {
      decision.baseline.push(candidate);
    } else if (!candidate.visible) {
      decision.missing.push(localPath);
    } else if (profileId === undefined) {
      decision.noProfile++;
    } else if (decision.queue.length < rules.maxPerScan) {
      decision.queue.push(candidate);
    } else decision.pending.push(candidate);
  }
  return decision;
}
