import * as z from "zod";
import type { EpisodePlace } from "../../../db/library/anime/anime_rows.ts";

/** Anime data as returned by the API. */

/** State of the anime data. `animeCount` and `mappingCount` are 0 before the first download. */
export const AnimeStatus = z.object({
  enabled: z.boolean(),
  loaded: z.boolean().describe("Data is available to search"),
  loading: z.boolean().describe("Data is being downloaded or prepared"),
  animeCount: z.int(),
  mappingCount: z.int().describe("Anime with a TheTVDB, TMDB or IMDb ID"),
  updatedAt: z.iso.datetime().optional().describe("The last successful refresh"),
  error: z.string().optional().describe("Errors of the last refresh; earlier data is kept"),
}).meta({ id: "AnimeStatus" });
export type AnimeStatus = z.infer<typeof AnimeStatus>;

/** An anime search result with its IDs in other databases. `score` ranges from 0 to 100. */
export const AnimeHit = z.object({
  aid: z.int().describe("AniDB id"),
  title: z.string(),
  romaji: z.string().optional(),
  kanji: z.string().optional(),
  english: z.string().optional(),
  score: z.number(),
  tvdbId: z.int().optional(),
  tmdbId: z.int().optional().describe("TMDB ID of the movie or series"),
  imdbId: z.string().optional(),
  isMovie: z.boolean(),
}).meta({ id: "AnimeHit" });
export type AnimeHit = z.infer<typeof AnimeHit>;

/**
 * A search result, the name that matched, and its start at TheTVDB. `season` is absent for absolute numbering.
 * `firstEpisode` is absent if the anime starts with the first episode of its season.
 */
export interface AnimeMatch extends AnimeHit {
  matchedOn: string;
  /** Text of the query that matched. */
  askedFor: string;
  season?: number;
  firstEpisode?: number;
  /** Exceptions for episodes that do not follow the first one in order. */
  places?: readonly EpisodePlace[];
}

/** Anime details added to a Radarr movie. */
export interface AnimeMovie {
  animedbId: number;
  titleRomaji?: string;
  titleKanji?: string;
}

/** Anime details added to a Sonarr series. At AniDB, its seasons are separate anime. */
export interface AnimeSeries {
  animedbIds: number[];
  titleRomaji?: string;
  titleKanji?: string;
  /** Names of the seasons that have their own title. */
  seasonTitles: { title: string; seasonNumber: number }[];
}

/** An episode within a TheTVDB season. */
export interface SeasonEpisode {
  season: number;
  episode: number;
}

/** Determines which manager titles are anime. All calls are lookups in a local file. */
export interface AnimeLookup {
  movie(ids: { tmdbId: number; imdbId?: string | undefined }): AnimeMovie | undefined;
  series(ids: { tvdbId: number }): AnimeSeries | undefined;
  /** Converts an absolute episode number to episodes of seasons. Returns undefined if no list contains it. */
  countedThrough(asked: { tvdbId: number; episode: number }): SeasonEpisode[] | undefined;
}

/** A title to search for, and the season given with it. */
export interface AnimeQuestion {
  text: string;
  season?: number | undefined;
}
