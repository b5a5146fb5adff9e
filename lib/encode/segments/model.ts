import type { PartTimes } from "../args/time_grid.ts";

/** A film's picture cut into parts that are encoded on their own and joined again. Pure data. */

/** A unit of time: `numerator / denominator` seconds. */
export type TimeBase = readonly [numerator: number, denominator: number];

/** The pictures of one video stream as the container lists them, without decoding. */
export interface PictureList {
  /** Unit of `times` and `keys`. */
  timeBase: TimeBase;
  /** What the file's clock shows at its beginning; ffmpeg takes it off every time. Whole microseconds. */
  startMicroseconds: number;
  /** Presentation time of every picture that is shown, ascending. */
  times: number[];
  /** Those where decoding can begin, ascending. */
  keys: number[];
}

/** One part: its pictures, and from where they are read. */
export interface Segment {
  number: number;
  /** Presentation times of the source, in units of its stream: the first picture and the first one of the next part. */
  from: number;
  /** Absent for the last part, which goes on to the end. */
  until?: number;
  pictures: number;
  /** Seconds from the beginning of the file to where decoding begins: a key picture before `from`; 0 for the first part. */
  seekSeconds: number;
  times: PartTimes;
  /** Units of `times` in a second. */
  unitsPerSecond: number;
}
