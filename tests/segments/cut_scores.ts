/**
 * Scores the visibility of cuts: the quality loss of the frames around a cut compared with the loss of as many frames
 * elsewhere. Pure.
 */

/** Differences in SSIM of the frames around a cut. */
export interface CutScore {
  /** Difference to all other frames of the segmented movie. */
  againstOthers: number;
  /** Difference to the same frames of the single encode, minus this difference for all other frames. */
  againstOne: number;
  /**
   * Low value of `againstOne` that is still common at positions without a cut, at most 0. An encoder that places its
   * GOPs differently distributes the bytes of single frames differently across the whole movie.
   */
  commonAgainstOne: number;
}

/** Number of frames on each side of a cut that are compared. */
const AROUND = 5;
/** Share of positions without a cut whose value may be lower than the common value. */
const UNCOMMON = 0.05;

/**
 * Scores every cut. `whole` and `parts` are the SSIM of every frame in the single and the segmented encode. `cuts` are
 * the numbers of the first frames after the cuts.
 */
export function cutScores(cuts: readonly number[], whole: readonly number[], parts: readonly number[]): CutScore[] {
  const isElsewhere = (i: number) => cuts.every((cut) => Math.abs(i + 0.5 - cut) > AROUND);
  const elsewhere = (scores: readonly number[]) => mean(scores.filter((_, i) => isElsewhere(i)));
  const [wholeElsewhere, partsElsewhere] = [elsewhere(whole), elsewhere(parts)];
  const around = (scores: readonly number[], place: number) => mean(scores.slice(place - AROUND, place + AROUND));
  const againstOthers = (place: number) => around(parts, place) - partsElsewhere;
  const againstOne = (place: number) => againstOthers(place) - (around(whole, place) - wholeElsewhere);
  const places = Array.from({ length: Math.floor(parts.length / (2 * AROUND)) }, (_, i) => (2 * i + 1) * AROUND)
    .filter((place) => cuts.every((cut) => Math.abs(place - cut) >= 2 * AROUND));
  const lowest = places.map(againstOne).sort((a, b) => a - b);
  const commonAgainstOne = Math.min(0, lowest[Math.floor(lowest.length * UNCOMMON)] ?? 0);
  return cuts.map((cut) => ({
    againstOthers: againstOthers(cut),
    againstOne: againstOne(cut),
    commonAgainstOne,
  }));
}

/**
 * True if the frames around the cut are worse than elsewhere by more than `most`. If they are equally bad in the single
 * encode, the movie is the cause.
 */
export const isSeen = ({ againstOthers, againstOne, commonAgainstOne }: CutScore, most: number): boolean =>
  Math.max(againstOthers, againstOne - commonAgainstOne) < -most;

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
