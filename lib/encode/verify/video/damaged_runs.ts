import { comparePair, type MeasuredFrame } from "./frame_features.ts";

/**
 * Finds sections in which a result is suddenly worse than just before (or just after, at the start of a shot) although
 * the source continues unchanged. Damaged bytes that a decoder accepts without an error affect all frames until the
 * next keyframe. Requires consecutive frames: a whole video, or the frames of each window. Pure.
 *
 * The loss of an encoder depends on the content and increases when motion, a flash or a new scene starts, so sections
 * in which the source changes are ignored.
 */

/** Difference between a plane of a frame and that of the source, in levels of 0 to 255 on downscaled frames. */
export interface PlaneError {
  /** Mean squared difference. */
  square: number;
  /** Largest difference of a single pixel. */
  peak: number;
}

/** Differences between a frame and its source frame, and between the source frame and the one before it. */
export interface FrameError {
  atSeconds: number;
  luma: PlaneError;
  chroma: PlaneError;
  /** Mean difference from the previous source frame. */
  motion: number;
  /** Difference of the area that changed most. */
  change: number;
  /** Correlation with the previous source frame, -1 to 1. */
  likeness: number;
  /** Mean and standard deviation of the luma in the source. */
  brightness: number;
  spread: number;
}

/** Measures a pair. `before` is the previous source frame, if it is adjacent. */
export function frameError(
  source: MeasuredFrame,
  result: MeasuredFrame,
  before: MeasuredFrame | undefined,
): FrameError {
  const luma = source.data.length / 3;
  const { lumaError, worstBlock, likeness, resultLuma, resultSpread } = comparePair(before ?? source, source);
  return {
    atSeconds: source.atSeconds,
    luma: planeError(source.data, result.data, 0, luma),
    chroma: planeError(source.data, result.data, luma, source.data.length),
    motion: lumaError,
    change: worstBlock.error,
    likeness,
    brightness: resultLuma,
    spread: resultSpread,
  };
}

function planeError(a: Uint8Array, b: Uint8Array, from: number, to: number): PlaneError {
  let [sum, largestSquare] = [0, 0];
  for (let i = from; i < to; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    const square = difference * difference;
    sum += square;
    if (square > largestSquare) largestSquare = square;
  }
  return { square: sum / Math.max(1, to - from), peak: Math.sqrt(largestSquare) };
}

/** Run of consecutive frames that differ from the source more than the frames around them. */
export interface DamagedRun {
  fromSeconds: number;
  toSeconds: number;
  frames: number;
  /** Mean squared error of the run, divided by the largest one among the normal frames next to it. */
  ratio: number;
}

/**
 * Number of frames that define the normal error. It is larger than the number of levels in an encoder's reference
 * pyramid.
 */
const AROUND = 12;
/** Minimum length of a run. Encoders save bits on individual frames, and two frames are not noticeable. */
const MIN_FRAMES = 3;
/**
 * Minimum factor by which the largest difference increases at the start of a run. It increases immediately, while the
 * mean may take a second.
 */
const JUMP_RATIO = 1.5;
const JUMP_LEVELS = 6;

/** Minimum ratio of the mean errors in a run to the largest errors in normal frames. */
interface Outstanding {
  square: number;
  peak: number;
}

/**
 * In more than 300 good encodes, the mean square of a run with a sudden start is at most 0.9 times the largest normal
 * one. Single flipped bits in H.264 and VP9 reach 3, and 1.9 times the largest difference, as soon as they are visible.
 */
const AFTER_USUAL: Outstanding = { square: 2.5, peak: 1.5 };
/** Ratios at the start of a shot, where encoders often use a low quality. Good encodes reach 3.4 and 2.2. */
const BEFORE_USUAL: Outstanding = { square: 4, peak: 3 };
/** Minimum mean square. Smaller errors are invisible, however small the normal error is. */
const SQUARE_FLOOR = 1;
const PEAK_FLOOR = 8;

/** Maximum factor by which the motion in the source may increase at the start of a run. Encoder errors depend on it. */
const MOTION_RATIO = 1.5;
const MOTION_LEVELS = 0.2;
const CHANGE_LEVELS = 2;
const LIGHT_LEVELS = 5;
const SPREAD_SHARE = 0.2;
const SPREAD_LEVELS = 0.5;

/** Minimum correlation, and maximum increase in motion, between two source frames of the same shot. */
const MIN_LIKENESS = 0.5;
const CUT_RATIO = 2;
const CUT_LEVELS = 3;

