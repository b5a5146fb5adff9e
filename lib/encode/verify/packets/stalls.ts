import type { PacketTrack } from "./packets.ts";
import { stepsOf, type Suspicion } from "./places.ts";

/**
 * Finds positions where the result needs as few bytes as for a still image although the source moves, for example
 * because the video is frozen. Also works in scenes that need few bytes anyway. Pure.
 */

const STEP_SECONDS = 0.25;
/** Minimum number of steps in a stall. */
const MIN_STEPS = 3;
/** Maximum size of a frame in a stall, relative to that of a still image. */
const STILL_SHARE = 1.6;
const STILL_BYTES = 16;
/** Minimum deviation of the source from its own still images, as a power of two. */
const MIN_DOUBLINGS = 2;
/** Differences of only a few bytes are ignored. */
const FLOOR_BYTES = 100;

/**
 * Returns stalls. Times are in seconds from the start of the result. `shift` is the time in the result minus the time
 * in the source.
 */
export function stalls(source: PacketTrack, result: PacketTrack, shift: number): Suspicion[] {
  const largestOf = (track: PacketTrack, origin: number) =>
    stepsOf(track, { origin, seconds: STEP_SECONDS, add: Math.max });
  const [made, own] = [largestOf(result, result.start), largestOf(source, result.start - shift)];
  const [stillMade, stillOwn] = [leastOf(made), leastOf(own)];
  const isStill = (bytes: number): boolean => bytes > 0 && bytes <= STILL_SHARE * stillMade + STILL_BYTES;
  const found: Suspicion[] = [];
  for (let from = 0; from < made.length; from++) {
    let to = from;
    while (to < made.length && isStill(made[to] ?? 0)) to++;
    // The source may move before or after the section in which the result does not.
    const moving = own.slice(from, to).map((bytes) => Math.log2((bytes + FLOOR_BYTES) / (stillOwn + FLOOR_BYTES)));
    const score = to - from < MIN_STEPS ? 0 : moving.toSorted((a, b) => a - b)[moving.length >> 1] ?? 0;
    if (score >= MIN_DOUBLINGS) found.push({ at: (from + to) / 2 * STEP_SECONDS, score });
    from = Math.max(from, to - 1);
  }
  return found;
}

const leastOf = (steps: number[]): number =>
  steps.reduce((least, bytes) => bytes > 0 ? Math.min(least, bytes) : least, Infinity);
