import type { RipMedia } from "../../rip_schema.ts";

/** A movie or series that may be on a disc, from a library or an online lookup. */
export interface CandidateTitle {
  kind: "movie" | "series";
  title: string;
  /** Original and alternative titles. */
  otherTitles: string[];
  /** Names of individual seasons. */
  seasonTitles: { title: string; seasonNumber: number }[];
  year?: number;
  /** Runtime of the movie or of one episode. */
  runtimeMinutes?: number;
  /** Seasons, without specials. Absent if unknown. `episodes` is 0 if the number is unknown. */
  seasons?: { seasonNumber: number; episodes: number }[];
  /** TMDB ID of a movie, TVDB ID of a series. */
  externalId?: number;
  imdbId?: string;
  /** ID in the library of the manager. */
  arrId?: number;
  poster?: string;
  seriesType?: NonNullable<RipMedia["seriesType"]>;
  genres: string[];
}

/** Converts a title to the media information of a disc. */
export const mediaOfTitle = (title: CandidateTitle): RipMedia => ({
  kind: title.kind,
  title: title.title,
  genres: title.genres.slice(0, 50),
  confidence: 0,
  ...(isYear(title.year) ? { year: title.year } : {}),
  ...(title.externalId === undefined || title.externalId <= 0 ? {} : { externalId: title.externalId }),
  ...(title.imdbId !== undefined && /^tt\d{5,10}$/.test(title.imdbId) ? { imdbId: title.imdbId } : {}),
  ...(title.arrId === undefined || title.arrId <= 0 ? {} : { arrId: title.arrId }),
  ...(title.poster === undefined ? {} : { poster: title.poster }),
  ...(title.seriesType === undefined ? {} : { seriesType: title.seriesType }),
});

/** True if a year is plausible for a record. */
export const isYear = (year: number | undefined): year is number =>
  year !== undefined && Number.isInteger(year) && year >= 1800 && year <= 2200;
