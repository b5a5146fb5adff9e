import type { Piece } from "./pieces.ts";
import type { WeightedPiece } from "./strata.ts";

/** A few seconds of video that are displayed: a sample, or part of it if the sample is the whole video. */
export interface Scene {
  piece: Piece;
  /** Start of the scene, in seconds from the start of the sample. */
  skipSeconds: number;
  seconds: number;
}

/** Length of a scene in seconds, an integer. */
export const SCENE_SECONDS = 4;

/**
 * Returns a subset of the samples for a size estimate: one sample for each of `count` groups of adjacent samples. The
 * samples are identical, so that a measurement and a preview can share encodes. Pure.
 */
export function thinned(pieces: WeightedPiece[], count: number): WeightedPiece[] {
  if (pieces.length <= count) return pieces;
  return Array.from({ length: count }, (_, i) => {
    const group = pieces.slice(Math.floor((i * pieces.length) / count), Math.floor(((i + 1) * pieces.length) / count));
    const [chosen] = group.slice(Math.floor(group.length / 2));
    if (!chosen) throw new RangeError("A group must have at least one piece.");
    return { ...chosen, weight: group.reduce((sum, { weight }) => sum + weight, 0) };
  });
}

/**
 * Returns the scenes covered by the samples, in video order; or several scenes if one sample is the whole video. Pure.
 */
export function scenesOf(pieces: readonly Piece[], durationSeconds: number, count: number): Scene[] {
  const [only] = pieces;
  if (pieces.length === 1 && only && only.seconds > durationSeconds) {
    const fitting = Math.max(1, Math.min(count, Math.floor(durationSeconds / SCENE_SECONDS)));
    const seconds = Math.min(SCENE_SECONDS, durationSeconds);
    const room = durationSeconds - seconds;
    return Array.from({ length: fitting }, (_, i) => ({
      piece: only,
      skipSeconds: fitting === 1 ? 0 : Math.floor((room * i) / (fitting - 1)),
      seconds,
    }));
  }
  return pieces.toSorted((a, b) => a.atSeconds - b.atSeconds).map((piece) => ({
    piece,
    skipSeconds: 0,
    seconds: piece.seconds,
  }));
}

/** Returns the scene at a requested time, with a sample of its own unless the whole video is one sample. Pure. */
export function sceneAt(
  moment: number,
  { pieces, durationSeconds, fps }: { pieces: readonly Piece[]; durationSeconds: number; fps: number },
): Scene {
  const at = Math.max(0, Math.min(moment, durationSeconds - SCENE_SECONDS));
  const seconds = Math.min(SCENE_SECONDS, durationSeconds);
  const [only] = pieces;
  if (pieces.length === 1 && only && only.seconds > durationSeconds) return { piece: only, skipSeconds: at, seconds };
  // The sample starts half a frame early, so that rounded timestamps cannot drop its first frame.
  const atSeconds = Math.max(0, (Math.round(at * fps) - 0.5) / fps);
  return { piece: { atSeconds, seconds }, skipSeconds: 0, seconds };
}
