import { looseKey } from "./title_key.ts";

/** Classifies names in a media folder. Only the name is used. */

const VIDEO =
  /\.(?:mkv|mk3d|mp4|m4v|mov|webm|avi|ts|m2ts|mts|mpg|mpeg|vob|wmv|flv|ogm|ogv|3gp|mxf|rmvb|divx|asf|wtv|evo)$/i;
const IMAGE = /\.(?:iso|img|nrg|mdf)$/i;
const AUDIO = /\.(?:flac|mp3|m4a|m4b|ogg|oga|opus|wav|wv|ape|aac|ac3|dts|mka|alac|aif|aiff|dsf|dff|tta|tak|mpc|wma)$/i;

/** Determined by the file extension. `image` is a disc image. */
export type MediaType = "video" | "image" | "audio";

/** Returns the type of a file, or undefined if it cannot be played. */
export function mediaType(name: string): MediaType | undefined {
  return VIDEO.test(name) ? "video" : AUDIO.test(name) ? "audio" : IMAGE.test(name) ? "image" : undefined;
}

/**
 * The runtime replaces bytes that are not valid UTF-8 with this character. A file with such a name must never be opened
 * (safety.md, S-PATH-6).
 */
export const isUnreadable = (name: string): boolean => name.includes("\ufffd");

/** True for hidden files, but not for titles such as `...And Justice for All`. */
export const isHidden = (name: string): boolean => name.startsWith(".") && !/^\.{2,}\s?[\p{L}\p{N}]/u.test(name);

/** True for a file that is still being written, by Lathe or by a download client. */
const isUnfinished = (name: string): boolean =>
  /\.(?:partial|part|crdownload|!qb|!ut|aria2|tmp)(?:~|\.[a-z0-9]{2,4})?$/i.test(name);

const EXTRA_TAIL =
  /-(?:trailer|behindthescenes|deleted|deletedscene|featurette|interview|scene|short|other|extra|clip|theme)\d*\.[^.]+$/i;
const EXTRA_WHOLE =
  /^(?:(?:official[ ._-])?(?:trailer|teaser)(?:[ ._-]?\d{1,2})?|theme|movie-trailer|rarbg(?:\.com|\.to)?|etrg|yify|yts(?:\.\w+)?|proof)\.[^.]+$/i;
const ANIME_EXTRA = /(?:^|[ ._\-[(])(?:NC(?:OP|ED)|Creditless[ ._](?:OP|ED))\d{0,2}[a-z]?(?:v\d)?(?=[ ._\-\])]|$)/i;
const GROUP_EXTRA = /^\[[^\]]+\].*?[ ._\-[(](?:PV|CM|Menu)[ ._]?\d{0,2}(?=[ ._\-\])]|$)/i;

/** True for the names of trailers, menus, themes and other extras. */
export const isExtra = (name: string): boolean =>
  EXTRA_WHOLE.test(name) || EXTRA_TAIL.test(name) || ANIME_EXTRA.test(name) || GROUP_EXTRA.test(name);

const SAMPLE = /(?:^|[ ._-])sample(?=[ ._-])/i;
const SAMPLE_BYTES = 70_000_000;

/** Matches names such as `heat.1995.1080p-sample.mkv`. No title ends like this after a year or a resolution. */
const SAMPLE_TAIL = /\d.*[.-]sample\.[^.]+$/i;
const SAMPLE_TAIL_BYTES = 400_000_000;

/** True for samples, by name and size. A movie called Sample is neither small nor smaller than the other files. */
export const isSample = (name: string, size: number, biggest: number): boolean =>
  (SAMPLE_TAIL.test(name) && size < SAMPLE_TAIL_BYTES) ||
  SAMPLE.test(name) && (size < biggest / 20 || (size < SAMPLE_BYTES && size < biggest));

/**
 * Matches `Heat (1995) - Official Trailer 2.mkv` and `heat.1995.trailer.1080p.mkv`. The part before the match is the
 * title.
 */
const TRAILER = new RegExp(
  "^(.*?[\\p{L}\\p{N})\\]])[ ._([-]+(?:(?:official|theatrical|final|teaser|international|red[ ._-]?band|dvd)[ ._-]){0,2}" +
    "(?:trailer|teaser)(?:[ ._#-]{0,2}\\d{1,2})?(?=[)\\]]?(?:[ ._-]+[[(]?(?:\\d{3,4}[pi]|hd|uhd|4k|web|german|english)(?!\\p{L}).*)?\\.[^.]+$)",
  "iu",
);
const TRAILER_BYTES = 1_000_000_000;

