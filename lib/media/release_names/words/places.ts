import { findAbsolute, findOva } from "../anime.ts";
import { findDate } from "../daily.ts";
import { findBareNumber, findEpisode, findLoneEpisode, findPart } from "../episodes.ts";
import type { Numbering, ReleaseHint } from "../model.ts";
import { beforeComplete, findCompleteSeries, findSeason } from "../packs.ts";
import { word } from "./tokens.ts";
import { findYear, firstStrong, type Strong, widened, type Year } from "./zones.ts";

/** Television sources. With one of them, a number alone is an episode, and `Special` means a special. */
export const TELEVISION = word("HDTV|PDTV|DSR|SDTV|TVRip|SATRip|DVBRip");

/** Positions of episode number, year and quality words in a name. */
export interface Places {
  numbering?: Numbering;
  year?: Year;
  /** Start of the first word that only occurs as a quality word. */
  strong?: Strong;
  /** End of episode number and year, which are before the quality words. */
  anchor: number;
  /** Start of the quality words, or the length of the text if there are none. */
  quality: number;
}

/**
 * Finds the parts of a name after the group at the start. If the name is known to be that of a movie, episode numbers
 * are not searched for.
 */
export function placesOf(text: string, anime: boolean, hint?: ReleaseHint): Places {
  const found = hint === "movie" ? undefined : numbersOf(text, anime, hint);
  const numbering = found && { ...found, start: beforeComplete(text, found.start) };
  const strong = firstStrong(text, 1, false);
  const year = yearFor(text, Math.min(numbering?.start ?? Infinity, strong?.start ?? Infinity), numbering);
  const anchor = Math.max(numbering?.end ?? 0, year?.end ?? 0);
  return { numbering, year, strong, anchor, quality: qualityStart(text, anchor, numbering, year !== undefined) };
}

function numbersOf(text: string, anime: boolean, hint?: ReleaseHint): Numbering | undefined {
  const strong = firstStrong(text, 1, false)?.start ?? text.length;
  const stated = findEpisode(text);
  if (stated) return withAbsolute(text, stated, anime);
  const dated = findDate(text);
  if (dated && dated.start < strong && (dated.airDate || hint !== undefined || dated.start > 0)) {
    const counted = findLoneEpisode(text.slice(0, dated.start), anime);
    return counted && counted.start > 0 && counted.end === dated.start - 1
      ? { ...counted, airDate: dated.airDate, end: dated.end }
      : dated;
  }
  const season = findSeason(text);
  if (season) return season;
  const counted = anime ? findLoneEpisode(text, true) : undefined;
  if (counted && counted.start > 0) return counted;
  const special = anime
    ? findAbsolute(text, Math.max(strong, 0), true)
    : hint === "series"
    ? findOva(text, strong)
    : undefined;
  if (special) return special;
  const yearBefore = findYear(text.slice(0, strong), strong);
  const absolute = findAbsolute(text, strong, false);
  if (
    absolute && absolute.start > 0 &&
    (!yearBefore || yearBefore.start < absolute.start || /^\D*0\d/u.test(text.slice(absolute.start, absolute.end)) ||
      yearBefore.end <= absolute.end)
  ) return absolute;
  const lone = findLoneEpisode(text, anime);
  if (lone && (lone.start > 0 || hint !== undefined)) return lone;
  const complete = findCompleteSeries(text);
  if (complete) return complete;
  const part = findPart(text.slice(0, strong));
  const year = yearBefore;
  if (
    part && (hint === "series" || !year || year.end <= part.start || /\dof\d/iu.test(text.slice(part.start, part.end)))
  ) return part;
  const television = hint === "series" || TELEVISION.test(text);
  return television ? findBareNumber(text, strong) : undefined;
}

/** Adds an absolute number: `S01E05 - 005 - Name`, `- 25 (S02E01)`. */
function withAbsolute(text: string, stated: Numbering, anime: boolean): Numbering {
  const before = anime ? /[ _]-[ _](\d{2,4})[ _]?[[(]$/u.exec(text.slice(0, stated.start)) : null;
  if (before) {
    const end = /[\])]/u.test(text[stated.end] ?? "") ? stated.end + 1 : stated.end;
    return { ...stated, absolute: [Number(before[1])], start: before.index, end };
  }
  const rest = text.slice(stated.end, stated.end + 30);
  const match = /^[\s_]*-[\s_]*(\d{3,4})(?:-(\d{3,4}))?(?:-(\d{3,4}))?(?=[\s_]+-|\s*$|\s*[[(])/u.exec(rest) ??
    /^\s+[[(](\d{3,4})(?:-(\d{3,4}))?[)\]](?=\s)/u.exec(rest) ??
    (anime ? /^[. ](\d{3})(?:-(\d{3}))?(?=[. ]|$)/u.exec(rest) : null);
  if (!match || /[[(](?:19|20)\d\d/u.test(match[0])) return stated;
  const [first, last] = [Number(match[1]), Number(match[3] ?? match[2] ?? match[1])];
  const absolute = Array.from({ length: Math.min(Math.max(last - first, 0), 400) + 1 }, (_, at) => first + at);
  return { ...stated, absolute, end: stated.end + match[0].length };
}

/**
 * Finds the year. After an episode number, a year is part of the episode title. After a season number, it is the year
 * of the season.
 */
function yearFor(text: string, limit: number, numbering?: Numbering): Year | undefined {
  if (!numbering) return findYear(text, limit);
  if (numbering.kind === "daily") return findYear(text.slice(0, numbering.start), numbering.start);
  const before = findYear(text.slice(0, numbering.start), numbering.start);
  if (before) return before;
  const place = findYear(text, 0);
  if (!place || place.start < numbering.end) return undefined;
  const bracketed = /[([]/.test(text[place.start - 1] ?? "");
  return numbering.kind === "pack" || bracketed ? place : undefined;
}

/** Returns the start of the quality words after title, episode number and year. */
function qualityStart(text: string, anchor: number, numbering: Numbering | undefined, dated: boolean): number {
  const from = Math.max(anchor, 1);
  const strong = firstStrong(text, from, numbering !== undefined || dated);
  if (!strong && !numbering && !dated) return text.length;
  const start = widened(text, strong?.start ?? text.length, anchor);
  return anchor + (SUBTITLED.exec(text.slice(anchor, start))?.index ?? start - anchor);
}

/** Matches `ENG - sub FR` before quality words. */
const SUBTITLED = /[ ._](?:[A-Z]{2,3}[ ._]{1,2})?(?:-[ ._]{1,2})?[Ss]ubs?[ ._][A-Z]{2,3}[ ._]{0,2}$/u;
