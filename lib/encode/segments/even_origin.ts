import { evenTime, type TimeGrid } from "../args/time_grid.ts";
import type { TimeBase } from "./model.ts";
import { rescale } from "./rescale.ts";

/** Where the even times of parts begin, for a container that counts milliseconds. Pure. */

const MILLISECONDS: TimeBase = [1, 1000];

/**
 * Where even times must be counted from, in units of the grid, for each picture to come to the very millisecond at which it
 * is shown when nothing is made even; undefined when there is no such place. The first picture's own time is none as soon
 * as it was rounded. `times` are in units of the grid.
 */
export function originInMilliseconds(times: readonly number[], grid: TimeGrid): number | undefined {
  const { unitsPerSecond, unitsPerPicture, slack } = grid;
  const [first] = times;
  if (first === undefined) return undefined;
  const milliseconds = (time: number) => rescale(time, [1, unitsPerSecond], MILLISECONDS);
  const units = (ms: number) => ms * unitsPerSecond / 1000;
  let [low, high] = [-Infinity, Infinity];
  for (const time of times) {
    const even = Math.round((time - first) / unitsPerPicture) * unitsPerPicture;
    if (Math.abs(time - first - even) > slack) continue;
    low = Math.max(low, units(milliseconds(time) - 0.5) - even);
    high = Math.min(high, units(milliseconds(time) + 0.5) - even);
  }
  // Of a rate like 24000/1001 only one unit may fit: the lowest, as halves are rounded up.
  return [Math.floor((low + high) / 2), Math.ceil(low)].find((origin) =>
    times.every((time) => milliseconds(evenTime(time, origin, grid)) === milliseconds(time))
  );
}
