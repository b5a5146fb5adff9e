import { median } from "../median.ts";
import type { AudioFault } from "./audio_fault.ts";
import { type AudioPart, type AudioPiece, QUIET_DB, SILENT_DB } from "./audio_measure.ts";

/**
 * Compares pieces of an eighth of a second with the usual values of their track, to find short sections with different
 * content or level.
 */

/** Minimum level of pieces that are compared. At low bitrates, encoders preserve little of quieter pieces. */
export const LOUD_DB = -46;
/**
 * A track whose typical correlation is below this has different content. Individual pieces are compared only if it is
 * above `USUAL_LIKENESS`.
 */
const STRANGE_LIKENESS = 0.35;
const USUAL_LIKENESS = 0.75;
/** Number of consecutive pieces that half a second contains completely, at any position. */
const RUN = 3;
/** Limits for a run: decrease from the usual correlation, and difference from the usual gain. */
const RUN_FALL = 0.45;
const RUN_GAIN_DB = 8;
/** Maximum level of the result in a run where the source is silent. */
const NOISE_DB = -42;
/** Share of the pieces of a track that define its usual values. A piece is wrong if it differs too much from them. */
const USUAL_SHARE = 0.99;
const MIN_USUAL_PIECES = 160;
const ALONE_FALL = 0.3;
const ALONE_TIMES = 4;

/** Faults that also cause pieces with a low correlation. */
const EXPLAINING = new Set<AudioFault["kind"]>(["late", "drift", "dropout", "noise", "silent"]);

interface Placed extends AudioPiece {
  /** Seconds from the start of the video. */
  atSeconds: number;
  /** Gain of the result relative to the source, in decibels. */
  gain: number;
}

/** Returns the pieces of channel `c` in time order, from sections in which it is one of the loud channels. */
function piecesOf(parts: AudioPart[], c: number): Placed[] {
  return parts.flatMap(({ atSeconds, channels }) => {
    const loudest = Math.max(...channels.map(({ sourceDb }) => sourceDb));
    const channel = channels[c];
    if (!channel || channel.sourceDb <= loudest - QUIET_DB / 2) return [];
    return channel.pieces.map((piece) => ({
      ...piece,
      atSeconds: atSeconds + piece.at,
      gain: piece.made - piece.level,
    }));
  });
}

/** Adds the first fault of a short section that is not caused by another fault. */
export function judgePieces(parts: AudioPart[], faults: AudioFault[]): void {
  const width = parts[0]?.channels.length ?? 0;
  const tracks = Array.from({ length: width }, (_, c) => piecesOf(parts, c));
  const loud = tracks.map((pieces) => pieces.filter(({ level }) => level > LOUD_DB));
  const usual = median(loud.flat().map(({ likeness }) => likeness));
  if (usual !== undefined && usual < STRANGE_LIKENESS) {
    if (faults.some(({ kind }) => kind === "other")) return;
    faults.push({ kind: "other", atSeconds: parts[0]?.atSeconds ?? 0, detail: "none of it sounds like the source" });
    return;
  }
  const found = tracks.flatMap((pieces, c) => [
    noiseIn(pieces),
    ...(usual !== undefined && usual > USUAL_LIKENESS ? [oddRun(pieces, usual), oddPiece(loud[c] ?? [])] : []),
  ]);
  const [first] = found.filter((fault) => fault !== undefined).toSorted((a, b) => a.atSeconds - b.atSeconds);
  const explained = faults.some(({ kind }) => kind === first?.kind || EXPLAINING.has(kind));
  if (first && !explained) faults.push(first);
}

/** Finds half a second of sound at a position where the source is silent. */
function noiseIn(pieces: Placed[]): AudioFault | undefined {
  const at = runOf(pieces, ({ level, made }) => level < SILENT_DB && made > NOISE_DB);
  return at && { kind: "noise", atSeconds: at.atSeconds, detail: "audio where the source is silent" };
}

/** Finds half a second with different content or level. */
function oddRun(pieces: Placed[], usual: number): AudioFault | undefined {
  const other = runOf(pieces, ({ level, likeness }) => level > LOUD_DB && likeness < usual - RUN_FALL);
  if (other) return { kind: "other", atSeconds: other.atSeconds, detail: "half a second does not match the source" };
  const gain = median(pieces.filter(({ level }) => level > LOUD_DB).map((piece) => piece.gain)) ?? 0;
  const far = runOf(pieces, (piece) => piece.level > LOUD_DB && Math.abs(piece.gain - gain) > RUN_GAIN_DB);
  if (!far) return undefined;
  const words = far.gain > gain ? "louder" : "quieter";
  const detail = `half a second is ${Math.abs(far.gain - gain).toFixed(0)} dB ${words} than the rest`;
  return { kind: "level", atSeconds: far.atSeconds, detail };
}

/** Finds a single piece that differs greatly from the usual values of the track. */
function oddPiece(pieces: Placed[]): AudioFault | undefined {
  if (pieces.length < MIN_USUAL_PIECES) return undefined;
  const losses = pieces.map(({ likeness }) => 1 - likeness).toSorted((a, b) => a - b);
  const usual = losses[Math.floor(USUAL_SHARE * (losses.length - 1))] ?? 1;
  const odd = pieces.find(({ likeness }) => 1 - likeness > ALONE_TIMES * usual + ALONE_FALL);
  return odd && { kind: "other", atSeconds: odd.atSeconds, detail: "an eighth of a second does not match the source" };
}

/** Returns the first of `RUN` consecutive pieces that all match. */
function runOf(pieces: Placed[], isSuch: (piece: Placed) => boolean): Placed | undefined {
  for (let from = 0; from + RUN <= pieces.length; from++) {
    if (pieces.slice(from, from + RUN).every(isSuch)) return pieces[from];
  }
  return undefined;
}
