import { evenTime, gridOf, VARIABLE_UNITS } from "../args/time_grid.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { PictureList, Segment, TimeBase } from "./model.ts";

/** How long a part is at least, and what is too short to be the last one. Seconds. */
export interface CutLengths {
  atLeast: number;
  last: number;
}

/**
 * Long enough for what a part costs (starting the encoder, a key picture, a look-ahead that ends) to stay below 1 %; short
 * enough that a power cut loses little.
 */
export const CUT_LENGTHS: CutLengths = { atLeast: 60, last: 20 };

/** Nowhere: one part that is the whole film. */
export const NO_CUTS: CutLengths = { atLeast: Infinity, last: 0 };

/** Rescales a time as ffmpeg's `av_rescale_q` does: to the nearest unit, halves away from zero. */
export function rescale(time: number, from: TimeBase, to: TimeBase): number {
  const numerator = BigInt(time) * BigInt(from[0]) * BigInt(to[1]);
  const denominator = BigInt(from[1]) * BigInt(to[0]);
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return Number(numerator < 0n ? -rounded : rounded);
}

/** Cuts a film at key pictures; one part when it has no place for a cut, none when it has no picture. */
export function cutAtKeys(list: PictureList, video: VideoPlan, { atLeast, last }: CutLengths = CUT_LENGTHS): Segment[] {
  const { timeBase, times, keys, startMicroseconds } = list;
  const [first] = times;
  const end = times.at(-1);
  if (first === undefined || end === undefined) return [];
  const units = (seconds: number) => seconds * timeBase[1] / timeBase[0];
  const cuts = placesOf(keys, first, end - units(last), units(atLeast));
  const begins = [first, ...cuts];
  const indexes = begins.map((time) => firstAtOrAfter(times, time));
  const grid = gridOf(video);
  const unitsPerSecond = grid?.unitsPerSecond ?? VARIABLE_UNITS;
  const clock = rescale(startMicroseconds, MICROSECONDS, [1, unitsPerSecond]);
  const shown = (time: number) => rescale(time, timeBase, [1, unitsPerSecond]) - clock;
  const origin = shown(first);
  return begins.map((from, number) => {
    const until = begins[number + 1];
    const index = indexes[number] ?? 0;
    return {
      number,
      from,
      ...(until === undefined ? {} : { until }),
      pictures: (indexes[number + 1] ?? times.length) - index,
      seekSeconds: number === 0 ? 0 : secondsBefore(keys, from, list),
      times: { clock, origin, start: grid ? evenTime(shown(from), origin, grid) : shown(from) },
      unitsPerSecond,
    };
  });
}

/** When each picture of a part is shown, in the part's own units, counted from its first one. */
export function timesOf(segment: Segment, { times, timeBase }: PictureList, video: VideoPlan): number[] {
  const { from, unitsPerSecond, times: { clock, origin, start } } = segment;
  const grid = gridOf(video);
  const begin = firstAtOrAfter(times, from);
  return times.slice(begin, begin + segment.pictures).map((time) => {
    const shown = rescale(time, timeBase, [1, unitsPerSecond]) - clock;
    return (grid ? evenTime(shown, origin, grid) : shown) - start;
  });
}

const MICROSECONDS: TimeBase = [1, 1_000_000];

/** The first key picture at least so far from the one before, until the last part would be too short. */
function placesOf(keys: readonly number[], first: number, end: number, atLeast: number): number[] {
  const places: number[] = [];
  let next = first + atLeast;
  for (const key of keys) {
    if (key < next) continue;
    if (key > end) break;
    places.push(key);
    next = key + atLeast;
  }
  return places;
}

/**
 * Decoding begins one key picture early: pictures around the cut may refer to it across the cut (open GOP), and come out
 * as they do when the whole film is decoded.
 */
function secondsBefore(keys: readonly number[], from: number, { timeBase, startMicroseconds }: PictureList): number {
  const before = keys[firstAtOrAfter(keys, from) - 1];
  if (before === undefined) return 0;
  return Math.max(0, before * timeBase[0] / timeBase[1] - startMicroseconds / 1e6);
}

/** Index of the first number that is not smaller; the list's length when there is none. */
function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
