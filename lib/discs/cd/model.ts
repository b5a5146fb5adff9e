/** What is on an audio CD, whatever it was read from. Places are in sectors (1/75 s, 588 stereo samples at 44.1 kHz). */

/** One track of the table of contents. */
export interface CdTrack {
  /** 1 to 99, as on the disc. */
  number: number;
  /** Where its INDEX 01 lies; 0 is the first sector after the lead-in (LBA, without the 150 sectors of the lead-in). */
  start: number;
  /** Up to the next track's start, or the end of its session. */
  sectors: number;
  /** Sectors of its pregap (INDEX 00 to INDEX 01), which lie in the track before; absent when unknown. */
  pregap?: number;
  isAudio: boolean;
  preEmphasis: boolean;
  isrc?: string;
  title?: string;
  performer?: string;
}

/** The table of contents of one disc, with what its CD-Text and subchannels say. */
export interface CdToc {
  /** In order, without gaps in the numbers; at least one. */
  tracks: readonly CdTrack[];
  /** Where the lead-out of the whole disc begins, in sectors from LBA 0. */
  leadOut: number;
  /** The number below the barcode, 13 digits; absent when the disc has none. */
  catalogNumber?: string;
  title?: string;
  performer?: string;
  /** The character set that the names were read in, where few letters tell it. */
  doubtfulCharset?: string;
}

/** What is read: a drive by its device node, or an image by its sheet. */
export interface CdSource {
  kind: "device" | "image";
  /** `/dev/sr0`, or the path of a `.cue` or `.toc` file beside its `.bin`. */
  path: string;
}

/** Sectors before the first track that hold sound: a hidden first track; undefined when there are none worth keeping. */
export interface HiddenTrack {
  start: 0;
  sectors: number;
}
