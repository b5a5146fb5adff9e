import type { ReleaseName } from "./model.ts";
import { readSeasonFolder } from "./season_folder.ts";
import { extensionOf } from "./words/tokens.ts";

const LIBRARY =
  /^(.{1,200}?)[ ._]\(((?:18|19|20)\d\d)\)(?:\s{0,3}[[{(][^\])}]{0,80}[\])}]){0,6}(?:\s{0,3}-\s.*)?\s{0,3}$/su;
const DISC = /^(?:CD|Disc|Disk|DVD|Digital Media|BDMV|VIDEO_TS|AUDIO_TS|STREAM|D)[ ._-]?\d{0,2}$/iu;

/** Splits a path into its parts. Undefined for a name alone, in which slashes have another meaning. */
export function pathParts(name: string): string[] | undefined {
  if (!/[\\/]/.test(name)) return undefined;
  const parts = name.split(/[\\/]+/u).filter((part) => part.trim() !== "");
  const rooted = /^(?:[a-z]:[\\/]|[\\/]|\.{1,2}[\\/])/iu.test(name) || name.includes("\\");
  const last = parts.at(-1) ?? "";
  if (!rooted) {
    if (/ \/ /.test(name) || /[[(][^\])]*\/[^[(]*[\])]/u.test(name)) return undefined;
    const spoken = extensionOf(last) !== undefined ||
      parts.some((part) => readSeasonFolder(part) !== undefined || LIBRARY.test(part));
    if (!spoken && !/S\d\dE\d\d/iu.test(last)) return undefined;
  }
  return parts.length > 1 ? parts : undefined;
}

/** Parses `Title (Year) {tmdb-1}`, which is the format of library folders for movies and series. */
export function libraryFolder(folder: string): { title: string; year: number } | undefined {
  const match = LIBRARY.exec(folder.trim().slice(0, 512));
  return match?.[1] && match[2] && !/\d{3,4}p|S\d\dE\d\d/iu.test(folder.slice(0, match[1].length))
    ? { title: match[1].trim(), year: Number(match[2]) }
    : undefined;
}

/**
 * True for the folder of one disc or part of its structure, such as `CD1` or `VIDEO_TS`. Its name contains no title.
 */
export const isDiscNumberFolder = (folder: string): boolean => DISC.test(folder.trim());

const HEX = /^[0-9a-f]{24,}$/iu;
/** True for names without a meaning: hashes, random letters, default names of players. */
export function isMeaningless(base: string): boolean {
  const name = base.trim();
  if (
    HEX.test(name) ||
    /^(?:file|video|movie|film|index|abc\.xyz.*|title\d*|t\d\d|backup_.*|\d{5,}|sample|rarbg\.com|main|feature)$/iu
      .test(name)
  ) return true;
  return /^[\p{L}\p{N}_-]{16,}$/u.test(name) && !/[\s.]/.test(name) && !/S\d\dE\d\d/iu.test(name) &&
    (/\d[a-z]+\d|[a-z]\d+[a-z]+\d/iu.test(name) || !/[_-]|[a-z][A-Z][a-z]/.test(name));
}

const TAGS = [
  "quality",
  "resolution",
  "source",
  "modifier",
  "remux",
  "disc",
  "videoCodec",
  "audioCodec",
  "audioChannels",
  "hdr",
  "bitDepth",
  "edition",
  "releaseGroup",
  "languages",
  "proper",
  "repack",
] as const satisfies readonly (keyof ReleaseName)[];

/** Applies the quality of a release folder to a file whose name contains none. */
export function withTagsOf(file: ReleaseName, folder: ReleaseName): ReleaseName {
  if (file.resolution || file.source || file.videoCodec || !(folder.resolution || folder.source)) return file;
  const tags: Partial<ReleaseName> = {};
  for (const key of TAGS) if (folder[key] !== undefined) Object.assign(tags, { [key]: folder[key] });
  return { ...file, ...tags };
}

/** True if a release folder's name has information that the short file names lack: `grp-heat-1080p.mkv`. */
export const isFuller = (folder: ReleaseName, file: ReleaseName): boolean =>
  !folder.fullSeason && file.year === undefined && !hasNumbering(file) &&
  (folder.year === undefined
    ? folder.source !== undefined && folder.releaseGroup !== undefined && isShortScene(file)
    : folder.source !== undefined && file.source === undefined);

/** True for names such as `arw-repack-greenberg`, which start with the group in lowercase and do not end with one. */
const isShortScene = (file: ReleaseName): boolean =>
  file.releaseGroup === undefined && /^[a-z0-9]{2,8}-[a-z0-9-]+$/u.test(file.title);

/** True if a name contains an episode or season, by number or date. */
export const hasNumbering = (name: ReleaseName): boolean =>
  name.season !== undefined || name.absolute.length > 0 || name.airDate !== undefined || name.episodes.length > 0;
