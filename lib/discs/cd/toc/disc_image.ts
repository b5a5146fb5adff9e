import type { CdToc } from "../model.ts";

/** A disc image: its contents, and the location of its sectors in files. */
export interface DiscImage {
  toc: CdToc;
  /** Ranges in disc order. Sectors outside all ranges are silence. */
  extents: readonly ImageExtent[];
}

/** A run of consecutive sectors in one file. */
export interface ImageExtent {
  /** First sector on the disc. */
  start: number;
  sectors: number;
  path: string;
  /** Byte offset in the file. */
  offset: number;
  /** Bytes per sector in the file. */
  sectorBytes: number;
  isAudio: boolean;
  /** True if samples are big-endian. */
  bigEndian: boolean;
}

/** A file in the same folder as the sheet. */
export interface ImageFile {
  path: string;
  sizeBytes: number;
}

/** An image, or a message with the reason if it cannot be used. */
export type ImageReading = DiscImage | { problem: string };

/** Bytes per audio sector: 588 samples of two 16-bit channels. */
export const SECTOR_BYTES = 2352;
