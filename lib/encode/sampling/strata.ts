import type { Piece } from "./pieces.ts";
import type { RateWindow } from "../plan/rate_profile.ts";

/** Sample that represents a section of the video. */
export interface WeightedPiece extends Piece {
  /** Fraction of the duration that the sample represents. The sum of all weights is 1. */
  weight: number;
  /** Mean bitrate of the source in that section, divided by its bitrate in the sample. */
  rateRatio: number;
}

/**
 * Fraction of the mass that depends on the duration instead of the number of bits, so that sections with few bits are
 * sampled too.
 */
const TIME_PART = 0.35;

/**
 * Divides the windows into `count` strata of similar bitrate and selects one sample in each. Strata have equal mass
 * instead of equal duration. The mass depends mostly on the number of bits, because the error of a stratum is
 * proportional to its size (Neyman allocation with a spread proportional to the rate). Pure.
 */
export function placePieces(windows: RateWindow[], { count, seconds, fps }: {
  count: number;
  seconds: number;
  fps: number;
}): WeightedPiece[] {
  const total = windows.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  const mass = ({ bytesPerSecond }: RateWindow): number =>
    TIME_PART / windows.length + (total > 0 ? ((1 - TIME_PART) * bytesPerSecond) / total : 0);
  // Bitrates that differ by less than ten percent are treated as equal and keep their time order, so that a constant
  // bitrate results in evenly spaced samples.
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
      // The sample starts half a frame early, so that rounded timestamps cannot drop its first frame.
      atSeconds: Math.max(0, (Math.round(chosen.atSeconds * fps) - 0.5) / fps),
      seconds,
      weight: stratum.length / windows.length,
      // Adds one byte per second to both values, to avoid dividing zero by zero in sections without packets.
      rateRatio: (mean + 1) / (chosen.bytesPerSecond + 1),
    };
  });
}

/**
 * Returns one of the windows that are closest to the mean bitrate. The choice alternates, so that they are not all at
 * the start of the video.
 */
function typicalOf(stratum: RateWindow[], mean: number, index: number): RateWindow {
  const near = stratum.toSorted((a, b) => Math.abs(a.bytesPerSecond - mean) - Math.abs(b.bytesPerSecond - mean))
    .slice(0, Math.max(1, Math.ceil(stratum.length / 4)))
    .sort((a, b) => a.atSeconds - b.atSeconds);
  const chosen = near[Math.floor(((index * 0.618) % 1) * near.length)] ?? stratum[0];
  if (!chosen) throw new RangeError("A stratum must have at least one window.");
  return chosen;
}
