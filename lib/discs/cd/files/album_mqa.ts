import { detectMqa, type MqaFinding } from "../../../media/audio/mqa.ts";

/** Whether a disc carries an MQA signal, decided once from its tracks. */
export interface AlbumMqa {
  detected: boolean;
  /** Of the master, in Hz; what most of its tracks say. */
  originalSampleRate?: number;
  /** The bit of the sample that carries the signal, 0 = lowest. */
  bitPosition?: number;
  /** Of all tracks together. */
  scannedSeconds: number;
}

/** What was heard of one track. */
export type TrackMqa = MqaFinding & { scannedSeconds: number };

/** Listens to the first seconds of a FLAC of a disc. Throws as `detectMqa()`. */
export const trackMqa = (request: { ffmpegPath: string; path: string; signal?: AbortSignal }): Promise<TrackMqa> =>
  detectMqa({ ...request, stream: { index: 0, channels: 2, bitDepth: 16, lossless: true, sampleRate: 44_100 } });

/** One track with the signal is enough: silent and short ones have none, and by chance it does not occur. Pure. */
export function albumMqa(tracks: readonly TrackMqa[]): AlbumMqa {
  const scannedSeconds = Math.round(tracks.reduce((sum, track) => sum + track.scannedSeconds, 0) * 1000) / 1000;
  const found = tracks.filter(({ isMqa }) => isMqa);
  if (found.length === 0) return { detected: false, scannedSeconds };
  const originalSampleRate = mostFrequent(found.map(({ originalRate }) => originalRate));
  const bitPosition = mostFrequent(found.map((track) => track.bitPosition));
  return {
    detected: true,
    ...(originalSampleRate === undefined ? {} : { originalSampleRate }),
    ...(bitPosition === undefined ? {} : { bitPosition }),
    scannedSeconds,
  };
}

/** Of equally frequent numbers the one that came first. */
function mostFrequent(values: (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
