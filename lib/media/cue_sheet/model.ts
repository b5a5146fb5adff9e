/** A cue sheet, which maps tracks to files. Positions are in frames of 1/75 s from the start of the file. */
export interface CueSheet {
  title?: string;
  performer?: string;
  songwriter?: string;
  /** The disc's catalogue number (below its barcode), as written in the sheet. */
  catalog?: string;
  /** File with the CD-Text of the disc, as written in the sheet. */
  cdTextFile?: string;
  /** Remarks (`REM` lines) before the first `TRACK`. */
  remarks: CueRemark[];
  /** Files that contain a track, in the order of their first use. */
  files: CueFile[];
  /** Tracks in ascending order. At least one. */
  tracks: CueTrack[];
}

/** A remark. `REM DATE 1999` has the name `DATE` and the value `1999`. */
export interface CueRemark {
  name: string;
  value: string;
}

/** A file as written in the sheet. The text may be a path on another machine, so it is never opened directly. */
export interface CueFile {
  name: string;
  /** File type: `WAVE`, `MP3`, `AIFF`, `BINARY` or `MOTOROLA`. Some programs write other types. */
  type: string;
}

/** A track, which starts at its index 1. */
export interface CueTrack {
  /** Track number, from 1 to 99. */
  number: number;
  /** Track mode: `AUDIO`, or a data mode such as `MODE1/2352`. */
  mode: string;
  title?: string;
  performer?: string;
  songwriter?: string;
  isrc?: string;
  /** Flags of the track: `DCP`, `4CH`, `PRE` or `SCMS`. */
  flags: string[];
  /** Frames of silence before and after the track that are in no file. */
  pregap?: number;
  postgap?: number;
  /** Indexes in ascending order. Index 1 is always present. */
  indexes: CueIndex[];
  remarks: CueRemark[];
}

/** A position in a file. Index 0 starts the pregap, 1 is the start of the track, 2 to 99 are marks within it. */
export interface CueIndex {
  number: number;
  frame: number;
  /** Index of the file in `CueSheet.files`. */
  file: number;
}

/** Frames per second. */
export const FRAMES_PER_SECOND = 75;

/** Returns an index of a track by number. */
export const indexOf = (track: CueTrack, number: number): CueIndex | undefined =>
  track.indexes.find((index) => index.number === number);
