/**
 * Determines which machine encodes which segment, based on measured speeds. Pure. Speeds are in frames per millisecond.
 */

/** Machine ID of this machine. */
export const HERE = "";

/** Slot for a segment, and the time at which it becomes free. */
export interface Slot {
  speed: number;
  freeInMs: number;
}

/** Returns when all segments would be finished, if each is assigned to the slot that finishes it first. */
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

/** Number of waiting segments per slot above which only the total number of frames is used. */
const PARTS_PER_SLOT = 4;

/**
 * True if a slot with this speed finishes a segment before all segments could be finished without this slot. `others`
 * are all other slots. `waiting` are the frame counts of the waiting segments, including this one.
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
  /** Number of frames reported by the encoder. */
  frame: number;
  elapsedMs: number;
}

/** Returns the remaining time of a segment, based on the speed of its machine and the reports of its encoder. */
export function leftMs({ pictures, frame, elapsedMs }: Underway, speed: number): number {
  const expected = pictures / speed;
  const byReport = frame > 0 ? elapsedMs * Math.max(0, pictures - frame) / frame : Math.max(0, expected - elapsedMs);
  // A segment that is late is assumed to take as long again as it is already overdue, because the machine may never
  // report again.
  return Math.max(byReport, elapsedMs - expected);
}

/** Minimum ratio of the remaining time of the first encode to the time of a second encode. */
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

/** Returns the maximum number of segments that are encoded concurrently on this machine. */
export function localLimit({ maxSlots, keepLocal, sinceWorkedMs, graceMs, mustHere }: {
  /** Capacity of this machine. */
  maxSlots: number;
  /** Limit while other machines are used. */
  keepLocal: number;
  /** Time since another machine last worked. 0 while one is working, undefined if none ever has. */
  sinceWorkedMs: number | undefined;
  /** Maximum time to wait for disconnected machines, if no segments should be encoded on this machine. */
  graceMs: number;
  /** True if a segment is waiting that only this machine may encode. */
  mustHere: boolean;
}): number {
  const graced = sinceWorkedMs === undefined
    ? false
    : sinceWorkedMs === 0 || keepLocal === 0 && sinceWorkedMs < graceMs;
  const limit = graced ? Math.min(maxSlots, keepLocal) : maxSlots;
  return mustHere ? Math.max(1, limit) : limit;
}

/** Returns the time for which a machine gets no segments after this many consecutive failures. */
export const backOffMs = (failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
