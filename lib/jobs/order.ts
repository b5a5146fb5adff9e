/** Order in the queue as integers with gaps: putting a job between two others changes one row. Pure. */

/** Room left between neighbours: 20 jobs can be put into the same place before the queue is numbered anew. */
export const GAP = 2 ** 20;

/** A position behind `last`. */
export const behind = (last: number | undefined): number => (last ?? 0) + GAP;

/** A position in front of `first`. */
export const before = (first: number | undefined): number => (first ?? 0) - GAP;

/** A position strictly between two neighbours (either may be missing); undefined when there is no room left. */
export function between(previous: number | undefined, following: number | undefined): number | undefined {
  if (previous === undefined) return before(following);
  if (following === undefined) return behind(previous);
  const middle = Math.floor((previous + following) / 2);
  return middle > previous && middle < following ? middle : undefined;
}

/** New positions for `count` jobs in order. */
export const spread = (count: number): number[] => Array.from({ length: count }, (_, i) => (i + 1) * GAP);
