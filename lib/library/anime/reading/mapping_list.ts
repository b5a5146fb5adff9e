import type { EpisodePlace } from "../../../../db/library/anime/anime_rows.ts";
import { type TvdbPlace, wholeOf } from "./mapping.ts";

/** Maps individual anime episodes to TheTVDB. Format: https://github.com/Anime-Lists/anime-lists. */

/** A raw `mapping` element. `text` contains pairs such as `;1-14;2-15+16;`. */
export interface MappingElement {
  anidbseason?: string;
  tvdbseason?: string;
  start?: string;
  end?: string;
  offset?: string;
  text: string;
}

/**
 * Returns the position of the first regular episode, or undefined if it is not in the list or TheTVDB has none. Pure.
 */
export function firstPlace(elements: readonly MappingElement[]): TvdbPlace | undefined {
  const regular = elements.filter(({ anidbseason }) => wholeOf(anidbseason, 0) === 1);
  const pairs = regular.flatMap((element) => placeOf(element, pairOf(element.text)) ?? []);
  const ranges = regular.flatMap((element) => placeOf(element, inRange(element)) ?? []);
  // Pairs take precedence over ranges.
  const [place] = [...pairs, ...ranges];
  return place !== undefined && place.episode > 0 ? place : undefined;
}

/** Maximum number of exceptions. No anime has more, so a longer list is not valid. */
const MAX_PLACES = 2_000;

/**
 * Returns the positions of the regular episodes, pairs before ranges, or an empty array if the list contains none.
 * Pure.
 */
export function episodePlaces(elements: readonly MappingElement[]): EpisodePlace[] {
  const regular = elements.filter(({ anidbseason }) => wholeOf(anidbseason, 0) === 1);
  return [...regular.flatMap(pairsOf), ...regular.flatMap(rangeOf)].slice(0, MAX_PLACES);
}

function pairsOf({ tvdbseason, text }: MappingElement): EpisodePlace[] {
  const season = wholeOf(tvdbseason, 0);
  if (season === undefined) return [];
  return text.split(";").flatMap((pair) => {
    const [, own, others = ""] = /^\s*(\d{1,6})-(\d{1,6}(?:\+\d{1,6})*)\s*$/.exec(pair) ?? [];
    const [episode, ...more] = others.split("+").map((one) => wholeOf(one, 0) ?? 0);
    const first = wholeOf(own, 1);
    if (first === undefined || episode === undefined) return [];
    return [{ first, last: first, season, episode, ...(more.length === 0 ? {} : { more }) }];
  });
}

function rangeOf({ tvdbseason, start, end, offset }: MappingElement): EpisodePlace[] {
  const [season, first, by] = [wholeOf(tvdbseason, 0), wholeOf(start, 1), wholeOf(offset, -999_999)];
  const last = end === undefined || end.trim() === "" ? undefined : wholeOf(end, 1);
  if (season === undefined || first === undefined || by === undefined || first + by < 1) return [];
  // The range is skipped, because an end that cannot be read could mean any episode.
  if (end !== undefined && end.trim() !== "" && (last === undefined || last < first)) return [];
  return [{ first, ...(last === undefined ? {} : { last }), season, episode: first + by }];
}

function placeOf({ tvdbseason }: MappingElement, episode: number | undefined): TvdbPlace | undefined {
  const season = wholeOf(tvdbseason, 0);
  return season === undefined || episode === undefined ? undefined : { season, episode };
}

/** Returns the number that is paired with episode 1. 0 means none. */
function pairOf(text: string): number | undefined {
  const [, episode] = /(?:^|;)\s*1-(\d{1,6})/.exec(text) ?? [];
  return wholeOf(episode, 0);
}

/** Returns the number of episode 1 in a range that starts with it. */
function inRange({ start, offset }: MappingElement): number | undefined {
  const by = wholeOf(offset, -999_999);
  return wholeOf(start, 0) === 1 && by !== undefined ? 1 + by : undefined;
}
