import type { ReleaseName } from "./model.ts";
import { readSeasonFolder } from "./season_folder.ts";
import { extensionOf } from "./words/tokens.ts";

const LIBRARY =
  /^(.{1,200}?)[ ._]\(((?:18|19|20)\d\d)\)(?:\s{0,3}[[{(][^\])}]{0,80}[\])}]){0,6}(?:\s{0,3}-\s.*)?\s{0,3}$/su;
const DISC = /^(?:CD|Disc|Disk|DVD|Digital Media|BDMV|VIDEO_TS|AUDIO_TS|STREAM|D)[ ._-]?\d{0,2}$/iu;

/** The parts of a path from the root down; undefined for a bare name, in which slashes mean something else. */
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

/** `Title (Year) {tmdb-1}`: the way libraries name a film's or a series' folder. */
export function libraryFolder(folder: string): { title: string; year: number } | undefined {
  const match = LIBRARY.exec(folder.trim().slice(0, 512));
  return match?.[1] && match[2] && !/\d{3,4}p|S\d\dE\d\d/iu.test(folder.slice(0, match[1].length))
    ? { title: match[1].trim(), year: Number(match[2]) }
    : undefined;
}

/** Whether a folder holds one disc or a part of its structure, as `CD1` or `VIDEO_TS`: its name tells no title. */
export const isDiscNumberFolder = (folder: string): boolean => DISC.test(folder.trim());

const HEX = /^[0-9a-f]{24,}$/iu;
/** Names that tell nothing: hashes, random letters, players' defaults. */
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

/** A file whose own name tells no quality has that of the release folder it lies in. */
export function withTagsOf(file: ReleaseName, folder: ReleaseName): ReleaseName {
  if (file.resolution || file.source || file.videoCodec || !(folder.resolution || folder.source)) return file;
  const tags: Partial<ReleaseName> = {};
  for (const key of TAGS) if (folder[key] !== undefined) Object.assign(tags, { [key]: folder[key] });
  return { ...file, ...tags };
}

/** A release folder tells what the short names of its files leave out: `grp-heat-1080p.mkv`. */
export const isFuller = (folder: ReleaseName, file: ReleaseName): boolean =>
  !folder.fullSeason && file.year === undefined && !tellsNumbers(file) &&
  (folder.year === undefined
    ? folder.source !== undefined && folder.releaseGroup !== undefined && isShortScene(file)
    : folder.source !== undefined && file.source === undefined);

/** `arw-repack-greenberg`: the group in front, in small letters, and no group behind. */
const isShortScene = (file: ReleaseName): boolean =>
  file.releaseGroup === undefined && /^[a-z0-9]{2,8}-[a-z0-9-]+$/u.test(file.title);

/** Whether a name says which episode or season it is, by number or by date. */
export const tellsNumbers = (name: ReleaseName): boolean =>
  name.season !== undefined || name.absolute.length > 0 || name.airDate !== undefined || name.episodes.length > 0;
