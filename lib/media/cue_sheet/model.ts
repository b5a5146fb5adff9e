/** A cue sheet: which tracks lie in which files. Places are in frames of 1/75 s, counted from the start of the file. */
export interface CueSheet {
  title?: string;
  performer?: string;
  songwriter?: string;
  /** The number below the barcode, as written. */
  catalog?: string;
  /** The file with the disc's CD-Text, as written. */
  cdTextFile?: string;
  /** `REM` lines before the first track. */
  remarks: CueRemark[];
  /** Those that a track lies in, in the order of their first use. */
  files: CueFile[];
  /** In the order of their numbers; at least one. */
  tracks: CueTrack[];
}

/** `REM DATE 1999` is the name `DATE` with the value `1999`. */
export interface CueRemark {
  name: string;
  value: string;
}

/** A file as the sheet names it, which may be a path of another machine: it is never opened by this text. */
export interface CueFile {
  name: string;
  /** `WAVE`, `MP3`, `AIFF`, `BINARY` or `MOTOROLA`; other programs write more. */
  type: string;
}

/** One track. It begins at its index 1. */
export interface CueTrack {
  /** 1 to 99. */
  number: number;
  /** `AUDIO`, or a kind of data such as `MODE1/2352`. */
  mode: string;
  title?: string;
  performer?: string;
  songwriter?: string;
  isrc?: string;
  /** `DCP`, `4CH`, `PRE`, `SCMS`. */
  flags: string[];
  /** Frames of silence before and after it that lie in no file. */
  pregap?: number;
  postgap?: number;
  /** In the order of their numbers; index 1 is always there. */
  indexes: CueIndex[];
  remarks: CueRemark[];
}

/** A place in a file. Index 0 begins the pregap, 1 the track, 2 to 99 are marks in it. */
export interface CueIndex {
  number: number;
  frame: number;
  /** Place of the file in `CueSheet.files`. */
  file: number;
}

/** Frames of a second. */
export const FRAMES_PER_SECOND = 75;

/** The place of an index of a track. */
export const indexOf = (track: CueTrack, number: number): CueIndex | undefined =>
  track.indexes.find((index) => index.number === number);
