import { extname } from "node:path";
import type { FoundFile, FoundTitle } from "../../local_title_model.ts";
import { audioNameFacets, knownQuality } from "./parsed_name.ts";
import { type MediaEntry, type MediaSource, sharedFacts } from "../reading/listing.ts";
import { itemId } from "./title_key.ts";
import { titleKey } from "../../../kit/fold.ts";

/** A folder whose audio files are an album, and its position below the root. */
export interface AlbumSource extends MediaSource {
  /** True if the folder contains a cue sheet. */
  cue: boolean;
}

/** Recognises the album in the audio files of one folder. Disc folders are merged into their parent. Pure. */
export function recogniseAlbum(
  audioFiles: MediaEntry[],
  { root, place, parse, cue }: AlbumSource,
): { titles: FoundTitle[]; files: FoundFile[] } {
  if (audioFiles.length === 0) return { titles: [], files: [] };
  const { title, year, artist } = albumName(
    place.name,
    // The parent folders may not be named after artists, but the name of the folder contains `Artist - Album`.
    place.kind === undefined && / - /.test(place.name) ? undefined : artistFolder(place.above),
  );
  const id = itemId("album", place.folder);
  const qualities = new Map<string, string | undefined>();
  const files = audioFiles.map(({ name, size, mtime, identity, link }): FoundFile => {
    const ending = extname(name).toLowerCase();
    if (!qualities.has(ending)) qualities.set(ending, knownQuality(parse(`${place.name}${ending}`, "music")));
    const quality = qualities.get(ending);
    const { disc = place.disc, track } = trackNumber(name);
    return {
      name,
      itemId: id,
      size,
      mtime,
      ...sharedFacts({ identity, link }),
      ...(disc === undefined ? {} : { disc }),
      ...(track === undefined ? {} : { track }),
      ...(quality === undefined ? {} : { quality }),
      facets: audioNameFacets(ending, quality),
    };
  });
  const album: FoundTitle = {
    id,
    kind: "album",
    title,
    titleKey: titleKey(artist === undefined ? title : `${title} ${artist}`),
    ...(year === undefined ? {} : { year }),
    ...(artist === undefined ? {} : { artist }),
    anime: false,
    imageCue: cue && audioFiles.length === 1,
    folder: place.folder,
    ownsFolder: true,
    root,
  };
  return { titles: [album], files };
}

const SHELVES = /^(?:albums?|eps?|singles?|live|compilations?|discography|studio albums?|various)$/i;

const artistFolder = (above: string[]): string | undefined => above.findLast((name) => !SHELVES.test(name));

/** Parses names such as `Artist - 1994 - Album [FLAC]`, `Album (1994)` and `[1994] Album`. */
export function albumName(
  folder: string,
  artistAbove?: string,
): { title: string; year?: number; artist?: string } {
  const year = /[([]((?:19|20)\d{2})[^\])]{0,6}[\])]/.exec(folder)?.[1] ??
    /(?:^|- )((?:19|20)\d{2})(?= -|[ ._-]+\S)/.exec(folder)?.[1];
  const plain = folder.slice(0, 300)
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replace(/\((?:(?:19|20)\d{2}[^)]{0,6}|[^)]*\b(?:flac|mp3|320|v0|web|cd|vinyl|24bit|16bit)\b[^)]*)\)/gi, " ")
    .replace(/ +/g, " ").trim();
  const parts = plain.split(/ [-–—] /).map((part) => part.trim()).filter((part) => part !== "" && part !== year);
  let artist = artistAbove;
  if (parts.length > 1 && (artist === undefined || sameName(parts[0], artist))) artist = parts.shift();
  const title = parts.join(" - ").replace(year === undefined ? /^$/ : new RegExp(`^${year}[ ._-]+`), "").trim();
  return {
    title: title || plain || folder,
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(artist === undefined ? {} : { artist }),
  };
}

const sameName = (a: string | undefined, b: string): boolean => a !== undefined && titleKey(a) === titleKey(b);

/**
 * Parses names such as `01 - Song`, `1-07 Song` and `Artist - Album - 03 - Song`. Includes the disc number if the name
 * contains it.
 */
export function trackNumber(name: string): { disc?: number; track?: number } {
  const both = /^(\d{1,2})[-.](\d{2,3})(?=[ ._-])/.exec(name);
  if (both) return { disc: Number(both[1]), track: Number(both[2]) };
  const found = /^(\d{1,3})(?=[ ._)-])/.exec(name) ?? / - (\d{1,3})(?= - | )/.exec(name);
  return found ? { track: Number(found[1]) } : {};
}
