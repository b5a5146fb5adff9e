import type { PartTimes } from "../plan/time_grid.ts";

/** Data of a video that is split into segments, which are encoded separately and then joined. */

/** Time base. One unit is `numerator / denominator` seconds. */
export type TimeBase = readonly [numerator: number, denominator: number];

/** Frames of a video stream according to the container, without decoding. */
export interface FrameList {
  /** Time base of `times` and `keys`. */
  timeBase: TimeBase;
  /** Clock value at the start of the file, in microseconds. ffmpeg subtracts it from all timestamps. */
  startMicroseconds: number;
  /** Presentation times of all visible frames, ascending. */
  times: number[];
  /** Presentation times of keyframes, ascending. */
  keys: number[];
}

/** One segment: its frames, and the position at which reading starts. */
export interface Segment {
  number: number;
  /** Presentation times in units of the source stream: the first frame, and the first frame of the next segment. */
  from: number;
  /** Time of the first frame of the next segment. Absent for the last segment. */
  until?: number;
  pictures: number;
  /**
   * Position at which decoding starts, in seconds from the start of the file: a keyframe before `from`, or 0 for the
   * first segment.
   */
  seekSeconds: number;
  times: PartTimes;
  /** Units of `times` per second. */
  unitsPerSecond: number;
}
