/**
 * Decides which machine encodes which segment, based on measured speeds. Pure. Speeds are in frames per millisecond.
 */

/** ID of this machine. */
export const HERE = "";

/** Slot for a segment, with the time at which it becomes free. */
export interface Slot {
  speed: number;
  freeInMs: number;
}

/** Returns when everything would be finished if every segment goes to the slot that finishes it first. */
export function finishMs(slots: readonly Slot[], parts: readonly number[]): number {
  const free = slots.map(({ freeInMs }) => freeInMs);
  for (const pictures of parts) {
    let [best, bestEnd] = [-1, Infinity];
    for (const [i, { speed }] of slots.entries()) {
      const end = (free[i] ?? 0) + pictures / speed;
      if (end < bestEnd) [best, bestEnd] = [i, end];
    }
    if (best < 0) return Infinity;
    free[best] = bestEnd;
  }
  return Math.max(0, ...free);
}

/** Number of waiting segments per slot above which they are treated as one total of frames. */
const PARTS_PER_SLOT = 4;

/**
 * True if a slot of this speed finishes a segment before all others could be finished without it. `others` are all
 * other slots; `waiting` are the frame counts of the waiting segments, including this one.
 */
export function isInTime(ownMs: number, others: readonly Slot[], waiting: readonly number[]): boolean {
  if (others.length === 0) return true;
  if (waiting.length <= PARTS_PER_SLOT * others.length) return ownMs <= finishMs(others, waiting);
  const left = waiting.reduce((sum, pictures) => sum + pictures, 0) +
    others.reduce((sum, { freeInMs, speed }) => sum + freeInMs * speed, 0);
  return ownMs <= left / others.reduce((sum, { speed }) => sum + speed, 0);
}

/** Progress of a segment that is being encoded. */
export interface Underway {
  pictures: number;
  /** Number of frames reported by its encoder. */
  frame: number;
  elapsedMs: number;
}

/** Returns the remaining time of a segment, based on the speed of its machine and its encoder's reports. */
export function leftMs({ pictures, frame, elapsedMs }: Underway, speed: number): number {
  const expected = pictures / speed;
  const byReport = frame > 0 ? elapsedMs * Math.max(0, pictures - frame) / frame : Math.max(0, expected - elapsedMs);
  // A late segment is assumed to take as long again as it is already overdue, because a machine may never report again.
  return Math.max(byReport, elapsedMs - expected);
}

/** Minimum speedup of a second encode relative to the remaining time of the first. */
const WORTH_DOUBLING = 1.25;

/**
 * Returns the segment that an idle slot should also encode: the one with the longest remaining time, if the slot is
 * clearly faster.
 */
export function partToDouble<T extends { leftMs: number; pictures: number }>(
  speed: number,
  running: readonly T[],
): T | undefined {
  const last = running.reduce<T | undefined>((a, b) => a === undefined || b.leftMs > a.leftMs ? b : a, undefined);
  return last !== undefined && last.pictures / speed * WORTH_DOUBLING < last.leftMs ? last : undefined;
}

/** Returns the maximum number of segments encoded here concurrently. */
export function localLimit({ atMost, keepLocal, sinceWorkedMs, graceMs, mustHere }: {
  /** Capacity of this machine. */
  atMost: number;
  /** Limit while other machines work. */
  keepLocal: number;
  /** Time since another machine last worked: 0 while one does, undefined if none ever did. */
  sinceWorkedMs: number | undefined;
  /** Maximum time to wait for disconnected machines if nothing should be encoded here. */
  graceMs: number;
  /** True if a segment is waiting that only this machine can encode. */
  mustHere: boolean;
}): number {
  const graced = sinceWorkedMs === undefined
    ? false
    : sinceWorkedMs === 0 || keepLocal === 0 && sinceWorkedMs < graceMs;
  const limit = graced ? Math.min(atMost, keepLocal) : atMost;
  return mustHere ? Math.max(1, limit) : limit;
}

/** Returns how long a machine gets nothing after this many consecutive failures. */
export const backOffMs = (failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
