import type { TimeBase } from "./model.ts";

/** Rescales a time in the same way as ffmpeg's `av_rescale_q`: to the nearest unit, rounding halves away from zero. */
export function rescale(time: number, from: TimeBase, to: TimeBase): number {
  const numerator = BigInt(time) * BigInt(from[0]) * BigInt(to[1]);
  const denominator = BigInt(from[1]) * BigInt(to[0]);
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return Number(numerator < 0n ? -rounded : rounded);
}
