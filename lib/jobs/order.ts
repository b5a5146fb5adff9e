/**
 * Positions in the queue are integers with gaps, so that inserting a job between two others changes only one row. Pure.
 */

/**
 * Gap between adjacent positions. 20 jobs can be inserted at the same position before adjacent jobs must be renumbered.
 */
export const POSITION_GAP = 2 ** 20;

/** Returns a position after `last`. */
export const positionBehind = (last: number | undefined): number => (last ?? 0) + POSITION_GAP;

/** Returns a position before `first`. */
export const positionInFront = (first: number | undefined): number => (first ?? 0) - POSITION_GAP;

/** Returns a position between two others, either of which may be missing, or undefined if there is no gap. */
export function positionBetween(previous: number | undefined, following: number | undefined): number | undefined {
  if (previous === undefined) return positionInFront(following);
  if (following === undefined) return positionBehind(previous);
  const middle = Math.floor((previous + following) / 2);
  return middle > previous && middle < following ? middle : undefined;
}

/** Returns positions for `count` jobs in order, between `low` and `high`, or undefined if they do not fit with gaps. */
export function spreadPositions(count: number, low: number, high: number | undefined): number[] | undefined {
  const step = high === undefined ? POSITION_GAP : Math.min(POSITION_GAP, Math.floor((high - low) / (count + 1)));
  return step < MIN_STEP ? undefined : Array.from({ length: count }, (_, i) => low + (i + 1) * step);
}

/** Minimum gap, which allows a few more jobs to be inserted. */
const MIN_STEP = 16;
