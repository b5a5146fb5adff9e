import { basename, dirname, sep } from "node:path";
import {
  bareSeason,
  isSeasonRange,
  readSeasonFolder,
  type SeasonFolder,
} from "../../../media/release_names/season_folder.ts";
import { looseKey } from "../recognition/title_key.ts";
import type { RootKind } from "../../local_title_model.ts";

/** Information about the titles in a folder, from the path below its root. */
export interface Place {
  /** Kind of content from the settings, or from the name of a folder in the path. */
  kind?: "movie" | "series" | "music";
  /** True if the kind is from the settings. File names cannot override it. */
  forced: boolean;
  anime: boolean;
  season?: number;
  /** True if a folder for several seasons was removed from the path. The season is then unknown. */
  anySeason?: boolean;
  disc?: number;
  /** Folder of the title, without season and disc folders. */
  folder: string;
  name: string;
  /** True if the folder contains many titles: a root, or a folder with a name such as "Movies". */
  container: boolean;
  /** Folders between the innermost folder of many titles and the folder of the title, outermost first. */
  above: string[];
}

const HINTS: [RegExp, Pick<Place, "kind" | "anime">][] = [
  [/^anime (?:movies?|films?)$/, { kind: "movie", anime: true }],
  [/^(?:anime|animes|anime (?:tv|series|shows?))$/, { kind: "series", anime: true }],
  [/^(?:movies?|films?|filme|kinofilme|spielfilme|peliculas|cinema)$/, { kind: "movie", anime: false }],
  [/^(?:tv|tv ?shows?|shows|tv ?series|series|serien|series tv|tv serien|television)$/, {
    kind: "series",
    anime: false,
  }],
  [/^(?:music|musik|musique|musica|albums|audio cds?)$/, { kind: "music", anime: false }],
];

/** Returns the kind of content that the name of a folder suggests, for example `4K Movies` or `Anime`. */
export function folderHint(name: string): Pick<Place, "kind" | "anime"> | undefined {
  if (name.length > 40) return undefined;
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:4k|uhd|hd|sd|3d|2160p|1080p|720p|my|our|all|kids|hdr|remux|lossless|flac|mp3)\b/g, " ")
    .replace(/ +/g, " ").trim();
  return HINTS.find(([words]) => words.test(plain))?.[1];
}

const DISC = /^(?:cd|disc|disk|dvd|digital media|vinyl|d)[ ._-]*(\d{1,2})(?=$|[ ._([:-])/i;

/** Returns the disc number of a folder that contains one of several discs. */
export function discOf(name: string): number | undefined {
  const found = DISC.exec(name);
  return found ? Number(found[1]) : undefined;
}

/** Analyses the path from `root` to `path`, which is `root` or below it. `files` are the names in the folder. */
export function placeOf(root: string, path: string, rootKind: RootKind, files: readonly string[] = []): Place {
  const below = path === root ? [] : path.slice(root.endsWith(sep) ? root.length : root.length + 1).split(sep);
  const names = [basename(root), ...below];
  let hint: ReturnType<typeof folderHint>;
  let last = 0;
  names.forEach((name, i) => {
    const named = folderHint(name);
    if (named) [hint, last] = [named, i];
  });
  const place: Place = {
    ...kindOf(rootKind, hint),
    folder: path,
    name: "",
    container: false,
    above: [],
  };
  let end = names.length - 1;
  const climb = () => {
    place.folder = dirname(place.folder);
    end--;
  };
  // A disc folder directly below a folder of many titles has no title folder, so it is itself the title.
  if (end > last + 1) {
    place.disc = discOf(names[end] ?? "");
    if (place.disc !== undefined) climb();
  }
  if (end > last && place.kind !== "music" && place.kind !== "movie") {
    if (end > last + 1 && isSeasonRange(names[end] ?? "")) place.anySeason = true;
    if (place.anySeason) climb();
    const found = place.anySeason
      ? undefined
      : seasonIn(names.slice(last + 1, end + 1), files, place.kind === "series");
    place.season = found?.season;
    // A folder named `Season 1`, or with the same show as its parent folder, belongs to the parent folder.
    if (found !== undefined && (found.show === undefined || sameShow(found.show, names[end - 1] ?? ""))) climb();
  }
  place.name = names[end] ?? "";
  place.container = end <= last;
  place.above = names.slice(last + 1, end);
  return place;
}

/** Anime are mostly series. Movies are recognised by the name of their folder or by their file names. */
function kindOf(rootKind: RootKind, hint: ReturnType<typeof folderHint>): Pick<Place, "kind" | "forced" | "anime"> {
  if (rootKind === "auto") return { kind: hint?.kind, forced: false, anime: hint?.anime ?? false };
  if (rootKind !== "anime") return { kind: rootKind, forced: true, anime: hint?.anime ?? false };
  return { kind: hint?.kind === "movie" ? "movie" : "series", forced: false, anime: true };
}

/** Returns the season of the innermost folder below a folder of many titles. */
function seasonIn(folders: string[], files: readonly string[], isSeries: boolean): SeasonFolder | undefined {
  const name = folders.at(-1) ?? "";
  const found = readSeasonFolder(name);
  // Directly below a folder of many titles, a season folder without a show name is itself the title.
  if (found?.show === undefined && folders.length < 2) return undefined;
  // A movie folder may also be named after a volume or book, which is not a season.
  if (found !== undefined) return isSeries || !/^(?:vol|book|buch|livre|cour)/i.test(name) ? found : undefined;
  const season = isSeries ? bareSeason(name) : undefined;
  // True if a number is the title of the show, as in `24/24.S01E01.mkv`.
  const isShow = files.some((file) => file.startsWith(name) && /^[ ._-]+(?:s\d|\d+x\d)/i.test(file.slice(name.length)));
  return season === undefined || isShow ? undefined : { season };
}

const sameShow = (show: string, folder: string): boolean => showKey(show) === showKey(folder);
const showKey = (name: string): string => looseKey(name.replace(/[ ._]\(\d{4}\).*$/, ""));
