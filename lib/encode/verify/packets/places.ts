import { median } from "../median.ts";
import type { PacketTrack } from "./packets.ts";

/**
 * Selects the positions at which a result is decoded and compared if it is not compared completely. Pure. Times are in
 * seconds from the start of the result.
 */

export interface Window {
  startSeconds: number;
  seconds: number;
}

/**
 * Seconds to add when seeking. If frames are reordered, ffmpeg seeks 3/23 s too early and would start at the previous
 * keyframe.
 */
export const SEEK_SLACK = 0.15;
/** Maximum length in seconds of a file that is decoded completely, because sections would save little time. */
export const WHOLE_SECONDS = 120;
const WINDOW_SECONDS = 1;
const SUSPICIOUS_SECONDS = 1.4;
const HEAD_SECONDS = 2;
const TAIL_SECONDS = 3;
/** Seconds of video per random window, within the limits. With fewer windows, more faults of two seconds are missed. */
const SPACING_SECONDS = 20;
const MIN_WINDOWS = 5;
const MAX_WINDOWS = 48;
/** Number of random positions per window. The one that needs the least decoding is used. */
const DRAWS = 3;

/** Seconds of video that two decoders can decode in the time that it takes to start them. */
const START_SECONDS = 2;

/** Keyframes of both files in order, in seconds from the start of the result. */
export interface KeyTimes {
  source: number[];
  result: number[];
}

/**
 * Returns the start, random positions throughout the video, the end, and suspicious positions. Returns a single window
 * if the file is short. Decoding starts at the keyframe before a window, so of several random positions the one with
 * the nearest keyframes is used, and windows between the same keyframes become one.
 */
export function videoWindows(
  length: number,
  keys: KeyTimes,
  suspicious: number[] = [],
  random: () => number = Math.random,
): Window[] {
  if (length <= WHOLE_SECONDS) return [{ startSeconds: 0, seconds: length + 1 }];
  const count = Math.min(MAX_WINDOWS, Math.max(MIN_WINDOWS, Math.ceil(length / SPACING_SECONDS)));
  const cost = (seconds: number): number =>
    [keys.source, keys.result].reduce((sum, times) => sum + leadSeconds(times, seconds), 0);
  const drawn = Array.from(
    { length: count - 1 },
    (_, i) =>
      Array.from({ length: DRAWS }, () => (i + 0.5 + random()) / count * length)
        .reduce((best, one) => cost(one) < cost(best) ? one : best),
  );
  const windows: Window[] = [
    { startSeconds: 0, seconds: HEAD_SECONDS },
    ...drawn.map((startSeconds) => ({ startSeconds, seconds: WINDOW_SECONDS })),
    // The window covers the suspicious position itself, not the keyframe before it.
    ...suspicious.map((place) => ({
      startSeconds: Math.max(0, place - SUSPICIOUS_SECONDS / 2),
      seconds: SUSPICIOUS_SECONDS,
    })),
    { startSeconds: Math.max(0, length - TAIL_SECONDS), seconds: TAIL_SECONDS + 1 },
  ];
  return joined(windows.toSorted((a, b) => a.startSeconds - b.startSeconds), cost);
}

/** Returns the time between a position and the keyframe before it, from which it is decoded. 0 without keyframes. */
const leadSeconds = (keys: number[], seconds: number): number =>
  keys.length === 0 ? 0 : seconds - before(keys, seconds - SEEK_SLACK);

/** Returns the last of the sorted `times` that is not after `seconds`. 0 if there is none. */
const before = (times: number[], seconds: number): number => times[lastIndexUpTo(times, seconds)] ?? 0;

/** Returns the index of the last of the sorted `times` that is not after `seconds`. -1 if there is none. */
export function lastIndexUpTo(times: number[], seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Length in seconds of a compared audio section. */
export const AUDIO_SECONDS = 4;

/**
 * Joins windows that overlap, and windows between which decoding on takes no longer than starting at the keyframes
 * before the next one. `cost` is the decoded time before a position, in both files together.
 */
function joined(windows: Window[], cost: (seconds: number) => number): Window[] {
  const kept: Window[] = [];
  for (const window of windows) {
    const before = kept.at(-1);
    const end = before === undefined ? 0 : before.startSeconds + before.seconds;
    const gap = window.startSeconds - end;
    if (before === undefined || (gap >= 0 && 2 * gap > cost(window.startSeconds) + 2 * START_SECONDS)) {
      kept.push({ ...window });
    } else before.seconds = Math.max(end, window.startSeconds + window.seconds) - before.startSeconds;
  }
  return kept;
}

const STEP_SECONDS = 0.5;
/** Number of steps on each side. A step is compared with their median, because the ratio varies by scene. */
const AROUND = 16;
/** Minimum deviation from the usual ratio, as a power of two. */
const MIN_DOUBLINGS = 1;
const FLOOR_SHARE = 0.05;

/** Position to check. The higher the score, the rarer such a position is in a good encode. */
export interface Suspicion {
  at: number;
  score: number;
}

/**
 * Returns positions at which the result suddenly needs far fewer or far more bytes than the source, for example because
 * the video is frozen, black or from another file. Times are in seconds from the start of the result. `shift` is the
 * time in the result minus the time in the source.
 */
export function suspiciousPlaces(source: PacketTrack, result: PacketTrack, shift: number): Suspicion[] {
  const sums = (track: PacketTrack, origin: number) =>
    stepsOf(track, { origin, seconds: STEP_SECONDS, add: (all, bytes) => all + bytes });
  const [is, should] = [sums(result, result.start), sums(source, result.start - shift)];
  const length = Math.min(is.length, should.length);
  if (length < 6) return [];
  const [made, own] = [is.slice(0, length), should.slice(0, length)].map(overFloor) as [number[], number[]];
  const ratios = made.map((bytes, i) => Math.log2(bytes / (own[i] ?? 1)));
  return ratios.flatMap((ratio, i) => {
    const score = Math.abs(ratio - (median(ratios.slice(Math.max(0, i - AROUND), i + AROUND + 1)) ?? 0));
    return score > MIN_DOUBLINGS ? [{ at: (i + 0.5) * STEP_SECONDS, score }] : [];
  });
}

/**
 * Adds a minimum to the bytes of each step. In black and still scenes, both files need few bytes, so their ratio has
 * little significance.
 */
function overFloor(bytes: number[]): number[] {
  const floor = Math.max(1, FLOOR_SHARE * bytes.reduce((sum, one) => sum + one, 0) / bytes.length);
  return bytes.map((one) => one + floor);
}

/**
 * Combines the bytes of frames in steps of `seconds` starting at `origin`, using `add`. Keyframes are omitted, because
 * their positions differ between encodes.
 */
export function stepsOf(
  { times, sizes, keys }: PacketTrack,
  { origin, seconds, add }: { origin: number; seconds: number; add(all: number, bytes: number): number },
): number[] {
  const isKey = new Set(keys);
  const steps: number[] = [];
  times.forEach((time, i) => {
    const step = Math.floor((time - origin) / seconds);
    if (step < 0) return;
    while (steps.length <= step) steps.push(0);
    if (!isKey.has(time)) steps[step] = add(steps[step] ?? 0, sizes[i] ?? 0);
  });
  return steps;
}
