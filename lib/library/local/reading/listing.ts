import type { RootKind } from "../../local_title_model.ts";
import type { MediaType } from "../recognition/names.ts";
import type { ParsedName, ParseName } from "../recognition/parsed_name.ts";
import type { Place } from "./place.ts";

/** An entry in a folder. Size and time are only needed for media files and disc folders. */
export interface ListedEntry {
  name: string;
  directory: boolean;
  size: number;
  mtime: number;
  /** Identity of the file, which is equal for all of its paths. Absent for folders and empty files. */
  identity?: string;
  link?: boolean;
}

/** The entries of one folder below a root, without subfolders. */
export interface FolderListing {
  root: string;
  path: string;
  kind: RootKind;
  entries: ListedEntry[];
}

/** A playable file, image or disc folder. */
export interface MediaEntry extends ListedEntry {
  type: MediaType | "disc";
}

/** Location of media, and the functions that parse their names. */
export interface MediaSource {
  root: string;
  place: Place;
  parse: ParseName;
}

/** Returns the facts that show whether several paths lead to the same file. */
export const sharedFacts = ({ identity, link }: Pick<ListedEntry, "identity" | "link">) => ({
  ...(identity === undefined ? {} : { identity }),
  ...(link ? { link } as const : {}),
});

/** A video and its parsed name. */
export interface NamedVideo {
  entry: MediaEntry;
  parsed: ParsedName;
}
