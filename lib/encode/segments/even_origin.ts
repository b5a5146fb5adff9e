import { evenTime, type TimeGrid } from "../plan/time_grid.ts";
import type { TimeBase } from "./model.ts";
import { rescale } from "./rescale.ts";

/** Grid origin of segments for containers that count milliseconds. Pure. */

const MILLISECONDS: TimeBase = [1, 1000];

/**
 * Returns the grid origin with which every frame falls on the same millisecond as without alignment. Undefined if there
 * is none. The first frame's own timestamp is unsuitable once it has been rounded. `times` and the result are in units
 * of the grid.
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
  // At rates such as 24000/1001 only one unit may fit: the lowest, because halves are rounded up.
  return [Math.floor((low + high) / 2), Math.ceil(low)].find((origin) =>
    times.every((time) => milliseconds(evenTime(time, origin, grid)) === milliseconds(time))
  );
}
