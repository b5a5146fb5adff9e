import type { CardFaults } from "../../../db/schema/jobs.ts";
import type { CardFault } from "../../encode/hardware/card_fault.ts";
import { cardName } from "../capacity/cards.ts";
import { MAX_PAUSE_MS } from "./pause.ts";

/** Number of times that a job waits for a free session. With the pauses between them, this takes about eight minutes. */
export const MAX_SESSION_WAITS = 20;
/** Delay in milliseconds after the first time that no session was free. It doubles each time. */
const FIRST_SESSION_PAUSE_MS = 1000;
/** Delay in milliseconds for a job that may only use some of the GPUs, all of which are in use. */
export const CHOOSY_PAUSE_MS = 3000;

/** Failed hardware encode, and the alternatives. */
export interface FailedCardEncode {
  /** GPU fault found in the log of the tool. Undefined if there is none. */
  fault: CardFault | undefined;
  /** GPU that was used. Undefined if the settings name none. */
  device: string | undefined;
  /** Earlier GPU faults of the same job. */
  faults: CardFaults;
  /** True if another enabled GPU of the method has not failed for this job. */
  hasOther: boolean;
  /** True if another GPU, which has not been tried in this attempt, has a free slot. */
  otherIsFree: boolean;
  mayUseCpu: boolean;
}

/**
 * Next step of the job: encode on another GPU, wait and then use the same GPUs, encode on the CPU, or fail. `faults`
 * are stored with the job.
 */
export type NextStep =
  | { kind: "card" | "cpu" | "fail"; faults: CardFaults }
  | { kind: "wait"; faults: CardFaults; pauseMs: number };

/**
 * Decides what follows a failed hardware encode. Each step either excludes a GPU, counts a wait, or is the last one, so
 * that the number of steps is limited. Pure.
 */
export function nextStep(
  { fault, device, faults, hasOther, otherIsFree, mayUseCpu }: FailedCardEncode,
  firstPauseMs = FIRST_SESSION_PAUSE_MS,
): NextStep {
  const last = { kind: mayUseCpu ? "cpu" : "fail", faults } as const;
  if (fault === undefined) return last;
  if (fault === "sessions") {
    if (otherIsFree) return { kind: "card", faults };
    if (faults.sessionWaits >= MAX_SESSION_WAITS) return last;
    const pauseMs = Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** Math.min(faults.sessionWaits, 10));
    return { kind: "wait", faults: { ...faults, sessionWaits: faults.sessionWaits + 1 }, pauseMs };
  }
  if (device === undefined) return last;
  const failed = [...new Set([...faults.failed, device])];
  return { ...last, kind: hasOther ? "card" : last.kind, faults: { ...faults, failed } };
}

/** Returns the error of a job whose GPU has failed: the GPU, the fault, and the remedy. Pure. */
export function cardFailureText(fault: CardFault, device: string | undefined, message: string): string {
  const name = device === undefined ? "The GPU" : cardName(device);
  return {
    sessions: `${name} has no free encoding session (${message}). Lower its limit in the settings (Hardware), or end ` +
      "other programs that encode on it; then retry.",
    missing:
      `${name} cannot be opened (${message}). Check that it is connected, that its driver works and that Lathe ` +
      "may use it, or select another GPU in the settings (Hardware); then retry.",
    lost: `${name} stopped responding during the encode (${message}). Restart its driver or the machine, or disable ` +
      "it in the settings (Hardware); then retry.",
  }[fault];
}
