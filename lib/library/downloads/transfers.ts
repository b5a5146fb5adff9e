import type { Transfer } from "../managers/wire/transfers.ts";
import type { TransferFacts } from "./model.ts";

/** Determines the next step of a Soulseek grab from its transfers. Pure. */

/** `again`: these files are requested again. `here`: all files have arrived and Lidarr can import them. */
export type TransferVerdict =
  | { kind: "wait"; message: string }
  | { kind: "again"; files: SoulseekFile[]; attempts: Record<string, number> }
  | { kind: "failed"; reason: string }
  | { kind: "here" };

interface SoulseekFile {
  filename: string;
  size: number;
}

/** Maximum number of retries for a file whose transfer fails. */
const ATTEMPTS = 3;

/**
 * Determines the next step. `transfers` are those since the grab started. The facts contain the retries and slskd's
 * refusal.
 */
export function judgeTransfers(
  files: SoulseekFile[],
  transfers: Transfer[],
  { attempts, refused }: TransferFacts,
  peer: string,
): TransferVerdict {
  const states = files.map((file) => ({ file, ...stateOf(transfers.filter((one) => one.filename === file.filename)) }));
  const failed = states.filter(({ state }) => state === "failed");
  const hopeless = failed.find(({ file }) => (attempts[file.filename] ?? 0) >= ATTEMPTS);
  if (hopeless !== undefined) {
    const reason = hopeless.why ?? refused?.replace(/\.$/, "");
    const why = reason === undefined ? "" : ` (${reason})`;
    return {
      kind: "failed",
      reason: `${nameOf(hopeless.file.filename)} could not be downloaded from ${peer} after ${
        ATTEMPTS + 1
      } attempts${why}.`,
    };
  }
  if (failed.length > 0) {
    return {
      kind: "again",
      files: failed.map(({ file }) => file),
      attempts: {
        ...attempts,
        ...Object.fromEntries(failed.map(({ file: { filename } }) => [filename, (attempts[filename] ?? 0) + 1])),
      },
    };
  }
  const here = states.filter(({ state }) => state === "here").length;
  if (here === files.length) return { kind: "here" };
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const done = states.reduce((sum, { bytes }) => sum + bytes, 0);
  const share = total > 0 ? `, ${Math.floor(Math.min(1, done / total) * 100)} %` : "";
  const place = states.find(({ state, place }) => state === "underway" && place > 0)?.place;
  const queued = done === 0 && place !== undefined ? `; position ${place} in the queue of ${peer}` : "";
  return { kind: "wait", message: `Downloading from ${peer}: ${here} of ${files.length} files${share}${queued}` };
}

/**
 * Returns the best state of several attempts for a file: complete, then in progress. Without an attempt, the file has
 * failed.
 */
function stateOf(
  tries: Transfer[],
): { state: "here" | "underway" | "failed"; bytes: number; place: number; why?: string } {
  const here = tries.find(({ state }) => /\bSucceeded\b/.test(state));
  if (here !== undefined) return { state: "here", bytes: here.size ?? 0, place: 0 };
  const underway = tries.find(isUnderway);
  if (underway !== undefined) {
    return { state: "underway", bytes: underway.bytesTransferred ?? 0, place: underway.placeInQueue ?? 0 };
  }
  return { state: "failed", bytes: 0, place: 0, ...(tries[0]?.exception ? { why: tries[0].exception } : {}) };
}

/** True while slskd is still working on the transfer. */
export const isUnderway = ({ state }: Transfer): boolean => !/\bCompleted\b/.test(state);

/** Returns the last part of a peer's path, which contains backslashes. */
export const nameOf = (path: string): string => path.split("\\").findLast((part) => part !== "") ?? path;
