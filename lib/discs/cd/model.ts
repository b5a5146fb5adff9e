import type { NameCharset } from "../../media/cue_sheet/charsets.ts";

/**
 * Contents of an audio CD, independent of how it was read. Positions are in sectors (1/75 s, 588 stereo samples at 44.1
 * kHz).
 */

/** One track in the table of contents. */
export interface CdTrack {
  /** Track number on the disc, 1 to 99. */
  number: number;
  /** Position of INDEX 01. 0 is the first sector after the lead-in (LBA, without the 150 sectors of the lead-in). */
  start: number;
  /** Length in sectors, up to the start of the next track or the end of the session. */
  sectors: number;
  /** Sectors of the pregap (INDEX 00 to INDEX 01), which are part of the previous track. Absent if unknown. */
  pregap?: number;
  isAudio: boolean;
  preEmphasis: boolean;
  isrc?: string;
  title?: string;
  performer?: string;
}

/** The table of contents of one disc, with information from CD-Text and subchannels. */
export interface CdToc {
  /** Tracks in order, without gaps in the numbers. There is at least one. */
  tracks: readonly CdTrack[];
  /** Start of the lead-out of the whole disc, in sectors from LBA 0. */
  leadOut: number;
  /** Catalogue number (below the barcode), 13 digits. Absent if the disc has none. */
  catalogNumber?: string;
  title?: string;
  performer?: string;
  /** The character set used to decode the names, if there were too few letters to detect it reliably. */
  doubtfulCharset?: string;
}

/** Source of a read: a drive by its device node, or an image by its sheet. */
export interface CdSource {
  kind: "device" | "image";
  /** Path of a device such as `/dev/sr0`, or of a `.cue` or `.toc` file next to its `.bin`. */
  path: string;
  /** Character set of the sheet, if set by the user. */
  charset?: NameCharset;
}

/** Audio before the first track, in sectors. */
export interface HiddenTrack {
  start: 0;
  sectors: number;
}
