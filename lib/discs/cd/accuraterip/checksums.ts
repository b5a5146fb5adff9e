import { createWordSplitter } from "./sample_words.ts";

/** What is summed of a track. */
export interface TrackSpan {
  /** Samples of the whole track, both channels as one. */
  samples: number;
  /** The first track of sound of the disc leaves out its beginning, the last one its end. */
  isFirst: boolean;
  isLast: boolean;
}

/** AccurateRip's sums of a track, 32 bits each. */
export interface TrackChecksums {
  v1: number;
  v2: number;
  /** Of sector 450 alone, by which the database finds other pressings; 0 for a track that is too short. */
  crc450: number;
}

/** Sums samples as they come. */
export interface ChecksumStream {
  push(bytes: Uint8Array): void;
  end(): TrackChecksums;
}

/** Five sectors: what drives with large read offsets cannot read at the edges of a disc. */
export const EDGE_SAMPLES = 5 * 588;
/** The first sample of sector 450, and where it ends. */
export const SECTOR_450 = { from: 450 * 588, to: 451 * 588 } as const;

/** First and last place (from 1) that counts. */
export const countedPlaces = ({ samples, isFirst, isLast }: TrackSpan): { from: number; to: number } => ({
  from: isFirst ? EDGE_SAMPLES : 1,
  to: isLast ? samples - EDGE_SAMPLES : samples,
});

/** Sums the 16-bit stereo samples of one track: each times its place, modulo 2^32; v2 adds the upper halves of the products. */
export function createChecksums(span: TrackSpan): ChecksumStream {
  const { from, to } = countedPlaces(span);
  const has450 = span.samples >= SECTOR_450.to;
  const splitter = createWordSplitter();
  let [place, low, high, sum450] = [0, 0, 0, 0];
  return {
    push(bytes) {
      for (const word of splitter.push(bytes)) {
        if (has450 && place >= SECTOR_450.from && place < SECTOR_450.to) {
          sum450 = (sum450 + Math.imul(word, place - SECTOR_450.from + 1)) | 0;
        }
        place++;
        if (place < from || place > to) continue;
        const product = Math.imul(word, place) >>> 0;
        low = (low + product) | 0;
        // The product has 60 bits; what its float has lost is far less than half of 2^32.
        high = (high + Math.round((word * place - product) / 2 ** 32)) | 0;
      }
    },
    end: () => ({ v1: low >>> 0, v2: (low + high) >>> 0, crc450: sum450 >>> 0 }),
  };
}
