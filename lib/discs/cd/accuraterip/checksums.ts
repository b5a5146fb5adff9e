import { createWordSplitter } from "./sample_words.ts";

/** Properties of a track that affect its checksum. */
export interface TrackSpan {
  /** Number of samples in the whole track. A sample of both channels is treated as one. */
  samples: number;
  /**
   * True for the first audio track. The checksum omits the beginning of the disc's first audio track and the end of its
   * last.
   */
  isFirst: boolean;
  isLast: boolean;
}

/** AccurateRip checksums of a track, 32 bits each. */
export interface TrackChecksums {
  v1: number;
  v2: number;
  /** Checksum of only sector 450, which the database uses to detect other pressings. 0 if the track is too short. */
  crc450: number;
}

/** Computes checksums incrementally. */
export interface ChecksumStream {
  push(bytes: Uint8Array): void;
  end(): TrackChecksums;
}

/** Number of samples omitted at the edges of a disc: five sectors, which drives with large offsets cannot read. */
export const EDGE_SAMPLES = 5 * 588;
/** First sample of sector 450, and the first sample of the next sector. */
export const SECTOR_450 = { from: 450 * 588, to: 451 * 588 } as const;

/** Returns the first and last position (from 1) that are included in the checksum. */
export const countedPlaces = ({ samples, isFirst, isLast }: TrackSpan): { from: number; to: number } => ({
  from: isFirst ? EDGE_SAMPLES : 1,
  to: isLast ? samples - EDGE_SAMPLES : samples,
});

/**
 * Creates the checksums for the 16-bit stereo samples of one track: each sample is multiplied by its position, and the
 * products are summed modulo 2^32. Version 2 adds the upper halves of the products.
 */
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
        // The product has 60 bits. The precision lost in the floating-point number is far less than half of 2^32.
        high = (high + Math.round((word * place - product) / 2 ** 32)) | 0;
      }
    },
    end: () => ({ v1: low >>> 0, v2: (low + high) >>> 0, crc450: sum450 >>> 0 }),
  };
}
