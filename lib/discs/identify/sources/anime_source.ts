import { startInSeason } from "../../../library/anime/episode_places.ts";
import type { AnimeMatch } from "../../../library/anime/model.ts";
import type { AnimeData } from "../../../library/anime/service.ts";
import type { RipMedia } from "../../rip_schema.ts";
import type { CandidateTitle } from "../match/candidate.ts";
import { matchTitle } from "../match/score.ts";
import { countOf } from "./library_source.ts";
import { type ResolveDeps, resolveTitle } from "./resolve_title.ts";
import { type MatchQuery, type MatchResult, type MatchSource, titlesOfLabels } from "./source.ts";

/** Maximum number of titles. Each title outside the library requires a request to a manager. */
const MAX_TITLES = 3;
const MAX_HITS = 8;
/** Minimum score of a match. */
const MIN_SCORE = 75;
/** Minimum score at which the label is considered to be the name, in any spelling. */
const SAME_NAME = 94;

/**
 * Finds anime by any of their names in any language, and finds the corresponding movie or series in the managers
 * through AniDB's ID mapping.
 */
export const animeSource = (anime: Pick<AnimeData, "find">, deps: ResolveDeps): MatchSource => ({
  name: "AniDB",
  async find(query, signal) {
    const names = query.labels.flatMap(({ readings }) =>
      readings.map(({ title, season }) => ({ text: title, season }))
    );
    const hits = (await anime.find(names, MAX_HITS)).filter(({ score }) => score >= MIN_SCORE);
    if (hits.length === 0) return { matches: [], log: [] };
    const titles = titlesIn(hits).slice(0, MAX_TITLES);
    const found = await Promise.all(titles.map((same) => matchOf(deps, same, query, signal)));
    return {
      matches: found.flatMap(({ matches }) => matches),
      log: [
        `AniDB: ${countOf(titles.length)} similar to “${titlesOfLabels(query.labels)[0] ?? ""}”.`,
        ...found.flatMap(({ log }) => log),
      ],
    };
  },
});

/** Groups search results by movie or series, best first. At AniDB, each season is a separate anime. */
const titlesIn = (hits: readonly AnimeMatch[]): AnimeMatch[][] => [
  ...Map.groupBy(
    hits,
    ({ isMovie, tmdbId, tvdbId, aid }) => isMovie ? `film ${tmdbId ?? aid}` : `series ${tvdbId ?? aid}`,
  )
    .values(),
];

async function matchOf(
  deps: ResolveDeps,
  hits: readonly AnimeMatch[],
  { labels, shape }: MatchQuery,
  signal: AbortSignal,
): Promise<MatchResult> {
  const [best] = hits;
  if (best === undefined) return { matches: [], log: [] };
  const { isMovie, tmdbId, tvdbId, imdbId, english, title } = best;
  const resolved = await resolveTitle(deps, {
    kind: isMovie ? "movie" : "series",
    title: english ?? title,
    titles: [],
    ...(isMovie && tmdbId !== undefined ? { tmdbId } : {}),
    ...(!isMovie && tvdbId !== undefined ? { tvdbId } : {}),
    ...(isMovie && imdbId !== undefined ? { imdbId } : {}),
  }, signal);
  const match = resolved && matchTitle(withNames(resolved.title, hits), labels, shape);
  return { matches: match === undefined ? [] : [asAnime(match, hits)], log: resolved?.log ?? [] };
}

/** Adds the names from the search results, with the season if a result is a later season or specials. */
function withNames(title: CandidateTitle, hits: readonly AnimeMatch[]): CandidateTitle {
  const names = hits.flatMap(({ askedFor, matchedOn, romaji, kanji, score, season = 1 }) => {
    const all = [...(score >= SAME_NAME ? [askedFor] : []), matchedOn, romaji, kanji];
    return all.flatMap((name) => name === undefined ? [] : [{ title: name, seasonNumber: season }]);
  });
  const isOther = ({ seasonNumber }: { seasonNumber: number }) => title.kind === "series" && seasonNumber !== 1;
  return {
    ...title,
    otherTitles: [...title.otherTitles, ...names.filter((name) => !isOther(name)).map((name) => name.title)],
    seasonTitles: [...title.seasonTitles, ...names.filter(isOther)],
  };
}

/** Adds the season and first episode of the anime if its mapping has them. `hits` are sorted best first. */
function asAnime(match: RipMedia, hits: readonly AnimeMatch[]): RipMedia {
  if (match.kind === "movie") return { ...match, matchedBy: "animedb" };
  const start = startOf(match, hits);
  const { seasonNumber = start?.season } = match;
  const episodeStart = (match.discNumber ?? 1) === 1 ? start?.firstEpisode : undefined;
  // True if episode numbers are absolute. In a later season, or in part of one, they are relative to the season, and as
  // absolute numbers they would refer to other episodes.
  const isCountedThrough = (seasonNumber ?? 1) === 1;
  return {
    ...match,
    matchedBy: "animedb",
    seriesType: "anime",
    ...(isCountedThrough ? { absoluteNumbering: true } : {}),
    ...(seasonNumber === undefined ? {} : { seasonNumber }),
    ...(episodeStart === undefined ? {} : { episodeStart }),
  };
}

/**
 * Returns the start of the anime in a season, which may be later than its first season. Undefined if it has no episodes
 * in that season.
 */
function startIn(hit: AnimeMatch, wanted: number | undefined): AnimeMatch | undefined {
  const { season, firstEpisode = 1, places = [] } = hit;
  if (season !== undefined && season === (wanted ?? season)) return hit;
  if (wanted === undefined) return undefined;
  const anime = { tvdbSeason: season ?? null, tvdbOffset: firstEpisode - 1, tvdbPlaces: places };
  const start = startInSeason(anime, wanted);
  if (start === undefined) return undefined;
  const { firstEpisode: _, ...rest } = hit;
  return { ...rest, season: wanted, ...(start.episode === 1 ? {} : { firstEpisode: start.episode }) };
}

/**
 * Returns the start of the anime that matches the label, within the matched season. Undefined if two anime with
 * different starts match equally well.
 */
function startOf({ seasonNumber }: RipMedia, hits: readonly AnimeMatch[]): AnimeMatch | undefined {
  const same = hits.filter(({ score }) => score >= SAME_NAME).flatMap((hit) => startIn(hit, seasonNumber) ?? []);
  const [best, ...others] = same.filter(({ score }) => score === same[0]?.score);
  return others.every((one) => one.season === best?.season && one.firstEpisode === best?.firstEpisode)
    ? best
    : undefined;
}
