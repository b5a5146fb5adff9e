import type { FolderListing, ListedEntry, MediaEntry } from "../reading/listing.ts";
import type { FoundFile, FoundTitle } from "../../local_title_model.ts";
import {
  dvdPart,
  isDiscFolder,
  isFlatDvd,
  isGameFolder,
  isSample,
  isSideFolder,
  isSkippedFile,
  isSkippedFolder,
  isStructure,
  isTrailer,
  isUnreadable,
  mediaType,
  posterOf,
} from "./names.ts";
import type { ParseName } from "./parsed_name.ts";
import { placeOf } from "../reading/place.ts";
import { recogniseAlbum } from "./recognise_album.ts";
import { recogniseVideos } from "./recognise_video.ts";

/** Contents of one folder. `poster` is the name of an image in it. */
export interface Recognised {
  titles: FoundTitle[];
  files: FoundFile[];
  poster?: string;
  /** Subfolders to enter. */
  descend: string[];
  /** Number of names that are not valid UTF-8. */
  unreadable: number;
  /** Number of media files that are not titles. */
  skipped: number;
}

/** Options for all folders of a scan. */
export interface RecogniseOptions {
  parse: ParseName;
  /** Folder names to skip, in lower case. */
  exclude: ReadonlySet<string>;
}

/** Recognises the titles in one folder and the subfolders to enter. Pure. */
export function recogniseFolder(
  { root, path, kind, entries }: FolderListing,
  { parse, exclude }: RecogniseOptions,
): Recognised {
  const readable = entries.filter(({ name }) => !isUnreadable(name));
  const nothing = { titles: [], files: [], descend: [], unreadable: entries.length - readable.length, skipped: 0 };
  const names = readable.map(({ name }) => name);
  const place = placeOf(root, path, kind, names);
  if (isGameFolder(names) || /^(?:avchd|private)$/i.test(place.name)) return nothing;

  const { media, skipped } = sorted(readable);
  const videos = media.filter(({ type }) => type !== "audio");
  const audioFiles = media.filter(({ type }) => type === "audio");
  const musical = place.kind === "music" || (place.kind === undefined && videos.length === 0);
  const source = { root, place, parse };
  const found = musical
    ? recogniseAlbum(audioFiles, { ...source, cue: names.some((name) => /\.cue$/i.test(name)) })
    : recogniseVideos(videos, source);
  const passed = media.length - found.files.length;
  const poster = posterOf(names);
  return {
    ...found,
    ...(poster === undefined ? {} : { poster }),
    descend: foldersToEnter(readable, {
      exclude,
      // Next to a title, a folder `Extras` contains extras. Otherwise the name may be that of a title.
      beside: !musical && (found.files.length > 0 || (!place.container && parse(place.name).year !== undefined)),
      isMovie: found.titles.some((title) => title.kind === "movie") || place.kind === "movie",
    }),
    unreadable: nothing.unreadable,
    skipped: skipped + passed,
  };
}

/** Returns the media files among the entries, without samples and extras. */
function sorted(entries: ListedEntry[]): { media: MediaEntry[]; skipped: number } {
  const media: MediaEntry[] = [];
  let skipped = 0;
  for (const entry of entries) {
    if (entry.directory) {
      if (isDiscFolder(entry.name)) media.push({ ...entry, type: "disc" });
      continue;
    }
    const type = mediaType(entry.name);
    if (type === undefined) continue;
    if (isSkippedFile(entry.name)) skipped++;
    else media.push({ ...entry, type });
  }
  const biggest = media.reduce((most, { size }) => Math.max(most, size), 0);
  const mainSet = isFlatDvd(entries.map(({ name }) => name)) ? mainTitleSet(media) : undefined;
  const kept = media.filter(({ name, size, type }) =>
    type !== "video" ||
    !(isSample(name, size, biggest) || isTrailer(name, size, media) || isOtherDvdPart(name, mainSet))
  );
  return { media: kept, skipped: skipped + media.length - kept.length };
}

/** Returns the largest title set of a DVD, which contains the main movie. */
function mainTitleSet(media: MediaEntry[]): number | undefined {
  const sizes = new Map<number, number>();
  for (const { name, size } of media) {
    const { set, part = 0 } = dvdPart(name) ?? {};
    if (set !== undefined && part > 0) sizes.set(set, (sizes.get(set) ?? 0) + size);
  }
  return [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** True for a menu or an extra of the DVD whose main movie is in `mainSet`. */
function isOtherDvdPart(name: string, mainSet: number | undefined): boolean {
  const found = mainSet === undefined ? undefined : dvdPart(name);
  return found !== undefined && (found.set !== mainSet || found.part === 0);
}

function foldersToEnter(
  entries: ListedEntry[],
  { exclude, beside, isMovie }: { exclude: ReadonlySet<string>; beside: boolean; isMovie: boolean },
): string[] {
  return entries.filter(({ name, directory }) =>
    directory && !isSkippedFolder(name, exclude) && !isStructure(name) && !(beside && isSideFolder(name, isMovie))
  ).map(({ name }) => name);
}
