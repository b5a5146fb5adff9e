import type { ReleaseHint, ReleaseName } from "./model.ts";
import { looksLikeMusic, parseMusic } from "./music.ts";
import {
  hasNumbering,
  isDiscNumberFolder,
  isFuller,
  isMeaningless,
  libraryFolder,
  pathParts,
  withTagsOf,
} from "./path.ts";
import { bareSeason, readSeasonFolder, type SeasonFolder } from "./season_folder.ts";
import { spaced } from "./title.ts";
import { isAudioFile, plainCharacters, strip } from "./words/tokens.ts";
import { parseVideo } from "./words/video.ts";

/** Parses a release name, or the path of a file or folder in a library. Pure. Accepts any text. */
export function parseReleaseName(name: string, hint?: ReleaseHint): ReleaseName {
  const plain = plainCharacters(name);
  const parts = pathParts(plain);
  return parts ? parsePath(parts, hint) : parseBare(plain, hint);
}

function parseBare(name: string, hint?: ReleaseHint): ReleaseName {
  const stripped = strip(name);
  const music = hint === "music" || (hint === undefined && looksLikeMusic(stripped.text, stripped.container));
  return music ? parseMusic(stripped) : parseVideo(stripped, hint);
}

function parsePath(parts: string[], hint?: ReleaseHint): ReleaseName {
  const last = parts.at(-1) ?? "";
  const { container } = strip(last);
  const folders = parts.slice(0, -1);
  if (hint === "music" || (hint === undefined && isAudioFile(container))) return parseMusicPath(last, folders);
  const whole = container === undefined ? readSeasonFolder(last) : undefined;
  if (whole !== undefined && whole.show === undefined) return seasonOf(folders, whole.season, hint);
  while (isDiscNumberFolder(folders.at(-1) ?? "")) folders.pop();
  const season = seasonHolding(folders, hint);
  if (season === undefined) return inFolder(last, folders.at(-1) ?? "", hint, container);
  return inSeason(last, showFolder(folders, season), season, hint);
}

/** Returns the season of the folder that contains a file. A number alone is a season only in a series folder. */
function seasonHolding(folders: string[], hint?: ReleaseHint): SeasonFolder | undefined {
  const folder = folders.at(-1) ?? "";
  const bare = hint === "series" && folders.length > 1 ? bareSeason(folder) : undefined;
  return bare === undefined ? readSeasonFolder(folder) : { season: bare };
}

/** Returns the folder with the title of the show: the parent folder, unless only the season folder contains it. */
function showFolder(folders: string[], { show }: SeasonFolder): string {
  const above = folders.at(-2) ?? "";
  if (show === undefined) return above;
  return sameTitle(parseBare(above, "series").title, parseBare(show, "series").title) ? above : show;
}

const sameTitle = (one: string, other: string): boolean =>
  one.localeCompare(other, "en", { sensitivity: "base", ignorePunctuation: true }) === 0;

/** Parses the name of a season folder. */
function seasonOf(folders: string[], season: number, hint?: ReleaseHint): ReleaseName {
  const parent = parseBare(folders.at(-1) ?? "", hint === "anime" ? "anime" : "series");
  return {
    ...named(parent, folders.at(-1) ?? ""),
    season,
    seasons: [season],
    fullSeason: true,
    special: season === 0,
  };
}

/**
 * Parses the name of a file in a season folder. In `Show (2010)/Season 02/05 - Name.mkv`, the number at the start is
 * the episode.
 */
function inSeason(fileName: string, parent: string, { season }: SeasonFolder, hint?: ReleaseHint): ReleaseName {
  const last = withoutTitle(fileName, parent);
  const dotted = /^(\d{1,2})\.(\d{2})(?=[ ._-]|$)/u.exec(last);
  if (dotted && Number(dotted[1]) === season) {
    return inSeason(last.slice(`${dotted[1]}.`.length), parent, { season }, hint);
  }
  const short =
    /^(?:(?:Ep|Episode|Folge)[ ._]-[ ._]|(?:E|Ep|Episode|Folge)?[ ._]?)(\d{1,3})(?![\p{L}\d])(?!\d?x\d|[pi](?!\p{L}))/iu
      .exec(last);
  const stated = Number(short?.[1]);
  const number = /^\d/u.test(last) ? withoutHundreds(stated, season) ?? stated : stated;
  const padded = `S${String(season).padStart(2, "0")}E`;
  const file = short?.[1] && !/S\d{1,4}[ ._]?E\d|\d{1,2}x\d{2}/iu.test(last)
    ? parseBare(padded + String(number).padStart(2, "0") + last.slice(short[0].length), hint ?? "series")
    : parseBare(last, hint ?? "series");
  const folder = parseBare(parent, hint === "anime" ? "anime" : "series");
  const isCounted = short?.[1] || STATES_SEASON.test(last) || file.episodes.length === 0;
  // `E03` alone is parsed as season 1, but belongs to the season of the folder.
  const { season: _, ...unstated } = file;
  const inside = countedInSeason(withSeason(isCounted ? file : unstated, season), season, hint);
  return named(withTagsOf({ ...inside, title: inside.title || folder.title }, folder), parent, folder.year);
}

