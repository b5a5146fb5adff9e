import { detectMqa, type MqaFinding } from "../../../media/audio/mqa.ts";

/** MQA detection result for a disc, combined from its tracks. */
export interface AlbumMqa {
  detected: boolean;
  /** Sample rate of the master in Hz, as reported by most tracks. */
  originalSampleRate?: number;
  /** Position of the bit that contains the signal in each sample, 0 = lowest. */
  bitPosition?: number;
  /** Total duration that was scanned, for all tracks. */
  scannedSeconds: number;
}

/** MQA detection result for one track. */
export type TrackMqa = MqaFinding & { scannedSeconds: number };

/** Scans the first seconds of a FLAC file of the disc. Throws the errors of `detectMqa()`. */
export const trackMqa = (request: { ffmpegPath: string; path: string; signal?: AbortSignal }): Promise<TrackMqa> =>
  detectMqa({ ...request, stream: { index: 0, channels: 2, bitDepth: 16, lossless: true, sampleRate: 44_100 } });

/**
 * Combines the results of all tracks. A signal in one track is sufficient: silent and short tracks have none, and it
 * does not occur by chance. Pure.
 */
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

/** If several values are equally frequent, returns the first. */
function mostFrequent(values: (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
