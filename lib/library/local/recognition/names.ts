import { LEFT_ALONE, SIDE_FOLDERS, STRUCTURE } from "./folder_words.ts";
import { looseKey } from "./title_key.ts";

/** What a name in a media folder is, by its spelling alone. */

const VIDEO =
  /\.(?:mkv|mk3d|mp4|m4v|mov|webm|avi|ts|m2ts|mts|mpg|mpeg|vob|wmv|flv|ogm|ogv|3gp|mxf|rmvb|divx|asf|wtv|evo)$/i;
const IMAGE = /\.(?:iso|img|nrg|mdf)$/i;
const AUDIO = /\.(?:flac|mp3|m4a|m4b|ogg|oga|opus|wav|wv|ape|aac|ac3|dts|mka|alac|aif|aiff|dsf|dff|tta|tak|mpc|wma)$/i;

/** By the ending of a name; `image` is an image of a disc, not a picture. */
export type MediaType = "video" | "image" | "audio";

/** Undefined for everything that is not played. */
export function mediaType(name: string): MediaType | undefined {
  return VIDEO.test(name) ? "video" : AUDIO.test(name) ? "audio" : IMAGE.test(name) ? "image" : undefined;
}

/** The runtime shows bytes that are no UTF-8 so; such a name may never be opened (safety.md, S-PATH-6). */
export const isUnreadable = (name: string): boolean => name.includes("\ufffd");

/** Hidden, except titles such as `...And Justice for All`. */
export const isHidden = (name: string): boolean => name.startsWith(".") && !/^\.{2,}\s?[\p{L}\p{N}]/u.test(name);

/** A file somebody still writes: ours, or a download's. */
const isUnfinished = (name: string): boolean =>
  /\.(?:partial|part|crdownload|!qb|!ut|aria2|tmp)(?:~|\.[a-z0-9]{2,4})?$/i.test(name);

const EXTRA_TAIL =
  /-(?:trailer|behindthescenes|deleted|deletedscene|featurette|interview|scene|short|other|extra|clip|theme)\d*\.[^.]+$/i;
const EXTRA_WHOLE =
  /^(?:(?:official[ ._-])?(?:trailer|teaser)(?:[ ._-]?\d{1,2})?|theme|movie-trailer|rarbg(?:\.com|\.to)?|etrg|yify|yts(?:\.\w+)?|proof)\.[^.]+$/i;
const ANIME_EXTRA = /(?:^|[ ._\-[(])(?:NC(?:OP|ED)|Creditless[ ._](?:OP|ED))\d{0,2}[a-z]?(?:v\d)?(?=[ ._\-\])]|$)/i;
const GROUP_EXTRA = /^\[[^\]]+\].*?[ ._\-[(](?:PV|CM|Menu)[ ._]?\d{0,2}(?=[ ._\-\])]|$)/i;

/** A trailer, menu, theme or other thing beside a title, by name. */
export const isExtra = (name: string): boolean =>
  EXTRA_WHOLE.test(name) || EXTRA_TAIL.test(name) || ANIME_EXTRA.test(name) || GROUP_EXTRA.test(name);

const SAMPLE = /(?:^|[ ._-])sample(?=[ ._-])/i;
const SAMPLE_BYTES = 70_000_000;

/** `heat.1995.1080p-sample.mkv`: no title ends so whose name tells a year or a resolution before. */
const SAMPLE_TAIL = /\d.*[.-]sample\.[^.]+$/i;
const SAMPLE_TAIL_BYTES = 400_000_000;

/** A sample by name and size: a film that is called Sample is neither small nor smaller than what lies beside it. */
export const isSample = (name: string, size: number, biggest: number): boolean =>
  (SAMPLE_TAIL.test(name) && size < SAMPLE_TAIL_BYTES) ||
  SAMPLE.test(name) && (size < biggest / 20 || (size < SAMPLE_BYTES && size < biggest));

/** `Heat (1995) - Official Trailer 2.mkv`, `heat.1995.trailer.1080p.mkv`; the part before it is the title's. */
const TRAILER = new RegExp(
  "^(.*?[\\p{L}\\p{N})\\]])[ ._([-]+(?:(?:official|theatrical|final|teaser|international|red[ ._-]?band|dvd)[ ._-]){0,2}" +
    "(?:trailer|teaser)(?:[ ._#-]{0,2}\\d{1,2})?(?=[)\\]]?(?:[ ._-]+[[(]?(?:\\d{3,4}[pi]|hd|uhd|4k|web|german|english)(?!\\p{L}).*)?\\.[^.]+$)",
  "iu",
);
const TRAILER_BYTES = 1_000_000_000;

/** A trailer by the name of a much bigger title beside it: a film that is called Trailer lies beside none. */
export function isTrailer(name: string, size: number, others: readonly { name: string; size: number }[]): boolean {
  const title = looseKey(TRAILER.exec(name)?.[1] ?? "");
  return title !== "" && size < TRAILER_BYTES &&
    others.some((other) => size < other.size / 4 && looseKey(other.name).startsWith(title));
}

/** A DVD whose files lie right in the folder of its title, without their `VIDEO_TS`. */
export const isFlatDvd = (names: readonly string[]): boolean =>
  names.some((name) => /^(?:video_ts|vts_\d\d_0)\.ifo$/i.test(name));

/** Title set and part of a DVD's file; part 0 is a menu. Undefined for any other name. */
export function dvdPart(name: string): { set: number; part: number } | undefined {
  if (/^video_ts\.vob$/i.test(name)) return { set: 0, part: 0 };
  const found = /^vts_(\d\d)_(\d)\.vob$/i.exec(name);
  return found ? { set: Number(found[1]), part: Number(found[2]) } : undefined;
}

/** A file that is no title, whatever its size. */
export const isSkippedFile = (name: string): boolean => isHidden(name) || isUnfinished(name) || isExtra(name);

/** Recycle bins, system folders, game libraries, half downloads, and whatever the settings name (lower case). */
export function isSkippedFolder(name: string, exclude: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  return isHidden(name) || LEFT_ALONE.has(lower) || exclude.has(lower) || /^_(?:unpack|failed)_|^\.trash-/.test(lower);
}

/** Extras beside a title. `Specials` are extras of films and a season of series. */
export const isSideFolder = (name: string, ofFilm: boolean): boolean =>
  SIDE_FOLDERS.has(name.toLowerCase()) || (ofFilm && /^specials?$/i.test(name));

/** Parts of a disc beside the one folder that stands for it. */
export const isStructure = (name: string): boolean => STRUCTURE.has(name.toLowerCase());

/** The folder that stands for a disc. */
export const isDiscFolder = (name: string): boolean => /^(?:bdmv|video_ts|hvdvd_ts)$/i.test(name);

const POSTERS = ["poster", "folder", "cover"];

/** The best picture among the names of a folder: poster before folder before cover. */
export function posterOf(names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let rank = POSTERS.length;
  for (const name of names) {
    const found = /^(poster|folder|cover)\.(?:jpe?g|png|webp)$/i.exec(name);
    const place = found?.[1] === undefined ? -1 : POSTERS.indexOf(found[1].toLowerCase());
    if (place >= 0 && place < rank) [best, rank] = [name, place];
  }
  return best;
}

/** A folder full of program files holds a game, and its videos are cut scenes. */
export function isGameFolder(names: Iterable<string>): boolean {
  let program = false;
  let library = false;
  for (const name of names) {
    program ||= /\.exe$/i.test(name);
    library ||= /\.dll$/i.test(name);
  }
  return program && library;
}
