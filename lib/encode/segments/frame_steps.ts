import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Packed presentation times of the frames in a segment. They are packed because they are kept for all segments of all
 * waiting videos, and one minute has more than a thousand nearly equal numbers.
 */
export type FrameSteps = Uint8Array;

/** Packs times as differences: from 0 to the first time, and between adjacent times. */
export const stepsOf = (times: readonly number[]): FrameSteps =>
  Uint8Array.from(deflateRawSync(JSON.stringify(times.map((time, i) => time - (times[i - 1] ?? 0)))));

/** Unpacks times. */
export function timesFrom(steps: FrameSteps): number[] {
  let time = 0;
  return (JSON.parse(inflateRawSync(steps).toString()) as number[]).map((step) => time += step);
}
