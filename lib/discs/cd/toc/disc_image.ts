import type { CdToc } from "../model.ts";

/** An image of a disc: what is on it, and where its sectors lie in files. */
export interface DiscImage {
  toc: CdToc;
  /** In the order of the disc; what no extent holds is silence. */
  extents: readonly ImageExtent[];
}

/** A run of sectors that lie one after another in one file. */
export interface ImageExtent {
  /** Its first sector on the disc. */
  start: number;
  sectors: number;
  path: string;
  /** Bytes before it in the file. */
  offset: number;
  /** Bytes of a sector in the file. */
  sectorBytes: number;
  isAudio: boolean;
  /** Whether the high byte of a sample comes first. */
  bigEndian: boolean;
}

/** A file beside the sheet. */
export interface ImageFile {
  path: string;
  sizeBytes: number;
}

/** An image, or a sentence that says why there is none. */
export type ImageReading = DiscImage | { problem: string };

/** Bytes of a sector of sound: 588 samples for two channels of 16 bits. */
export const SECTOR_BYTES = 2352;