/**
 * True for trailers: the same folder contains a much larger file with the same title. There is no such file next to a
 * movie called Trailer.
 */
export function isTrailer(name: string, size: number, others: readonly { name: string; size: number }[]): boolean {
  const title = looseKey(TRAILER.exec(name)?.[1] ?? "");
  return title !== "" && size < TRAILER_BYTES &&
    others.some((other) => size < other.size / 4 && looseKey(other.name).startsWith(title));
}

/** True for a DVD whose files are directly in the folder of the title, without `VIDEO_TS`. */
export const isFlatDvd = (names: readonly string[]): boolean =>
  names.some((name) => /^(?:video_ts|vts_\d\d_0)\.ifo$/i.test(name));

/** Returns the title set and part number of a DVD file. Part 0 is a menu. Returns undefined for other names. */
export function dvdPart(name: string): { set: number; part: number } | undefined {
  if (/^video_ts\.vob$/i.test(name)) return { set: 0, part: 0 };
  const found = /^vts_(\d\d)_(\d)\.vob$/i.exec(name);
  return found ? { set: Number(found[1]), part: Number(found[2]) } : undefined;
}

/** True for a file that is not a title, whatever its size. */
export const isSkippedFile = (name: string): boolean => isHidden(name) || isUnfinished(name) || isExtra(name);

/**
 * True for recycle bins, system folders, game libraries, incomplete downloads, and (lower-case) names from the
 * settings.
 */
export function isSkippedFolder(name: string, exclude: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  return isHidden(name) || LEFT_ALONE.has(lower) || exclude.has(lower) || /^_(?:unpack|failed)_|^\.trash-/.test(lower);
}

/** True for folders with extras next to a title. `Specials` contains extras of a movie, but a season of a series. */
export const isSideFolder = (name: string, ofMovie: boolean): boolean =>
  SIDE_FOLDERS.has(name.toLowerCase()) || (ofMovie && /^specials?$/i.test(name));

/** True for parts of a disc other than its main folder. */
export const isStructure = (name: string): boolean => STRUCTURE.has(name.toLowerCase());

/** True for the main folder of a disc. */
export const isDiscFolder = (name: string): boolean => /^(?:bdmv|video_ts|hvdvd_ts)$/i.test(name);

const POSTERS = ["poster", "folder", "cover"];

/** Returns the best image in a folder: poster, then folder, then cover. */
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

/** True for a folder that contains program files. It contains a game, and its videos are cutscenes. */
export function isGameFolder(names: Iterable<string>): boolean {
  let program = false;
  let library = false;
  for (const name of names) {
    program ||= /\.exe$/i.test(name);
    library ||= /\.dll$/i.test(name);
  }
  return program && library;
}

/** Folder names that are skipped, in lower case. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(",").map((word) => word.trim()));

/**
 * Recycle bins, system folders, folders of sync tools, incomplete downloads, and game libraries. Names that start with
 * a dot are always skipped.
 */
const LEFT_ALONE = words(
  "#recycle,@recycle,@eadir,@tmp,#snapshot,@recently-snapshot,@appstore,@database,@s2s,@sharebin,@transcode," +
    "network trash folder,trashbox,$recycle.bin,recycler,recycled,system volume information,windowsapps,$winreagent," +
    "config.msi,lost+found,__macosx,incomplete,__admin__,node_modules,steamapps,steamlibrary,gog games,epic games," +
    "xboxgames,battle.net,riot games,roms,emulators,retroarch",
);

/** Folders next to a title with other contents. */
const SIDE_FOLDERS = words(
  "behind the scenes,deleted scenes,featurettes,featurette,interviews,scenes,shorts,trailers,other,extras,extra,bonus," +
    "clips,samples,sample,proof,subs,subtitles,screens,screenshots,covers,scans,artwork,theme-music,backdrops," +
    "extrafanart,extrathumbs,making of,nc,ncop,nced,menus,sps,cds",
);

/** Folders that are part of the structure of a disc. */
const STRUCTURE = words(
  "bdmv,video_ts,hvdvd_ts,audio_ts,certificate,aacs,makemkv,any!,adv_obj,avchd,mpegav,svcd,vcd,jacket_p",
);
