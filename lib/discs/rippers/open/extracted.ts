import type { Watching } from "../model.ts";
import type { OutputTrack } from "../mux/mux_args.ts";

/** A title as it was taken from the disc: files for mkvmerge, and which of their tracks to write. */
export interface Extracted {
  inputs: string[];
  /** In the order of the file to be written. */
  tracks: OutputTrack[];
  /** In milliseconds. */
  chapters: number[];
  /** Files of ours among the inputs, to be removed once they were read. */
  temporary: string[];
  readErrors: number;
  missing: MissingTracks;
}

/** Chosen tracks that the disc names and that have no data, by their places among the title's tracks. */
export interface MissingTracks {
  audio: number[];
  subtitles: number[];
}

/** How many tracks a copy has that match none of the title's tracks. */
export interface UnrecognisedTracks {
  audio: number;
  subtitles: number;
}

/** Where and how a title is taken from a disc. */
export interface Extraction extends Watching {
  mkvmerge: string;
  folder: string;
}
