import type { IfoBytes } from "./ifo_bytes.ts";

/** A duration as stored in DVD tables: `hh mm ss ff`, each as two decimal digits. */
export interface PlaybackTime {
  seconds: number;
  frames: number;
  ntsc: boolean;
}

/** Frame rate of NTSC video, as a fraction. */
export const NTSC_RATE: [number, number] = [30_000, 1001];

/** Reads four bytes: hours, minutes, seconds, frames with the rate in the two highest bits (3 is 29.97, 1 is 25). */
export function readPlaybackTime(ifo: IfoBytes, at: number): PlaybackTime {
  const two = (value: number) => (value >> 4) * 10 + (value & 15);
  const last = ifo.u8(at + 3);
  const seconds = two(ifo.u8(at)) * 3600 + two(ifo.u8(at + 1)) * 60 + two(ifo.u8(at + 2));
  return { seconds, frames: two(last & 0x3f), ntsc: last >> 6 === 3 };
}

/**
 * Returns the duration in milliseconds, not rounded. NTSC times are non-drop-frame timecode: a second has 30 frames and
 * therefore lasts 1.001 s.
 */
export function playbackMs({ seconds, frames, ntsc }: PlaybackTime): number {
  return ntsc ? (seconds * 30 + frames) * 1000 * NTSC_RATE[1] / NTSC_RATE[0] : seconds * 1000 + frames * 40;
}
