import { median } from "../median.ts";
import type { PacketTrack } from "./packets.ts";
import { atMost, stepsOf, type Suspicion } from "./places.ts";

/**
 * Places where something begins or ends in the pictures of a result that does not in its source: an encoder spends far more
 * bytes on the first picture of a scene, or makes it a key picture. Pure; seconds from the start of the result.
 */

/** Pictures are looked at in steps, each with its largest picture: B pictures are small everywhere. */
const STEP_SECONDS = 0.25;
/** A step is compared with the median of this many on each side. */
const AROUND = 10;
/** Doublings over what is usual beyond those of the source, from which a picture of the result stands out. */
const MIN_DOUBLINGS = 0.7;
/** Doublings that a change of scene in the source explains. */
const CHANGE_DOUBLINGS = 1;
/** Doublings by which the source stands out where the result does not. */
const MIN_LOST_DOUBLINGS = 1;
/** A key picture this much sooner after the one before than the longest distance was not due yet. */
const EARLY_SHARE = 0.9;
const EARLY_SCORE = 3;

/** Whether the source shows something else after a stretch than before it; undefined = not known. */
export type SourceChange = (fromSeconds: number, toSeconds: number) => boolean | undefined;

/** `shift` is result time minus source time. */
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
  return [...peaks, ...lostScenes(own, made, result), ...earlyKeys(source, result, shift, changes)];
}

/** Places where a scene begins in the source and the result goes on as before: what was there stands still instead. */
function lostScenes(own: number[], made: number[], result: PacketTrack): Suspicion[] {
  const keys = new Set(result.keys.map((key) => Math.floor((key - result.start) / STEP_SECONDS)));
  return own.flatMap((_, i): Suspicion[] => {
    const around = [i - 1, i, i + 1];
    if (around.some((step) => keys.has(step))) return [];
    const score = doublings(own, i) - Math.max(0, ...around.map((step) => doublings(made, step)));
    return score < MIN_LOST_DOUBLINGS ? [] : [{ at: (i + 1) * STEP_SECONDS, score }];
  });
}

/** Key pictures before their time where the source has none, and of which key pictures of the source say nothing. */
function earlyKeys(source: PacketTrack, result: PacketTrack, shift: number, changes: SourceChange): Suspicion[] {
  const own = source.keys.map((key) => key + shift - result.start).toSorted((a, b) => a - b);
  const made = result.keys.map((key) => key - result.start).toSorted((a, b) => a - b);
  const longest = Math.max(0, ...made.slice(1).map((key, i) => key - (made[i] ?? 0)));
  return made.flatMap((at, i): Suspicion[] => {
    const isDue = i === 0 || at - (made[i - 1] ?? 0) >= longest * EARLY_SHARE;
    const key = own[atMost(own, at + STEP_SECONDS)] ?? -Infinity;
    if (isDue || at - key <= STEP_SECONDS || changes(at - STEP_SECONDS, at + STEP_SECONDS) !== undefined) return [];
    return [{ at: at + STEP_SECONDS, score: EARLY_SCORE }];
  });
}

/** Bytes of the largest picture of each step; 0 where there is none. */
const largestOf = (track: PacketTrack, origin: number): number[] =>
  stepsOf(track, { origin, seconds: STEP_SECONDS, add: Math.max });

/** Doublings of a step over the median of those around it. */
function doublings(largest: number[], step: number): number {
  const around = largest.slice(Math.max(0, step - AROUND), step + AROUND + 1).filter((bytes) => bytes > 0);
  return Math.log2(((largest[step] ?? 0) + 100) / ((median(around) ?? 0) + 100));
}
