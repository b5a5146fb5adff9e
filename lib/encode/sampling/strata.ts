import type { Piece } from "./pieces.ts";
import type { RateWindow } from "../plan/rate_profile.ts";

/** A piece that stands for a part of the film. */
export interface WeightedPiece extends Piece {
  /** Part of the film's time that it stands for; all pieces together 1. */
  weight: number;
  /** Mean rate of the source in that part over the rate in the piece itself. */
  rateRatio: number;
}

/** Part of the mass that goes by time alone: quiet parts are few bits, but how few has to be seen as well. */
const TIME_PART = 0.35;

/**
 * Divides the windows into `count` strata of like bit rate and takes one piece of each. Strata are of equal mass, not equal
 * time: mass is mostly bits, because a stratum adds to the error of the whole what it adds to its size (Neyman's
 * allocation with a spread proportional to the rate). Pure.
 */
export function placePieces(windows: RateWindow[], { count, seconds, fps }: {
  count: number;
  seconds: number;
  fps: number;
}): WeightedPiece[] {
  const total = windows.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  const mass = ({ bytesPerSecond }: RateWindow): number =>
    TIME_PART / windows.length + (total > 0 ? ((1 - TIME_PART) * bytesPerSecond) / total : 0);
  // Rates within a tenth count as equal and stay in the order of time: a constant rate gives pieces spread evenly.
  const level = ({ bytesPerSecond }: RateWindow): number => Math.round(Math.log(bytesPerSecond + 1) / Math.log(1.1));
  const sorted = windows.toSorted((a, b) => level(a) - level(b) || a.atSeconds - b.atSeconds);
  const massSum = sorted.reduce((sum, window) => sum + mass(window), 0);
  const strata: RateWindow[][] = [];
  let before = 0;
  for (const window of sorted) {
    const place = Math.min(count - 1, Math.floor(((before + mass(window) / 2) / massSum) * count));
    (strata[place] ??= []).push(window);
    before += mass(window);
  }
  return strata.filter((stratum) => stratum.length > 0).map((stratum, i) => {
    const mean = stratum.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0) / stratum.length;
    const chosen = typicalOf(stratum, mean, i);
    return {
      // Half a frame early, so that rounded times cannot lose the first picture.
      atSeconds: Math.max(0, (Math.round(chosen.atSeconds * fps) - 0.5) / fps),
      seconds,
      weight: stratum.length / windows.length,
      // One byte a second more on both sides: a part without any packets divides nothing by nothing.
      rateRatio: (mean + 1) / (chosen.bytesPerSecond + 1),
    };
  });
}

/** One of the windows nearest to the mean rate; which of them alternates, so that not all are of the film's beginning. */
function typicalOf(stratum: RateWindow[], mean: number, index: number): RateWindow {
  const near = stratum.toSorted((a, b) => Math.abs(a.bytesPerSecond - mean) - Math.abs(b.bytesPerSecond - mean))
    .slice(0, Math.max(1, Math.ceil(stratum.length / 4)))
    .sort((a, b) => a.atSeconds - b.atSeconds);
  const chosen = near[Math.floor(((index * 0.618) % 1) * near.length)] ?? stratum[0];
  if (!chosen) throw new RangeError("A stratum has at least one window.");
  return chosen;
}