/** Returns `103.mkv` for `9-1-1 - 103.mkv`, because the title of the show is not an episode number. */
function withoutTitle(fileName: string, parent: string): string {
  const title = libraryFolder(parent)?.title ?? parent;
  const rest = /^\d/u.test(title) && fileName.startsWith(title) ? fileName.slice(title.length) : "";
  return /^[ ._]+-?[ ._]*\d/u.test(rest) ? rest.replace(/^[ ._]+-?[ ._]*/u, "") : fileName;
}

const STATES_SEASON =
  /(?<![\p{L}\p{N}])(?:S\d{1,4}(?!\p{L}{2})|\d{1,4}x\d)|s\d{1,2}[eb]\d|Season|Series|Staffel|Saison|Temporada|Stagione|Seizoen|Sezon|сезон|Cap\.?\d{3}|季/iu;

function withSeason(file: ReleaseName, season: number): ReleaseName {
  if (file.season !== undefined && !(file.season === 1 && season === 0)) return file;
  return { ...file, season, seasons: [season], special: file.special || season === 0 };
}

/** Returns 2 for 102 in season 1, in which the hundreds digit repeats the season. */
const withoutHundreds = (number: number, season: number): number | undefined =>
  season > 0 && Math.floor(number / 100) === season && number % 100 > 0 ? number % 100 : undefined;

/**
 * Converts a number that repeats the season: `Season 1/Show - 102 - Name.mkv` is the second episode, unless the number
 * may be an absolute anime number.
 */
function countedInSeason(file: ReleaseName, season: number, hint?: ReleaseHint): ReleaseName {
  const [number, ...more] = file.absolute;
  if (number === undefined || more.length > 0 || file.episodes.length > 0) return file;
  const episode = hint === "anime" || file.releaseGroup ? undefined : withoutHundreds(number, season);
  return episode === undefined ? file : { ...file, absolute: [], episodes: [episode] };
}

/** Parses the name of a file directly in the folder of a movie, series or release. */
function inFolder(last: string, parent: string, hint?: ReleaseHint, container?: string): ReleaseName {
  const file = parseBare(last, hint);
  const folder = parseBare(parent, hint);
  const base = container ? last.slice(0, -container.length - 1) : last;
  const hasDetails = hasNumbering(file) || file.year !== undefined || file.resolution !== undefined ||
    file.source !== undefined;
  const better = !hasDetails &&
    (hasNumbering(folder) || folder.resolution !== undefined || folder.source !== undefined);
  if (better || isFuller(folder, file) || isMeaningless(base)) {
    const { container: _, ...rest } = folder;
    return named(container ? { ...rest, container } : rest, parent);
  }
  const known = libraryFolder(parent);
  const titled = file.title === "" ? { ...file, title: folder.title } : file;
  const tagged = withTagsOf(titled, folder);
  if (!known && folder.year !== undefined && file.year === undefined && hasNumbering(file) === hasNumbering(folder)) {
    return { ...tagged, title: folder.title, year: folder.year };
  }
  return known ? named(tagged, parent) : tagged;
}

/** Applies the title and year of a library folder, which a user or manager has chosen. */
function named(name: ReleaseName, folder: string, year?: number): ReleaseName {
  const known = libraryFolder(folder);
  if (known) return { ...name, title: spaced(`${known.title} `), year: known.year };
  return name.year === undefined && year !== undefined ? { ...name, year } : name;
}

/** Parses a path such as `Artist/Album (Year)/CD 1/01 - Track.flac` by its album. */
function parseMusicPath(last: string, folders: string[]): ReleaseName {
  const track = parseMusic(strip(last));
  const shelves = folders.filter((folder) => !isDiscNumberFolder(folder));
  const album = shelves.at(-1);
  if (!album) return track;
  const read = parseMusic(strip(album.replace(/^[[(]?((?:19|20)\d\d)[\])]? - (.+)$/u, "$2 ($1)")));
  const artist = shelves.at(-2) ?? "";
  const general = artist === "" ||
    /^(?:[a-z]:|music|musik|audio|media|mnt|data|library|downloads?|srv|home|volume\d)$/iu.test(artist);
  const title = general || read.title.toLowerCase().startsWith(artist.toLowerCase())
    ? read.title
    : `${artist} - ${read.title}`;
  const quality = read.quality === "Unknown" ? track.quality : read.quality;
  const { container: _, ...rest } = read;
  const codec = rest.audioCodec ?? track.audioCodec;
  return {
    ...rest,
    title,
    quality,
    ...(codec ? { audioCodec: codec } : {}),
    ...(track.container ? { container: track.container } : {}),
  };
}
