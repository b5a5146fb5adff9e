/** Which machine makes which part of a film: decisions over measured speeds. Pure; speeds in pictures per millisecond. */

/** This machine among those that make parts. */
export const HERE = "";

/** One place where a part can be made, and when it is free. */
export interface Slot {
  speed: number;
  freeInMs: number;
}

/** When everything would be done: every part goes to the slot that finishes it first. */
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

/** With more waiting parts than so many for each slot they are taken for one mass of pictures. */
const PARTS_PER_SLOT = 4;

/**
 * Whether a slot of this speed finishes a part before all the rest would be done without it. `others` are all other slots,
 * `waiting` the pictures of the parts that wait, the part itself among them.
 */
export function isInTime(ownMs: number, others: readonly Slot[], waiting: readonly number[]): boolean {
  if (others.length === 0) return true;
  if (waiting.length <= PARTS_PER_SLOT * others.length) return ownMs <= finishMs(others, waiting);
  const left = waiting.reduce((sum, pictures) => sum + pictures, 0) +
    others.reduce((sum, { freeInMs, speed }) => sum + freeInMs * speed, 0);
  return ownMs <= left / others.reduce((sum, { speed }) => sum + speed, 0);
}

/** What is known of a part that is being made. */
export interface Underway {
  pictures: number;
  /** Pictures that its encoder has reported. */
  frame: number;
  elapsedMs: number;
}

/** How long a part still takes, by the speed of its machine and by what its encoder reports. */
export function leftMs({ pictures, frame, elapsedMs }: Underway, speed: number): number {
  const expected = pictures / speed;
  const byReport = frame > 0 ? elapsedMs * Math.max(0, pictures - frame) / frame : Math.max(0, expected - elapsedMs);
  // What is late is taken to be as late again: a machine may be silent for ever.
  return Math.max(byReport, elapsedMs - expected);
}

/** A second encode of a part has to be so many times as fast as what is left of the first. */
const WORTH_DOUBLING = 1.25;

/** The part that an idle slot should make as well: the one that takes longest, if the slot is clearly sooner. */
export function partToDouble<T extends { leftMs: number; pictures: number }>(
  speed: number,
  running: readonly T[],
): T | undefined {
  const last = running.reduce<T | undefined>((a, b) => a === undefined || b.leftMs > a.leftMs ? b : a, undefined);
  return last !== undefined && last.pictures / speed * WORTH_DOUBLING < last.leftMs ? last : undefined;
}

/** How many parts may be made here at once. */
export function localLimit({ atMost, keepLocal, sinceWorkedMs, graceMs, mustHere }: {
  /** What this machine has room for. */
  atMost: number;
  /** How many while other machines work. */
  keepLocal: number;
  /** How long ago another machine worked: 0 while one does, undefined when none ever did. */
  sinceWorkedMs: number | undefined;
  /** Machines that are gone may come back for so long, when nothing is to be made here. */
  graceMs: number;
  /** A part waits that only this machine can make. */
  mustHere: boolean;
}): number {
  const graced = sinceWorkedMs === undefined
    ? false
    : sinceWorkedMs === 0 || keepLocal === 0 && sinceWorkedMs < graceMs;
  const limit = graced ? Math.min(atMost, keepLocal) : atMost;
  return mustHere ? Math.max(1, limit) : limit;
}

/** How long a machine gets nothing after so many failures in a row. */
export const backOffMs = (failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
