/** Maps anime to other databases, using two lists that are merged. Pure. */

import type { EpisodePlace } from "../../../../db/library/anime/anime_rows.ts";

/** A TheTVDB season and episode. */
export interface TvdbPlace {
  season: number;
  episode: number;
}

/** One anime in a list. Unknown fields are absent. */
export interface AnimeMapping {
  aid: number;
  type?: "TV" | "MOVIE" | "OVA" | "ONA" | "SPECIAL";
  tvdbId?: number;
  /** Season at TheTVDB. Season 0 contains specials. */
  tvdbSeason?: number;
  /** Number of episodes in the TheTVDB season before the first episode of the anime. */
  tvdbOffset?: number;
  /**
   * Position of the anime's first episode, if the list maps individual episodes. Takes precedence over season and
   * offset.
   */
  tvdbStart?: TvdbPlace;
  /** Positions of individual episodes or ranges of episodes. */
  tvdbPlaces?: EpisodePlace[];
  /** True if the episodes have absolute numbers at TheTVDB, as at AniDB. */
  absolute?: boolean;
  tmdbTvId?: number;
  tmdbMovieIds: number[];
  imdbIds: string[];
}

/** Merges two mappings. The second one only fills gaps in the first. */
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

/** True if the anime is probably a movie, because it belongs to no series. */
export const isMovieMapping = ({ type, tvdbId, tmdbTvId, tmdbMovieIds }: AnimeMapping): boolean =>
  type === "MOVIE" || (type === undefined && tvdbId === undefined && tmdbTvId === undefined && tmdbMovieIds.length > 0);

/** True if the IDs are those of the movie itself, not of the series to which it belongs as a special. */
export const namesMovie = (mapping: AnimeMapping): boolean => mapping.type === "MOVIE" || mapping.tvdbId === undefined;

/** Parses a positive integer in any notation. Returns undefined for words such as `unknown`. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number > 0 && number < 1e9 ? number : undefined;
}

/** Parses all IDs in a number, a comma-separated list or an array. */
export const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [value]).flatMap((one) =>
    idOf(one) ?? []
  );

/** Parses all IMDb IDs in a comma-separated list or an array. */
export const imdbIdsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value ?? "").split(",")).flatMap((one) => {
    const id = typeof one === "string" ? one.trim() : "";
    return /^tt\d{5,10}$/.test(id) ? [id] : [];
  });

/** Parses an integer of at least `least` in any notation. */
export function wholeOf(value: unknown, least: number): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= least && number < 1e6 ? number : undefined;
}