/** True if the source frame belongs to the same shot as the frames before. */
export function continuesShot(shot: readonly FrameError[], { motion, likeness }: FrameError): boolean {
  if (shot.length === 0) return false;
  // The difference between the first frame and the previous shot is not relevant here.
  const before = shot.slice(Math.max(1, shot.length - AROUND));
  return likeness >= MIN_LIKENESS &&
    (before.length === 0 || motion <= CUT_RATIO * largest(before, (frame) => frame.motion) + CUT_LEVELS);
}

/** Returns the damaged runs of one shot, in time order. */
export function damagedRuns(shot: readonly FrameError[]): DamagedRun[] {
  const forwards = shot.map((frame, i) => i === 0 ? { ...frame, motion: 0, change: 0 } : frame);
  const backwards = forwards.toReversed();
  const found = (["luma", "chroma"] as const).flatMap((plane) => [
    ...runsIn(forwards, plane, AFTER_USUAL),
    // A run at the start of a shot has normal frames only after it.
    ...runsIn(backwards, plane, BEFORE_USUAL).map((run) => ({
      ...run,
      fromSeconds: run.toSeconds,
      toSeconds: run.fromSeconds,
    })),
  ]);
  return withoutOverlap(found.toSorted((a, b) => a.fromSeconds - b.fromSeconds));
}

/** Returns the runs that follow `AROUND` normal frames, up to the next normal frame or the end of the shot. */
function runsIn(shot: readonly FrameError[], plane: "luma" | "chroma", least: Outstanding): DamagedRun[] {
  const runs: DamagedRun[] = [];
  const square = (frame: FrameError) => frame[plane].square;
  const peak = (frame: FrameError) => frame[plane].peak;
  for (let from = AROUND; from < shot.length; from++) {
    const usual = shot.slice(from - AROUND, from);
    const [usualSquare, usualPeak] = [largest(usual, square), largest(usual, peak)];
    let to = from;
    for (let frame = shot[to]; frame && peak(frame) > JUMP_RATIO * usualPeak + JUMP_LEVELS; frame = shot[to]) {
      to++;
    }
    if (to === from) continue;
    const run = shot.slice(from, to);
    const [first, last] = [run[0], run.at(-1)];
    const isOutlier = mean(run, square) > least.square * usualSquare + SQUARE_FLOOR &&
      mean(run, peak) > least.peak * usualPeak + PEAK_FLOOR;
    if (first && last && run.length >= MIN_FRAMES && isOutlier && isContinuous(usual, run.slice(0, AROUND))) {
      const ratio = mean(run, square) / Math.max(SQUARE_FLOOR, usualSquare);
      runs.push({ fromSeconds: first.atSeconds, toSeconds: last.atSeconds, frames: run.length, ratio });
    }
    from = to - 1;
  }
  return runs;
}

/** True if content and motion of the source are the same before and after a frame. */
function isContinuous(before: readonly FrameError[], after: readonly FrameError[]): boolean {
  const motion = (frame: FrameError) => frame.motion;
  const change = (frame: FrameError) => frame.change;
  const brightness = (frame: FrameError) => frame.brightness;
  const spread = (frame: FrameError) => frame.spread;
  return largest(after, motion) <= MOTION_RATIO * largest(before, motion) + MOTION_LEVELS &&
    largest(after, change) <= MOTION_RATIO * largest(before, change) + CHANGE_LEVELS &&
    Math.abs(mean(after, brightness) - mean(before, brightness)) <= LIGHT_LEVELS &&
    Math.abs(mean(after, spread) - mean(before, spread)) <= SPREAD_SHARE * mean(before, spread) + SPREAD_LEVELS;
}

function withoutOverlap(runs: DamagedRun[]): DamagedRun[] {
  const kept: DamagedRun[] = [];
  for (const run of runs) {
    const before = kept.at(-1);
    if (!before || run.fromSeconds > before.toSeconds) kept.push(run);
  }
  return kept;
}

const largest = (frames: readonly FrameError[], of: (frame: FrameError) => number): number =>
  frames.reduce((most, frame) => Math.max(most, of(frame)), 0);
const mean = (frames: readonly FrameError[], of: (frame: FrameError) => number): number =>
  frames.reduce((sum, frame) => sum + of(frame), 0) / Math.max(1, frames.length);
