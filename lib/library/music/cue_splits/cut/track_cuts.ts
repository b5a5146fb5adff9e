import { timeOf } from "../../../../media/cue_sheet/cue_words.ts";
import { type CueSheet, type CueTrack, FRAMES_PER_SECOND, indexOf } from "../../../../media/cue_sheet/model.ts";

/** Where the tracks of an image begin and end. Pure. */

/** A piece of the image in samples per channel; number 0 is what lies before the first track. */
export interface TrackCut {
  number: number;
  start: number;
  /** Undefined for the last one, which ends with the image. */
  end: number | undefined;
}

/** Tracks with sound, which are what an image is cut into. */
export const soundTracks = (sheet: CueSheet): CueTrack[] => sheet.tracks.filter(({ mode }) => mode === "AUDIO");

/** A shorter start is the pause that nearly every pressing has before track 1. Two seconds. */
const MIN_HIDDEN_FRAMES = 150;

/**
 * Cuts at index 1 of every track, so that a pregap ends the track before it, and that of the
 * first track is its beginning unless it is long enough for a hidden track. Together they are the whole image. A
 * sentence when the sheet contradicts itself.
 */
export function trackCuts(sheet: CueSheet, sampleRate: number): TrackCut[] | { problem: string } {
  const tracks = soundTracks(sheet);
  // A file that no track begins in holds what lies before the first one.
  if (sheet.tracks.length === 0) return [{ number: 0, start: 0, end: undefined }];
  const data = sheet.tracks.find(({ mode }) => mode !== "AUDIO");
  if (data !== undefined && data.number < (tracks[0]?.number ?? 0)) {
    return { problem: "The sheet begins with a data track: what lies where in the image cannot be told." };
  }
  const starts = tracks.map((track) => ({ number: track.number, frame: indexOf(track, 1)?.frame ?? 0 }));
  for (const [at, { number, frame }] of starts.entries()) {
    const before = starts[at - 1];
    if (before === undefined || before.frame < frame) continue;
    return {
      problem: `Track ${number} begins at ${timeOf(frame)}, not after track ${before.number} at ${
        timeOf(before.frame)
      }.`,
    };
  }
  const [first, ...rest] = starts;
  const isHidden = (first?.frame ?? 0) >= MIN_HIDDEN_FRAMES;
  const head = first === undefined ? [] : isHidden ? [{ number: 0, frame: 0 }, first] : [{ ...first, frame: 0 }];
  return [...head, ...rest].map(({ number, frame }, at, all) => {
    const next = all[at + 1];
    return {
      number,
      start: sampleOf(frame, sampleRate),
      end: next === undefined ? undefined : sampleOf(next.frame, sampleRate),
    };
  });
}

/** Whole for 44.1 and 48 kHz and what is a multiple of them. */
const sampleOf = (frame: number, sampleRate: number): number => Math.round(frame * sampleRate / FRAMES_PER_SECOND);
