import { timeOf } from "../../../../media/cue_sheet/cue_words.ts";
import { type CueSheet, type CueTrack, FRAMES_PER_SECOND, indexOf } from "../../../../media/cue_sheet/model.ts";

/** Calculates where the tracks of an image start and end. Pure. */

/** Part of the image, in samples per channel. Number 0 is the audio before the first track. */
export interface TrackCut {
  number: number;
  start: number;
  /** End of the part. Undefined for the last part, which ends with the image. */
  end: number | undefined;
}

/** Returns the audio tracks, which are to be split. */
export const cueAudioTracks = (sheet: CueSheet): CueTrack[] => sheet.tracks.filter(({ mode }) => mode === "AUDIO");

/**
 * Minimum length of a hidden track in frames: two seconds. A shorter start is the pause before track 1, which nearly
 * all pressings have.
 */
const MIN_HIDDEN_FRAMES = 150;

/**
 * Cuts at index 1 of every track, so that a pregap belongs to the end of the previous track. The pregap of the first
 * track belongs to that track, unless it is long enough for a hidden track. The parts together are the whole image.
 * Returns a sentence if the sheet contains contradictions.
 */
export function trackCuts(sheet: CueSheet, sampleRate: number): TrackCut[] | { problem: string } {
  const tracks = cueAudioTracks(sheet);
  // A file in which no track starts contains the audio before the first track.
  if (sheet.tracks.length === 0) return [{ number: 0, start: 0, end: undefined }];
  const data = sheet.tracks.find(({ mode }) => mode !== "AUDIO");
  if (data !== undefined && data.number < (tracks[0]?.number ?? 0)) {
    return { problem: "The cue sheet starts with a data track, so positions in the image are unknown." };
  }
  const starts = tracks.map((track) => ({ number: track.number, frame: indexOf(track, 1)?.frame ?? 0 }));
  for (const [at, { number, frame }] of starts.entries()) {
    const before = starts[at - 1];
    if (before === undefined || before.frame < frame) continue;
    return {
      problem: `Track ${number} starts at ${timeOf(frame)}, which is not after track ${before.number} at ${
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

/** Converts a position to samples. The result is an exact integer for 44.1 and 48 kHz and their multiples. */
const sampleOf = (frame: number, sampleRate: number): number => Math.round(frame * sampleRate / FRAMES_PER_SECOND);
