import type { RipMedia } from "../../rip_schema.ts";

/** A film or series that a disc may hold, as a library or an online lookup knows it. */
export interface CandidateTitle {
  kind: "movie" | "series";
  title: string;
  /** Original and alternate titles. */
  otherTitles: string[];
  /** Names of single seasons. */
  seasonTitles: { title: string; seasonNumber: number }[];
  year?: number;
  /** Of the film, or of one episode. */
  runtimeMinutes?: number;
  /** Without the specials; absent when nobody told. `episodes` is 0 when it is not known. */
  seasons?: { seasonNumber: number; episodes: number }[];
  /** TMDB of a film, TVDB of a series. */
  externalId?: number;
  imdbId?: string;
  /** Its number in the manager's library. */
  arrId?: number;
  poster?: string;
  seriesType?: NonNullable<RipMedia["seriesType"]>;
  genres: string[];
}

/** What of a title is said about the disc that holds it. */
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

/** Whether a record may bear that year. */
export const isYear = (year: number | undefined): year is number =>
  year !== undefined && Number.isInteger(year) && year >= 1800 && year <= 2200;
