import type { Watching } from "../../ripper_model.ts";
import type { OutputTrack } from "../mux/mux_args.ts";

/** An extracted title: files for mkvmerge, and the tracks to write. */
export interface Extracted {
  inputs: string[];
  /** Tracks in the order of the output file. */
  tracks: OutputTrack[];
  /** Chapter starts in milliseconds. */
  chapters: number[];
  /** Inputs that Lathe has created. They are removed after they have been read. */
  temporary: string[];
  readErrors: number;
  missing: MissingTracks;
}

/** Selected tracks that the disc lists but that have no data, by index in the title. */
export interface MissingTracks {
  audio: number[];
  subtitles: number[];
}

/** Number of tracks in a copy that match none of the title's tracks. */
export interface UnrecognisedTracks {
  audio: number;
  subtitles: number;
}

/** Parameters for extracting a title from a disc. */
export interface Extraction extends Watching {
  mkvmerge: string;
  folder: string;
}
