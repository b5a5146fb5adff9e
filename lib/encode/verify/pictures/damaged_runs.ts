import { comparePair, type MeasuredPicture } from "./picture_features.ts";

/**
 * Stretches in which a result is suddenly worse than just before, or than just after when a shot begins with them, though
 * the film goes on as it did: damaged bytes that a decoder takes without a complaint spoil the pictures until the next key
 * picture. Works wherever pictures follow each other: over a film in full, or within each window. Pure.
 *
 * Loss of an encoder follows the content: it grows when motion, a flash or a new scene begins, so stretches in which the
 * source does anything new are left alone.
 */

/** Difference of a picture's plane from the source's, in levels of 0 to 255 on small pictures. */
export interface PlaneError {
  /** Mean of the squared differences. */
  square: number;
  /** Largest difference of a pixel. */
  peak: number;
}

/** One picture: how it differs from its source, and how that one differs from the source's picture before. */
export interface PictureError {
  atSeconds: number;
  luma: PlaneError;
  chroma: PlaneError;
  /** Mean difference from the picture before. */
  motion: number;
  /** Difference of the part that changed most. */
  change: number;
  /** Correlation with the picture before, -1 to 1. */
  likeness: number;
  /** Mean of the source's luma, and its standard deviation. */
  brightness: number;
  spread: number;
}

/** Measures a pair; `before` is the source's picture before, when it is a neighbour. */
export function pictureError(
  source: MeasuredPicture,
  result: MeasuredPicture,
  before: MeasuredPicture | undefined,
): PictureError {
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

/** Neighbouring pictures that stand out. */
export interface DamagedRun {
  fromSeconds: number;
  toSeconds: number;
  pictures: number;
  /** Mean squared error of the run over the largest one among the usual pictures beside it. */
  ratio: number;
}

/** So many pictures say what is usual: more than the levels of an encoder's pyramid of references. */
const AROUND = 12;
/** Encoders save on single pictures, and nobody sees two of them. */
const MIN_PICTURES = 3;
/** A run is told from what is usual by its largest difference, which jumps at once; its mean may take a second to grow. */
const JUMP_RATIO = 1.5;
const JUMP_LEVELS = 6;

/** How far a run stands out of the largest errors among the usual pictures, by its means. */
interface Outstanding {
  square: number;
  peak: number;
}

/**
 * In more than 300 good encodes a run that begins so suddenly has at most 0.9 times the largest usual mean square. Single
 * bits turned over in H.264 and VP9 reach 3, and 1.9 times the largest difference, as soon as anything is seen of them.
 */
const AFTER_USUAL: Outstanding = { square: 2.5, peak: 1.5 };
/** Encoders often begin a shot coarsely: good encodes reach 3.4 and 2.2 there. */
const BEFORE_USUAL: Outstanding = { square: 4, peak: 3 };
/** Below this nothing is seen, however small the error was before. */
const SQUARE_FLOOR = 1;
const PEAK_FLOOR = 8;

/** By how much the source may differ where a run begins; errors of an encoder follow it. */
const MOTION_RATIO = 1.5;
const MOTION_LEVELS = 0.2;
const CHANGE_LEVELS = 2;
const LIGHT_LEVELS = 5;
const SPREAD_SHARE = 0.2;
const SPREAD_LEVELS = 0.5;

/** A source shows something else from one picture to the next when they are this unlike, or motion grows by so much. */
const MIN_LIKENESS = 0.5;
const CUT_RATIO = 2;
const CUT_LEVELS = 3;

/** Whether the source's picture belongs to the same shot as the ones before. */
export function continuesShot(shot: readonly PictureError[], { motion, likeness }: PictureError): boolean {
  if (shot.length === 0) return false;
  // How the first one differs from the shot before says nothing of this one.
  const before = shot.slice(Math.max(1, shot.length - AROUND));
  return likeness >= MIN_LIKENESS &&
    (before.length === 0 || motion <= CUT_RATIO * largest(before, (picture) => picture.motion) + CUT_LEVELS);
}

/** Finds the damaged runs of one shot, in order of time. */
export function damagedRuns(shot: readonly PictureError[]): DamagedRun[] {
  const forwards = shot.map((picture, i) => i === 0 ? { ...picture, motion: 0, change: 0 } : picture);
  const backwards = forwards.toReversed();
  const found = (["luma", "chroma"] as const).flatMap((plane) => [
    ...runsIn(forwards, plane, AFTER_USUAL),
    // A run at the start of a shot has usual pictures after it only.
    ...runsIn(backwards, plane, BEFORE_USUAL).map((run) => ({
      ...run,
      fromSeconds: run.toSeconds,
      toSeconds: run.fromSeconds,
    })),
  ]);
  return withoutOverlap(found.toSorted((a, b) => a.fromSeconds - b.fromSeconds));
}

/** Runs after `AROUND` usual pictures, to the next usual one or to the end of the shot. */
function runsIn(shot: readonly PictureError[], plane: "luma" | "chroma", least: Outstanding): DamagedRun[] {
  const runs: DamagedRun[] = [];
  const square = (picture: PictureError) => picture[plane].square;
  const peak = (picture: PictureError) => picture[plane].peak;
  for (let from = AROUND; from < shot.length; from++) {
    const usual = shot.slice(from - AROUND, from);
    const [usualSquare, usualPeak] = [largest(usual, square), largest(usual, peak)];
    let to = from;
    for (let picture = shot[to]; picture && peak(picture) > JUMP_RATIO * usualPeak + JUMP_LEVELS; picture = shot[to]) {
      to++;
    }
    if (to === from) continue;
    const run = shot.slice(from, to);
    const [first, last] = [run[0], run.at(-1)];
    const standsOut = mean(run, square) > least.square * usualSquare + SQUARE_FLOOR &&
      mean(run, peak) > least.peak * usualPeak + PEAK_FLOOR;
    if (first && last && run.length >= MIN_PICTURES && standsOut && goesOn(usual, run.slice(0, AROUND))) {
      const ratio = mean(run, square) / Math.max(SQUARE_FLOOR, usualSquare);
      runs.push({ fromSeconds: first.atSeconds, toSeconds: last.atSeconds, pictures: run.length, ratio });
    }
    from = to - 1;
  }
  return runs;
}

/** Whether the source shows and moves after a picture what it did before. */
function goesOn(before: readonly PictureError[], after: readonly PictureError[]): boolean {
  const motion = (picture: PictureError) => picture.motion;
  const change = (picture: PictureError) => picture.change;
  const brightness = (picture: PictureError) => picture.brightness;
  const spread = (picture: PictureError) => picture.spread;
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

const largest = (pictures: readonly PictureError[], of: (picture: PictureError) => number): number =>
  pictures.reduce((most, picture) => Math.max(most, of(picture)), 0);
const mean = (pictures: readonly PictureError[], of: (picture: PictureError) => number): number =>
  pictures.reduce((sum, picture) => sum + of(picture), 0) / Math.max(1, pictures.length);
