/** What other databases call an anime, out of two lists. Pure. */

import type { EpisodePlace } from "../../../../db/library/anime/anime_rows.ts";

/** A season and an episode of TheTVDB. */
export interface TvdbPlace {
  season: number;
  episode: number;
}

/** One anime of a list; what it does not tell is absent. */
export interface AnimeMapping {
  aid: number;
  type?: "TV" | "MOVIE" | "OVA" | "ONA" | "SPECIAL";
  tvdbId?: number;
  /** Season at TheTVDB; 0 holds specials. */
  tvdbSeason?: number;
  /** Episodes of that season that come before it. */
  tvdbOffset?: number;
  /** Where its first episode lies, where that is told of single episodes: it counts more than season and offset. */
  tvdbStart?: TvdbPlace;
  /** Where single episodes, or ranges of them, lie. */
  tvdbPlaces?: EpisodePlace[];
  /** Episodes are counted through at TheTVDB as at AniDB. */
  absolute?: boolean;
  tmdbTvId?: number;
  tmdbMovieIds: number[];
  imdbIds: string[];
}

/** The first list counts; the second one adds what the first does not tell. */
export function joinMappings(first: AnimeMapping, second: AnimeMapping): AnimeMapping {
  const defined = Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined));
  return {
    ...second,
    ...defined,
    aid: first.aid,
    ...(second.absolute ? { absolute: true } : {}),
    tmdbMovieIds: [...new Set([...first.tmdbMovieIds, ...second.tmdbMovieIds])],
    imdbIds: [...new Set([...first.imdbIds, ...second.imdbIds])],
  };
}

/** It is a film, as far as anybody tells: something without a series behind it. */
export const isFilm = ({ type, tvdbId, tmdbTvId, tmdbMovieIds }: AnimeMapping): boolean =>
  type === "MOVIE" || (type === undefined && tvdbId === undefined && tmdbTvId === undefined && tmdbMovieIds.length > 0);

/** Its ids name a film of its own: not those of the series that it is a special of. */
export const namesFilm = (mapping: AnimeMapping): boolean => mapping.type === "MOVIE" || mapping.tvdbId === undefined;

/** A positive whole number, however it is written; undefined for words such as `unknown`. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number > 0 && number < 1e9 ? number : undefined;
}

/** Every id of a number, a comma list or a list. */
export const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [value]).flatMap((one) =>
    idOf(one) ?? []
  );

/** Every id of IMDb in a comma list or a list. */
export const imdbIdsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value ?? "").split(",")).flatMap((one) => {
    const id = typeof one === "string" ? one.trim() : "";
    return /^tt\d{5,10}$/.test(id) ? [id] : [];
  });

/** A whole number of at least `least`, however it is written. */
export function wholeOf(value: unknown, least: number): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= least && number < 1e6 ? number : undefined;
}
