import type { RootKind } from "../recognition/model.ts";
import type { MediaType } from "../recognition/names.ts";
import type { ParsedName, ParseName } from "../recognition/parsed_name.ts";
import type { Place } from "./place.ts";

/** An entry of a folder. Sizes and times are needed of media files and disc folders only. */
export interface ListedEntry {
  name: string;
  directory: boolean;
  size: number;
  mtime: number;
}

/** One folder of a root, not looked into any deeper. */
export interface FolderListing {
  root: string;
  path: string;
  kind: RootKind;
  entries: ListedEntry[];
}

/** A file, image or disc folder that is played. */
export interface MediaEntry extends ListedEntry {
  type: MediaType | "disc";
}

/** Where media lie, and who reads their names. */
export interface MediaSource {
  root: string;
  place: Place;
  parse: ParseName;
}

/** A video with what its name says. */
export interface NamedVideo {
  entry: MediaEntry;
  parsed: ParsedName;
}
