import type { PartTimes } from "../plan/time_grid.ts";

/** Video split into segments that are encoded separately and then joined. Pure data. */

/** Time base of `numerator / denominator` seconds. */
export type TimeBase = readonly [numerator: number, denominator: number];

/** Frames of a video stream according to the container, without decoding. */
export interface PictureList {
  /** Time base of `times` and `keys`. */
  timeBase: TimeBase;
  /** Clock value at the start of the file, in whole microseconds. ffmpeg subtracts it from every timestamp. */
  startMicroseconds: number;
  /** Presentation times of all visible frames, ascending. */
  times: number[];
  /** Presentation times of keyframes, ascending. */
  keys: number[];
}

/** One segment: its frames, and where reading starts. */
export interface Segment {
  number: number;
  /** Presentation times in units of the source stream: the first frame, and the first frame of the next segment. */
  from: number;
  /** Absent for the last segment, which extends to the end. */
  until?: number;
  pictures: number;
  /**
   * Seconds from the start of the file to where decoding starts: a keyframe before `from`, or 0 for the first segment.
   */
  seekSeconds: number;
  times: PartTimes;
  /** Units of `times` per second. */
  unitsPerSecond: number;
}
