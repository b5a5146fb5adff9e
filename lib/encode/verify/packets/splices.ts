import { median } from "../median.ts";
import type { PacketTrack } from "./packets.ts";
import { lastIndexUpTo, stepsOf, type Suspicion } from "./places.ts";

/**
 * Finds positions where content starts or ends in the result but not in the source. For the first frame of a scene, an
 * encoder needs far more bytes, or makes it a keyframe. Pure. Times are in seconds from the start of the result.
 */

/** Length of a step in seconds. Its largest frame is used, because B-frames are always small. */
const STEP_SECONDS = 0.25;
/** Number of steps on each side. A step is compared with their median. */
const AROUND = 10;
/**
 * Minimum deviation of a frame in the result from the frames around it, as a power of two, in addition to the deviation
 * in the source.
 */
const MIN_DOUBLINGS = 0.7;
/** Deviation, as a power of two, that a scene change in the source explains. */
const CHANGE_DOUBLINGS = 1;
/** Minimum deviation in the source, as a power of two, for which the result must have one too. */
const MIN_LOST_DOUBLINGS = 1;
/** A keyframe is early if its interval is shorter than this share of the longest interval. */
const EARLY_SHARE = 0.9;
const EARLY_SCORE = 3;

/** True if the source has different content after a section than before it. Undefined if unknown. */
export type SourceChange = (fromSeconds: number, toSeconds: number) => boolean | undefined;

/** Returns positions of possible splices. `shift` is the time in the result minus the time in the source. */
export function splicePlaces(
  source: PacketTrack,
  result: PacketTrack,
  shift: number,
  changes: SourceChange,
): Suspicion[] {
  const origin = result.start;
  const [own, made] = [largestOf(source, origin - shift), largestOf(result, origin)];
  const peaks = made.flatMap((_, i): Suspicion[] => {
    const explained = Math.max(0, doublings(own, i - 1), doublings(own, i), doublings(own, i + 1));
    const over = doublings(made, i) - explained;
    if (over < MIN_DOUBLINGS) return [];
    const at = (i + 0.5) * STEP_SECONDS;
    const score = over - (changes(at - STEP_SECONDS, at + STEP_SECONDS) ? CHANGE_DOUBLINGS : 0);
    return score < MIN_DOUBLINGS ? [] : [{ at, score }];
  });
  return [...peaks, ...lostScenes(own, made, result), ...earlyKeys(source, result, shift, changes, own)];
}

/** Returns positions at which a scene starts in the source but not in the result, which may be frozen. */
function lostScenes(own: number[], made: number[], result: PacketTrack): Suspicion[] {
  const keys = new Set(result.keys.map((key) => Math.floor((key - result.start) / STEP_SECONDS)));
  return own.flatMap((_, i): Suspicion[] => {
    const around = [i - 1, i, i + 1];
    if (around.some((step) => keys.has(step))) return [];
    const score = doublings(own, i) - Math.max(0, ...around.map((step) => doublings(made, step)));
    return score < MIN_LOST_DOUBLINGS ? [] : [{ at: (i + 1) * STEP_SECONDS, score }];
  });
}

/**
 * Returns early keyframes of the result at positions where the source has no keyframe. Skips positions for which the
 * keyframes of the source show whether the scene changes. If all frames of the source are keyframes, a scene change is
 * a peak in `sizes`, the sizes of the largest frames.
 */
function earlyKeys(
  source: PacketTrack,
  result: PacketTrack,
  shift: number,
  changes: SourceChange,
  sizes: number[],
): Suspicion[] {
  const own = source.keys.map((key) => key + shift - result.start).toSorted((a, b) => a - b);
  const made = result.keys.map((key) => key - result.start).toSorted((a, b) => a - b);
  const longest = Math.max(0, ...made.slice(1).map((key, i) => key - (made[i] ?? 0)));
  const isCut = (at: number): boolean => {
    const step = Math.floor(at / STEP_SECONDS);
    return [step - 1, step, step + 1].some((one) => doublings(sizes, one) >= CHANGE_DOUBLINGS);
  };
  return made.flatMap((at, i): Suspicion[] => {
    const isDue = i === 0 || at - (made[i - 1] ?? 0) >= longest * EARLY_SHARE;
    if (isDue) return [];
    if (own.length === 0) return isCut(at) ? [] : [{ at, score: EARLY_SCORE }];
    const key = own[lastIndexUpTo(own, at + STEP_SECONDS)] ?? -Infinity;
    if (at - key <= STEP_SECONDS || changes(at - STEP_SECONDS, at + STEP_SECONDS) !== undefined) return [];
    return [{ at: at + STEP_SECONDS, score: EARLY_SCORE }];
  });
}

/** Returns the size in bytes of the largest frame in each step. 0 if there is none. */
const largestOf = (track: PacketTrack, origin: number): number[] =>
  stepsOf(track, { origin, seconds: STEP_SECONDS, add: Math.max });

/** Returns the deviation of a step from the median around it, as a power of two. */
function doublings(largest: number[], step: number): number {
  const around = largest.slice(Math.max(0, step - AROUND), step + AROUND + 1).filter((bytes) => bytes > 0);
  return Math.log2(((largest[step] ?? 0) + 100) / ((median(around) ?? 0) + 100));
}
