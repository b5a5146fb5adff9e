import { evenTime, gridOf, isMadeEven, type TimeGrid, VARIABLE_UNITS } from "../plan/time_grid.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { Container } from "../profiles/schema.ts";
import type { FrameList, Segment, TimeBase } from "./model.ts";
import { rescale } from "./rescale.ts";

/** Target and minimum length of a segment, in seconds. */
export interface CutLengths {
  about: number;
  shortest: number;
}

/**
 * Default lengths, which are long enough to keep the overhead (start of the encoder, an additional keyframe, a shorter
 * lookahead) below 1 %, and short enough to lose little in a power failure.
 */
export const CUT_LENGTHS: CutLengths = { about: 60, shortest: 20 };

/** A single segment that covers the whole video. */
export const NO_CUTS: CutLengths = { about: Infinity, shortest: 0 };

/** Video of a plan and the container of the complete result. */
export interface CutPlan {
  video: VideoPlan;
  container: Container;
}

/**
 * Splits a video at keyframes into segments of similar length. Returns one segment if there is no suitable position,
 * and none if there are no frames.
 */
export function cutAtKeys(
  list: FrameList,
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

/** Returns the presentation times of the frames in a segment, in units of the segment, starting at 0. */
export function timesOf(segment: Segment, list: FrameList, video: VideoPlan): number[] {
  const { from, pictures, times: { start, origin } } = segment;
  const begin = firstAtOrAfter(list.times, from);
  const timeOf = shownBy(list, video, origin);
  return list.times.slice(begin, begin + pictures).map((time) => timeOf(time) - start);
}

const unitsOf = (video: VideoPlan): number => gridOf(video)?.unitsPerSecond ?? VARIABLE_UNITS;

/** Returns the clock value at the start of the file, in units of the segments. */
const clockOf = ({ startMicroseconds }: FrameList, video: VideoPlan): number =>
  rescale(startMicroseconds, MICROSECONDS, [1, unitsOf(video)]);

/** Returns a function that converts timestamps of the source to timestamps of the result, in units of the segments. */
function shownBy(list: FrameList, video: VideoPlan, origin?: number): (time: number) => number {
  const [grid, clock, units] = [gridOf(video), clockOf(list, video), unitsOf(video)];
  return (time) => {
    const shown = rescale(time, list.timeBase, [1, units]) - clock;
    return grid && origin !== undefined ? evenTime(shown, origin, grid) : shown;
  };
}

/** Returns the origin of the frame grid. Undefined if each frame keeps its timestamp. */
function originOf(list: FrameList, { video, container }: CutPlan): number | undefined {
  const grid = gridOf(video);
  const [first] = list.times;
  if (!grid || first === undefined) return undefined;
  const timeOf = shownBy(list, video);
  return isMadeEven(video, container) ? timeOf(first) : originInMilliseconds(list.times.map(timeOf), grid);
}

const MICROSECONDS: TimeBase = [1, 1_000_000];

/**
 * Returns the keyframes that are nearest to evenly spaced positions, unless a segment would be too short. Segments of
 * equal length that are encoded in parallel finish together.
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

/** Returns the nearest of sorted numbers. NaN if there are none. */
function nearest(sorted: readonly number[], value: number): number {
  const at = firstAtOrAfter(sorted, value);
  const [before = NaN, after = before] = [sorted[at - 1] ?? sorted[at], sorted[at]];
  return value - before <= after - value ? before : after;
}

/**
 * Returns the position at which decoding starts, in seconds of the file. It is one keyframe earlier, because frames
 * around the cut may reference frames across it (open GOP) and must be decoded as in the whole video.
 */
function secondsBefore({ keys, timeBase, startMicroseconds }: FrameList, from: number): number {
  const before = keys[firstAtOrAfter(keys, from) - 1];
  if (before === undefined) return 0;
  return Math.max(0, before * timeBase[0] / timeBase[1] - startMicroseconds / 1e6);
}

/** Returns the index of the first number that is not smaller, or the length of the list. */
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

/** Determines the grid origin of segments for containers whose unit is milliseconds. Pure. */

const MILLISECONDS: TimeBase = [1, 1000];

/**
 * Returns the grid origin at which the timestamp of each frame is the same millisecond as without alignment. Undefined
 * if there is none. The timestamp of the first frame cannot be used if it has been rounded. `times` and the result are
 * in units of the grid.
 */
function originInMilliseconds(times: readonly number[], grid: TimeGrid): number | undefined {
  const { unitsPerSecond, unitsPerFrame, slack } = grid;
  const [first] = times;
  if (first === undefined) return undefined;
  const milliseconds = (time: number) => rescale(time, [1, unitsPerSecond], MILLISECONDS);
  const units = (ms: number) => ms * unitsPerSecond / 1000;
  let [low, high] = [-Infinity, Infinity];
  for (const time of times) {
    const even = Math.round((time - first) / unitsPerFrame) * unitsPerFrame;
    if (Math.abs(time - first - even) > slack) continue;
    low = Math.max(low, units(milliseconds(time) - 0.5) - even);
    high = Math.min(high, units(milliseconds(time) + 0.5) - even);
  }
  // With rates such as 24000/1001, only one unit may be suitable. It is the lowest one, because halves are rounded up.
  return [Math.floor((low + high) / 2), Math.ceil(low)].find((origin) =>
    times.every((time) => milliseconds(evenTime(time, origin, grid)) === milliseconds(time))
  );
}
