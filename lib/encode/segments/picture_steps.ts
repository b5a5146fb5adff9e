import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * When the pictures of a part are shown, packed: every part of every film that waits has them, and a minute of them is some
 * thousand numbers that are nearly all alike.
 */
export type PictureSteps = Uint8Array;

/** Packs times: the steps from 0 to the first and from each to the next. */
export const stepsOf = (times: readonly number[]): PictureSteps =>
  Uint8Array.from(deflateRawSync(JSON.stringify(times.map((time, i) => time - (times[i - 1] ?? 0)))));

/** Unpacks them. */
export function timesFrom(steps: PictureSteps): number[] {
  let time = 0;
  return (JSON.parse(inflateRawSync(steps).toString()) as number[]).map((step) => time += step);
}
