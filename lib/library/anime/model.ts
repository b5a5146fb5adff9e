import * as z from "zod";
import type { EpisodePlace } from "../../../db/library/anime/anime_rows.ts";

/** What is known of anime, as our API answers it. */

/** How the data stands; `animeCount` and `mappingCount` are 0 before the first download. */
export const AnimeStatus = z.object({
  enabled: z.boolean(),
  loaded: z.boolean().describe("There is data to search"),
  loading: z.boolean().describe("It is being downloaded or prepared"),
  animeCount: z.int(),
  mappingCount: z.int().describe("Anime with an id at TheTVDB, TMDB or IMDb"),
  updatedAt: z.iso.datetime().optional().describe("The last refresh that succeeded"),
  error: z.string().optional().describe("What of the last refresh failed; the data from before is kept"),
}).meta({ id: "AnimeStatus" });
export type AnimeStatus = z.infer<typeof AnimeStatus>;

/** An anime that was found, with what other databases call it; `score` is 0 to 100. */
export const AnimeHit = z.object({
  aid: z.int().describe("Number at AniDB"),
  title: z.string(),
  romaji: z.string().optional(),
  kanji: z.string().optional(),
  english: z.string().optional(),
  score: z.number(),
  tvdbId: z.int().optional(),
  tmdbId: z.int().optional().describe("Of the film, or of the series"),
  imdbId: z.string().optional(),
  isMovie: z.boolean(),
}).meta({ id: "AnimeHit" });
export type AnimeHit = z.infer<typeof AnimeHit>;

/**
 * A hit with the name that fits and where it begins at TheTVDB; `season` is absent where episodes are counted through,
 * `firstEpisode` where it begins with its season.
 */
export interface AnimeMatch extends AnimeHit {
  matchedOn: string;
  /** The text of the question that found it. */
  askedFor: string;
  season?: number;
  firstEpisode?: number;
  /** Episodes that lie elsewhere than after the first one. */
  places?: readonly EpisodePlace[];
}

/** What a film of Radarr is told about itself. */
export interface AnimeFilm {
  animedbId: number;
  titleRomaji?: string;
  titleKanji?: string;
}

/** What a series of Sonarr is told about itself: AniDB counts its seasons as anime of their own. */
export interface AnimeSeries {
  animedbIds: number[];
  titleRomaji?: string;
  titleKanji?: string;
  /** Names of seasons that have one of their own. */
  seasonTitles: { title: string; seasonNumber: number }[];
}

/** A season of TheTVDB and an episode in it. */
export interface SeasonEpisode {
  season: number;
  episode: number;
}

/** Says which titles of the managers are anime. Each question is one look into a file of this machine. */
export interface AnimeLookup {
  film(ids: { tmdbId: number; imdbId?: string | undefined }): AnimeFilm | undefined;
  series(ids: { tvdbId: number }): AnimeSeries | undefined;
  /** What an episode that is counted through is in seasons; undefined where no list tells of it. */
  countedThrough(asked: { tvdbId: number; episode: number }): SeasonEpisode[] | undefined;
}

/** A title to look for, and the season that was named beside it. */
export interface AnimeQuestion {
  text: string;
  season?: number | undefined;
}
