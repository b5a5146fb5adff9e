import type { Piece } from "./pieces.ts";
import type { WeightedPiece } from "./strata.ts";

/** A few seconds of a film that are shown: a piece, or a part of one where the piece is the whole film. */
export interface Scene {
  piece: Piece;
  /** Seconds from the start of the piece. */
  skipSeconds: number;
  seconds: number;
}

/** Whole seconds of a scene. */
export const SCENE_SECONDS = 4;

/**
 * Some of the places that tell a size: one from each of `count` groups of neighbours, standing for all of its group. They
 * are the very places, so that a measurement and a preview share what they encode. Pure.
 */
export function thinned(pieces: WeightedPiece[], count: number): WeightedPiece[] {
  if (pieces.length <= count) return pieces;
  return Array.from({ length: count }, (_, i) => {
    const group = pieces.slice(Math.floor((i * pieces.length) / count), Math.floor(((i + 1) * pieces.length) / count));
    const [chosen] = group.slice(Math.floor(group.length / 2));
    if (!chosen) throw new RangeError("A group has at least one piece.");
    return { ...chosen, weight: group.reduce((sum, { weight }) => sum + weight, 0) };
  });
}

/** The scenes that pieces show, in the order of the film; several of a piece that is the whole film. Pure. */
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

/** The scene at a moment that was asked for, in a piece of its own unless the whole film is one. Pure. */
export function sceneAt(
  moment: number,
  { pieces, durationSeconds, fps }: { pieces: readonly Piece[]; durationSeconds: number; fps: number },
): Scene {
  const at = Math.max(0, Math.min(moment, durationSeconds - SCENE_SECONDS));
  const seconds = Math.min(SCENE_SECONDS, durationSeconds);
  const [only] = pieces;
  if (pieces.length === 1 && only && only.seconds > durationSeconds) return { piece: only, skipSeconds: at, seconds };
  // Half a picture early, so that rounded times cannot lose the first one.
  const atSeconds = Math.max(0, (Math.round(at * fps) - 0.5) / fps);
  return { piece: { atSeconds, seconds }, skipSeconds: 0, seconds };
}
