import { editionOf, editionStart, statedEdition } from "./editions.ts";
import { frontGroup } from "./front.ts";
import { groupAtEnd } from "../group.ts";
import { languagesOf } from "./language_tags.ts";
import type { Numbering, ReleaseHint, ReleaseName } from "../model.ts";
import { noNumbers } from "../model.ts";
import { placesOf, TELEVISION } from "./places.ts";
import { present, readTags } from "./quality.ts";
import { movieQuality, seriesQuality } from "./quality_names.ts";
import { bracketedTitle, isDotted, spaced, titleOf } from "../title.ts";
import type { Stripped } from "./tokens.ts";
import { word } from "./tokens.ts";
import { firstStrong, TITLE_FLAGS, widened } from "./zones.ts";

/** Parses the name of a movie, episode or season. */
export function parseVideo(stripped: Stripped, hint?: ReleaseHint): ReleaseName {
  const front = frontGroup(stripped.text);
  const { text } = front;
  const anime = hint === "anime" || (front.group !== undefined && hint !== "movie");
  const { numbering, year, strong, anchor, quality } = placesOf(text, anime, hint);
  const titleEnd = endOfTitle(text, [numbering?.start, year?.start, strong?.start], numbering !== undefined);
  const tagsFrom = isWhole(numbering) ? Math.min(quality, Math.max(titleEnd, 0)) : quality;
  const tags = tagZone(text, { titleEnd, tagsFrom, numbering, yearEnd: year?.end });
  const facts = readTags(tags, stripped.container, anime);
  const series = hint === "series" || hint === "anime" || numbering !== undefined;
  const title = front.brackets
    ? bracketedTitle(front.brackets)
    : titleOf(anime ? text.slice(0, titleEnd).replace(/ v\d(?=[\s[(]*$)/u, "") : text.slice(0, titleEnd), {
      // For `[Group] 葬送的芙莉莲 / Sousou no Frieren`, Sonarr uses the title after the slash.
      latin: front.group !== undefined,
    }) || titleOf(leadTitle(text, year));
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

const isWhole = (numbering: Numbering | undefined): boolean => numbering?.kind === "pack";

function endOfTitle(text: string, ends: (number | undefined)[], numbered: boolean): number {
  const end = Math.min(text.length, ...ends.map((each) => (each === undefined || each < 0 ? Infinity : each)));
  if (end === 0) return 0;
  const flags = end === ends[2] ? undefined : TITLE_FLAGS;
  const wide = widened(text, end, 0, flags);
  return numbered ? wide : widened(text, editionStart(text, wide), 0, flags);
}

interface TagPlaces {
  titleEnd: number;
  tagsFrom: number;
  numbering: Numbering | undefined;
  yearEnd: number | undefined;
}

/** Returns all text that may contain tags: after the title, without the episode title. */
function tagZone(text: string, { titleEnd, tagsFrom, numbering, yearEnd }: TagPlaces): string {
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

/** Returns the start of the bracket that contains `at`, or `at` itself outside brackets. */
function openedAt(text: string, at: number): number {
  if (/[({]/u.test(text[at - 1] ?? "")) return at - 1;
  const open = text.lastIndexOf("[", at - 1);
  return open >= 0 && at > 0 && text.lastIndexOf("]", at - 1) < open ? open : at;
}

/** Returns the title after a year at the start: `(1995) Movie Name`. */
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
