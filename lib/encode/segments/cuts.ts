import { evenTime, gridOf, isMadeEven, VARIABLE_UNITS } from "../args/time_grid.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { Container } from "../profiles/schema.ts";
import { originInMilliseconds } from "./even_origin.ts";
import type { PictureList, Segment, TimeBase } from "./model.ts";
import { rescale } from "./rescale.ts";

/** About how long a part is, and what is too short to be one. Seconds. */
export interface CutLengths {
  about: number;
  shortest: number;
}

/**
 * Long enough for what a part costs (starting the encoder, a key picture, a look-ahead that ends) to stay below 1 %; short
 * enough that a power cut loses little.
 */
export const CUT_LENGTHS: CutLengths = { about: 60, shortest: 20 };

/** Nowhere: one part that is the whole film. */
export const NO_CUTS: CutLengths = { about: Infinity, shortest: 0 };

/** A film's picture, and what the whole of it is written into. */
export interface CutPlan {
  video: VideoPlan;
  container: Container;
}

/**
 * Cuts a film at key pictures into parts that are as equally long as these allow; one part when it has no place for a cut,
 * none when it has no picture.
 */
export function cutAtKeys(
  list: PictureList,
  { video, container }: CutPlan,
  { about, shortest }: CutLengths = CUT_LENGTHS,
): Segment[] {
  const { timeBase, times, keys } = list;
  const [first] = times;
  const end = times.at(-1);
  if (first === undefined || end === undefined) return [];
  const units = (seconds: number) => seconds * timeBase[1] / timeBase[0];
  const cuts = placesOf(keys, { first, end }, { about: units(about), shortest: units(shortest) });
  const begins = [first, ...cuts];
  const indexes = begins.map((time) => firstAtOrAfter(times, time));
  const clock = clockOf(list, video);
  const origin = originOf(list, { video, container });
  const timeOf = shownBy(list, video, origin);
  return begins.map((from, number) => {
    const until = begins[number + 1];
    const index = indexes[number] ?? 0;
    return {
      number,
      from,
      ...(until === undefined ? {} : { until }),
      pictures: (indexes[number + 1] ?? times.length) - index,
      seekSeconds: number === 0 ? 0 : secondsBefore(list, from),
      times: { clock, start: timeOf(from), ...(origin === undefined ? {} : { origin }) },
      unitsPerSecond: unitsOf(video),
    };
  });
}

/** When each picture of a part is shown, in the part's own units, counted from its first one. */
export function timesOf(segment: Segment, list: PictureList, video: VideoPlan): number[] {
  const { from, pictures, times: { start, origin } } = segment;
  const begin = firstAtOrAfter(list.times, from);
  const timeOf = shownBy(list, video, origin);
  return list.times.slice(begin, begin + pictures).map((time) => timeOf(time) - start);
}

const unitsOf = (video: VideoPlan): number => gridOf(video)?.unitsPerSecond ?? VARIABLE_UNITS;

/** What the file's clock shows at its beginning, in units of the parts. */
const clockOf = ({ startMicroseconds }: PictureList, video: VideoPlan): number =>
  rescale(startMicroseconds, MICROSECONDS, [1, unitsOf(video)]);

/** When a picture of the source is shown in the result, in units of the parts. */
function shownBy(list: PictureList, video: VideoPlan, origin?: number): (time: number) => number {
  const [grid, clock, units] = [gridOf(video), clockOf(list, video), unitsOf(video)];
  return (time) => {
    const shown = rescale(time, list.timeBase, [1, units]) - clock;
    return grid && origin !== undefined ? evenTime(shown, origin, grid) : shown;
  };
}

/** Where even times are counted from; undefined where every picture keeps its own. */
function originOf(list: PictureList, { video, container }: CutPlan): number | undefined {
  const grid = gridOf(video);
  const [first] = list.times;
  if (!grid || first === undefined) return undefined;
  const timeOf = shownBy(list, video);
  return isMadeEven(video, container) ? timeOf(first) : originInMilliseconds(list.times.map(timeOf), grid);
}

const MICROSECONDS: TimeBase = [1, 1_000_000];

/**
 * Of equally spaced places the key picture next to each, where it makes no part too short: parts of one length that are made
 * side by side end together.
 */
function placesOf(
  keys: readonly number[],
  { first, end }: { first: number; end: number },
  { about, shortest }: CutLengths,
): number[] {
  const count = Math.round((end - first) / about);
  const places: number[] = [];
  for (let number = 1; number < count; number++) {
    const key = nearest(keys, first + number * (end - first) / count);
    const before = places.at(-1) ?? first;
    if (key > before && key - before >= shortest && end - key >= shortest) places.push(key);
  }
  return places;
}

/** The nearest of sorted numbers; NaN when there are none. */
function nearest(sorted: readonly number[], value: number): number {
  const at = firstAtOrAfter(sorted, value);
  const [before = NaN, after = before] = [sorted[at - 1] ?? sorted[at], sorted[at]];
  return value - before <= after - value ? before : after;
}

/**
 * Where decoding begins, in seconds of the file: one key picture early, as pictures around the cut may refer to it across
 * the cut (open GOP), and come out as they do when the whole film is decoded.
 */
function secondsBefore({ keys, timeBase, startMicroseconds }: PictureList, from: number): number {
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
