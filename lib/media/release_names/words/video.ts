import { findAbsolute } from "../anime.ts";
import { findDate } from "../daily.ts";
import { editionOf, editionStart, statedEdition } from "./editions.ts";
import { findBareNumber, findEpisode, findLoneEpisode, findPart } from "../episodes.ts";
import { groupAtEnd } from "../group.ts";
import { languagesOf } from "./language_tags.ts";
import type { Numbering, ReleaseHint, ReleaseName } from "../model.ts";
import { noNumbers } from "../model.ts";
import { findCompleteSeries, findSeason } from "../packs.ts";
import { present, readTags } from "./quality.ts";
import { movieQuality, seriesQuality } from "./quality_names.ts";
import { bracketedTitle, isDotted, spaced, titleOf } from "../title.ts";
import type { Stripped } from "./tokens.ts";
import { word } from "./tokens.ts";
import { findYear, firstStrong, TITLE_FLAGS, widened } from "./zones.ts";

const FRONT = /^\s*\[([^\]]{1,60})\][\s_.-]*/u;
/** `(Group) Title - 05 [1080p]`: round brackets only where an anime number follows. */
const ROUND_FRONT = /^\s*\(([^()]{1,40})\)\s+(?=\D{1,120} - \d{2,3}(?:v\d)?\s*[[(])/u;
const TELEVISION = word("HDTV|PDTV|DSR|SDTV|TVRip|SATRip|DVBRip");

/** Reads the name of a film, an episode or a season. */
export function parseVideo(stripped: Stripped, hint?: ReleaseHint): ReleaseName {
  const front = frontGroup(stripped.text);
  const { text } = front;
  const anime = hint === "anime" || (front.group !== undefined && hint !== "movie");
  const numbering = hint === "movie" ? undefined : numbersOf(text, anime, hint);
  const strong = firstStrong(text, 1, false);
  const limit = Math.min(numbering?.start ?? Infinity, strong?.start ?? Infinity);
  const year = yearFor(text, limit, numbering);
  const anchor = Math.max(numbering?.end ?? 0, year?.end ?? 0);
  const titleEnd = endOfTitle(text, [numbering?.start, year?.start, strong?.start], numbering !== undefined);
  const quality = qualityStart(text, anchor, numbering, year !== undefined);
  const tagsFrom = isWhole(numbering) ? Math.min(quality, Math.max(titleEnd, 0)) : quality;
  const tags = tagZone(text, { titleEnd, tagsFrom, numbering, yearEnd: year?.end });
  const facts = readTags(tags, stripped.container, anime);
  const series = hint === "series" || hint === "anime" || numbering !== undefined;
  const title = front.brackets
    ? bracketedTitle(front.brackets)
    : titleOf(anime ? text.slice(0, titleEnd).replace(/ v\d(?=[\s[(]*$)/u, "") : text.slice(0, titleEnd)) ||
      titleOf(leadTitle(text, year));
  const { season, seasons, episodes, absolute, airDate, fullSeason, special } = numbering ?? noNumbers();
  const episodeTitle = episodeTitleOf(text, numbering, quality, year?.end);
  const named = stripped.edition === undefined ? editionOf(tags) : statedEdition(stripped.edition);
  const group = groupAtEnd(text, quality < text.length ? quality : Math.max(anchor, titleEnd), {
    tagged: quality < text.length,
    dotted: isDotted(text),
  });
  return {
    title,
    seasons,
    episodes,
    absolute,
    fullSeason,
    special: special || (!numbering && isSpecial(text, hint, year !== undefined)),
    quality: (series ? seriesQuality : movieQuality)(facts, tags, stripped.container),
    ...facts,
    languages: languagesOf(tags),
    proper: word("PROPER\\d?").test(tags),
    repack: word("REPACK\\d?|RERIP\\d?").test(tags),
    ...present({
      year: year?.value,
      season,
      airDate,
      episodeTitle,
      edition: named,
      releaseGroup: (front.group && !/^\d+$/.test(front.group) ? front.group : undefined) ?? group,
      version: numbering?.version ?? versionOf(text.slice(anime ? 0 : titleEnd)),
      hash: stripped.hash,
      container: stripped.container,
    }),
  };
}

/** `[Group] Title` and names that are all brackets. */
function frontGroup(text: string): { text: string; group?: string; brackets?: string[] } {
  const leading = /^\s*\[(\d{3,4}[pi])\]\s*(?=\S)/iu.exec(text);
  if (leading) return { text: `${text.slice(leading[0].length)} [${leading[1]}]` };
  const match = FRONT.exec(text) ?? ROUND_FRONT.exec(text);
  const group = match?.[1]?.trim();
  if (!match || !group || /^(?:(?:19|20)\d\d|\d{1,2}x\d{1,3}|S\d+E\d+|REQ|\d+)$/iu.test(group)) {
    return { text };
  }
  // `[REC].2007` and `[REC] (2007)`: nothing else is left to be the title.
  if (/^[^\]]+\](?:\.(?:19|20)\d\d[. ]| \((?:19|20)\d\d\))/u.test(text)) return { text };
  let rest = text.slice(match[0].length).replace(/^\s*★[^★]*★\s*/u, "");
  const next = FRONT.exec(rest);
  if (next && /^F-B$|^\d{4,}$/u.test(next[1] ?? "")) rest = rest.slice(next[0].length);
  if (!/^\s*\[/u.test(rest)) return rest.trim() === "" ? { text } : { text: rest, group };
  const brackets = [...rest.matchAll(/\[([^\]]*)\]/gu)];
  const number = brackets.findIndex((each, at) =>
    at > 0 &&
    /^(?:第?\d{1,4}(?:\.5)?(?:v\d)?(?:-\d{1,4})?(?:話|话|集)?(?: ?END)?|\d{3,4}[pP].*|(?:BD|WEB|HEVC|AVC).*)$/u.test(
      each[1] ?? "",
    )
  );
  const named = brackets.slice(0, number > 0 ? number : 1).map((each) => each[1] ?? "");
  return { text: rest, group, brackets: named.filter((each) => !/^(?:19|20)\d\d$/.test(each)) };
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
  const special = anime ? findAbsolute(text, Math.max(strong, 0), true) : undefined;
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

/** `S01E05 - 005 - Name`, `- 25 (S02E01)`: the number counted through all seasons, beside the other. */
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

const isWhole = (numbering: Numbering | undefined): boolean => numbering?.kind === "pack";

/** A year behind an episode's number is part of that episode's name; behind a season's it is the season's. */
function yearFor(text: string, limit: number, numbering?: Numbering) {
  if (!numbering) return findYear(text, limit);
  if (numbering.kind === "daily") return findYear(text.slice(0, numbering.start), numbering.start);
  const before = findYear(text.slice(0, numbering.start), numbering.start);
  if (before) return before;
  const place = findYear(text, 0);
  if (!place || place.start < numbering.end) return undefined;
  const bracketed = /[([]/.test(text[place.start - 1] ?? "");
  return numbering.kind === "pack" || bracketed ? place : undefined;
}

function endOfTitle(text: string, ends: (number | undefined)[], numbered: boolean): number {
  const end = Math.min(text.length, ...ends.map((each) => (each === undefined || each < 0 ? Infinity : each)));
  if (end === 0) return 0;
  const flags = end === ends[2] ? undefined : TITLE_FLAGS;
  const wide = widened(text, end, 0, flags);
  return numbered ? wide : widened(text, editionStart(text, wide), 0, flags);
}

/** Where quality words begin behind title, number and year. */
function qualityStart(text: string, anchor: number, numbering: Numbering | undefined, dated: boolean): number {
  const from = Math.max(anchor, 1);
  const strong = firstStrong(text, from, numbering !== undefined || dated);
  if (!strong && !numbering && !dated) return text.length;
  return widened(text, strong?.start ?? text.length, anchor);
}

interface Places {
  titleEnd: number;
  tagsFrom: number;
  numbering: Numbering | undefined;
  yearEnd: number | undefined;
}

/** Everything that may hold tags: behind the title, without the episode's own name. */
function tagZone(text: string, { titleEnd, tagsFrom, numbering, yearEnd }: Places): string {
  if (!numbering || numbering.kind === "pack") {
    return numbering ? `${text.slice(titleEnd, numbering.start)} ${text.slice(numbering.end)}` : text.slice(titleEnd);
  }
  const from = /[[({]/u.test(text[titleEnd - 1] ?? "") ? titleEnd - 1 : titleEnd;
  const between = text.slice(from, Math.max(titleEnd, numbering.start));
  const opened = openedAt(text, tagsFrom);
  const bracketed = /(?:\s*\[[^\]]{0,60}\]){1,8}\s*$/u.exec(text.slice(numbering.end, Math.max(numbering.end, opened)));
  const tail = text.slice(Math.max(numbering.end, opened) - (bracketed?.[0].length ?? 0));
  return `${between} ${yearEnd && yearEnd > numbering.end ? text.slice(Math.min(yearEnd, tagsFrom)) : tail}`;
}

/** Where the bracket opens that holds `at`; `at` itself outside of brackets. */
function openedAt(text: string, at: number): number {
  if (/[({]/u.test(text[at - 1] ?? "")) return at - 1;
  const open = text.lastIndexOf("[", at - 1);
  return open >= 0 && at > 0 && text.lastIndexOf("]", at - 1) < open ? open : at;
}

/** `(1995) Movie Name`: the year may stand first. */
const leadTitle = (text: string, year: { start: number; end: number } | undefined): string =>
  year && year.start <= 1 ? text.slice(year.end, firstStrong(text, year.end, true)?.start) : "";

function episodeTitleOf(
  text: string,
  numbering: Numbering | undefined,
  quality: number,
  yearEnd = 0,
): string | undefined {
  if (!numbering || numbering.kind === "pack" || quality <= numbering.end) return undefined;
  let part = text.slice(numbering.end, quality);
  if (yearEnd > numbering.end && yearEnd <= quality) part = text.slice(yearEnd, quality);
  part = part.replace(/ - (?:cd|dvd|disc|part|pt)\d$/iu, "");
  if (quality >= text.length && !/ /.test(text.trim())) part = part.replace(/-[\p{L}\p{N}]+$/u, "");
  part = part.replace(/\s*(?:\[[^\]]*\]\s*){1,8}\[?$/u, "").replace(/^\s*\((?:[A-Za-z]+|\d{2,4})\)\s*$/u, "").replace(
    /^(?:v\d)(?=[\s._]|$)/u,
    "",
  );
  if (/^\s*[[(](?![^\])]*[\])]\s*\p{L})/u.test(part)) return undefined;
  const plain = part.replace(/^\s*\[[^\]]*\]/u, "");
  const named = isDotted(plain) && / - /.test(text) ? plain.replaceAll(/^[\s-]+|[\s-]+$/gu, "") : spaced(plain);
  return /[\p{L}\p{N}]/u.test(named) && !/^v\d$/u.test(named) ? named : undefined;
}

const isSpecial = (text: string, hint: ReleaseHint | undefined, dated: boolean): boolean =>
  hint !== "movie" && word("Specials?").test(text) &&
  (hint === "series" || hint === "anime" || (!dated && TELEVISION.test(text)));

function versionOf(tags: string): number | undefined {
  const match = /(?<![\p{L}\p{N}])[vV]([2-9])(?![\p{L}\p{N}])/u.exec(tags);
  return match ? Number(match[1]) : undefined;
}
