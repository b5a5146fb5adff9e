/** Order in the queue as integers with gaps: putting a job between two others changes one row. Pure. */

/** Room left between neighbours: 20 jobs can be put into the same place before its surroundings are numbered anew. */
export const POSITION_GAP = 2 ** 20;

/** A position behind `last`. */
export const positionBehind = (last: number | undefined): number => (last ?? 0) + POSITION_GAP;

/** A position in front of `first`. */
export const positionInFront = (first: number | undefined): number => (first ?? 0) - POSITION_GAP;

/** A position strictly between two neighbours (either may be missing); undefined when there is no room left. */
export function positionBetween(previous: number | undefined, following: number | undefined): number | undefined {
  if (previous === undefined) return positionInFront(following);
  if (following === undefined) return positionBehind(previous);
  const middle = Math.floor((previous + following) / 2);
  return middle > previous && middle < following ? middle : undefined;
}

/** Positions for `count` jobs in order, all above `low` and below `high`; undefined when they do not fit with room between. */
export function spreadPositions(count: number, low: number, high: number | undefined): number[] | undefined {
  const step = high === undefined ? POSITION_GAP : Math.min(POSITION_GAP, Math.floor((high - low) / (count + 1)));
  return step < MIN_STEP ? undefined : Array.from({ length: count }, (_, i) => low + (i + 1) * step);
}

/** Less room than for a few more jobs is none. */
const MIN_STEP = 16;
