import type { PacketTrack } from "../packets/packets.ts";
import { clock } from "../packets/times.ts";

/** Compares text that was created by OCR with the packets of the bitmap subtitles. */

/** Size of the samples that fill the time between cues in MP4. */
export const EMPTY_BYTES = 2;
/** Maximum size of a PGS display set that only clears the screen. */
const CLEARING_BYTES = 120;
/**
 * Minimum share of bitmaps that must have a cue. OCR may find no text in one of five, and damaged text in one of ten.
 */
const MIN_SHARE = 0.7;
/** Minimum number of bitmaps. Fewer are not representative, because one of them may be a drawing. */
const MIN_BITMAPS = 4;
/** Maximum seconds between a cue and the bitmap to which it corresponds. */
const NEAR_SECONDS = 1;

/**
 * Returns problems of the text as sentences. `shift` is how much later the clock of the result is, in seconds. Pure.
 */
export function compareRead(name: string, source: PacketTrack, result: PacketTrack, shift: number): string[] {
  const bitmaps = source.times.filter((_, i) => (source.sizes[i] ?? 0) > CLEARING_BYTES).toSorted((a, b) => a - b);
  const cues = cuesOf(result, shift);
  const [first, last] = [cues[0], cues.at(-1)];
  if (!first || !last) return [`The ${name} contains no converted text.`];
  const [begin, end] = [bitmaps[0], bitmaps.at(-1)];
  if (begin === undefined || end === undefined) return [];
  const early = begin - first.start;
  if (early > NEAR_SECONDS) return [`The ${name} starts ${early.toFixed(1)} s before its bitmaps.`];
  const late = last.start - end;
  if (late > NEAR_SECONDS) return [`The ${name} continues for ${late.toFixed(1)} s after its last bitmap.`];
  const lost = bitmaps.filter((at) => !isCovered(cues, at));
  if (bitmaps.length < MIN_BITMAPS || lost.length <= bitmaps.length * (1 - MIN_SHARE)) return [];
  const at = clock((lost[0] ?? 0) - source.start);
  return [
    `The ${name} has ${cues.length} cues for ${bitmaps.length} bitmaps; ${lost.length} have none, the first at ${at}.`,
  ];
}

/** Checks text that contains only forced subtitles. Its cues must be at the times of bitmaps. Pure. */
export function compareForced(name: string, source: PacketTrack, result: PacketTrack, shift: number): string[] {
  const cues = cuesOf(result, shift);
  if (cues.length === 0) return [`The ${name} contains no converted text.`];
  const bitmaps = source.times.filter((_, i) => (source.sizes[i] ?? 0) > CLEARING_BYTES);
  const stray = cues.find(({ start }) => bitmaps.every((at) => Math.abs(at - start) > NEAR_SECONDS));
  return stray ? [`The ${name} has a cue at ${clock(stray.start - source.start)} where there is no bitmap.`] : [];
}

interface Span {
  start: number;
  end: number;
}

const cuesOf = ({ times, sizes, durations }: PacketTrack, shift: number): Span[] =>
  times.flatMap((time, i) =>
    (sizes[i] ?? 0) > EMPTY_BYTES ? [{ start: time - shift, end: time - shift + (durations[i] ?? 0) }] : []
  ).toSorted((a, b) => a.start - b.start);

const isCovered = (cues: Span[], at: number): boolean =>
  cues.some(({ start, end }) => at >= start - NEAR_SECONDS && at <= end + NEAR_SECONDS);
