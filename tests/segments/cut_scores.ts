/** Whether a cut can be seen: what the pictures around it lose, beside what as many pictures lose where no cut is. Pure. */

/** The pictures around one cut, in SSIM to the source. */
export interface CutScore {
  /** Less that of all other pictures of the film in parts. */
  againstOthers: number;
  /** Less that of the same pictures by one process, less the same of all other pictures. */
  againstOne: number;
  /**
   * The lowest `againstOne` that is common where no cut is, 0 at most: an encoder that places its groups of pictures
   * otherwise gives single pictures other shares of the bytes all over the film.
   */
  commonAgainstOne: number;
}

/** Pictures on each side of a cut that count as around it. */
const AROUND = 5;
/** One of twenty places without a cut is lower than what is common. */
const UNCOMMON = 0.05;

/**
 * Scores every cut. `whole` and `parts` are the SSIM of every picture by one process and in parts; `cuts` are the numbers
 * of the first pictures behind them.
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
 * True when the pictures around the cut are worse than elsewhere by more than `most`. Where they are as bad by one process,
 * the film is to blame.
 */
export const isSeen = ({ againstOthers, againstOne, commonAgainstOne }: CutScore, most: number): boolean =>
  Math.max(againstOthers, againstOne - commonAgainstOne) < -most;

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
