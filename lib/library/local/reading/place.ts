import { basename, dirname, sep } from "node:path";
import {
  bareSeason,
  isSeasonRange,
  readSeasonFolder,
  type SeasonFolder,
} from "../../../media/release_names/season_folder.ts";
import { looseKey } from "../recognition/title_key.ts";
import type { RootKind } from "../recognition/model.ts";

/** What the way from a root down to a folder tells about the titles in it. */
export interface Place {
  /** Said in the settings, else by the name of a folder on the way. */
  kind?: "movie" | "series" | "music";
  /** The settings say so: no name may object. */
  forced: boolean;
  anime: boolean;
  season?: number;
  /** A folder of several seasons was taken off: nothing tells which. */
  anySeason?: boolean;
  disc?: number;
  /** The folder of the title: the season or disc folder is taken off. */
  folder: string;
  name: string;
  /** The folder holds many titles: a root, or one that is called Movies. */
  container: boolean;
  /** Folders between the last container and the title, outermost first. */
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

/** What a folder called so holds, e.g. `4K Movies` or `Anime`. */
export function folderHint(name: string): Pick<Place, "kind" | "anime"> | undefined {
  if (name.length > 40) return undefined;
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:4k|uhd|hd|sd|3d|2160p|1080p|720p|my|our|all|kids|hdr|remux|lossless|flac|mp3)\b/g, " ")
    .replace(/ +/g, " ").trim();
  return HINTS.find(([words]) => words.test(plain))?.[1];
}

const DISC = /^(?:cd|disc|disk|dvd|digital media|vinyl|d)[ ._-]*(\d{1,2})(?=$|[ ._([:-])/i;

/** The number of a folder that holds one disc of several. */
export function discOf(name: string): number | undefined {
  const found = DISC.exec(name);
  return found ? Number(found[1]) : undefined;
}

/** Reads the way down to `path`, which is `root` or below it; `files` are the names in it. */
export function placeOf(root: string, path: string, rootKind: RootKind, files: readonly string[] = []): Place {
  const below = path === root ? [] : path.slice(root.endsWith(sep) ? root.length : root.length + 1).split(sep);
  const names = [basename(root), ...below];
  let hint: ReturnType<typeof folderHint>;
  let last = 0;
  names.forEach((name, i) => {
    const told = folderHint(name);
    if (told) [hint, last] = [told, i];
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
  // A disc folder right below a container has no title above it, and stands for itself.
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
    // A folder that alone names its show stands for the show.
    if (found !== undefined && (found.show === undefined || sameShow(found.show, names[end - 1] ?? ""))) climb();
  }
  place.name = names[end] ?? "";
  place.container = end <= last;
  place.above = names.slice(last + 1, end);
  return place;
}

/** Anime is series for the most part; a folder of films among them says so by its name, or its films by theirs. */
function kindOf(rootKind: RootKind, hint: ReturnType<typeof folderHint>): Pick<Place, "kind" | "forced" | "anime"> {
  if (rootKind === "auto") return { kind: hint?.kind, forced: false, anime: hint?.anime ?? false };
  if (rootKind !== "anime") return { kind: rootKind, forced: true, anime: hint?.anime ?? false };
  return { kind: hint?.kind === "movie" ? "movie" : "series", forced: false, anime: true };
}

/** The season of the innermost of the folders below a container. */
function seasonIn(folders: string[], files: readonly string[], isSeries: boolean): SeasonFolder | undefined {
  const name = folders.at(-1) ?? "";
  const found = readSeasonFolder(name);
  // Right below a container, a season without its show stands for itself.
  if (found?.show === undefined && folders.length < 2) return undefined;
  // Films come in volumes and books too.
  if (found !== undefined) return isSeries || !/^(?:vol|book|buch|livre|cour)/i.test(name) ? found : undefined;
  const season = isSeries ? bareSeason(name) : undefined;
  // `24/24.S01E01.mkv`: the number is the show's title.
  const isShow = files.some((file) => file.startsWith(name) && /^[ ._-]+(?:s\d|\d+x\d)/i.test(file.slice(name.length)));
  return season === undefined || isShow ? undefined : { season };
}

const sameShow = (show: string, folder: string): boolean => showKey(show) === showKey(folder);
const showKey = (name: string): string => looseKey(name.replace(/[ ._]\(\d{4}\).*$/, ""));
