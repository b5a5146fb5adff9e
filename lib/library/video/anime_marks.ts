import type { AnimeLookup } from "../anime/model.ts";
import type { Movie, Series } from "./model.ts";

/** Which titles of the managers are anime, as their records say it. Pure. */

/** A film with what the anime database says of it. */
export function withAnimeFilm(movie: Movie, anime: AnimeLookup | undefined): Movie {
  const found = anime?.film(movie);
  return found === undefined ? movie : { ...movie, ...found, anime: true };
}

/** A series with what the anime database says of it, and names of its seasons that Sonarr does not have. */
export function withAnimeSeries(series: Series, anime: AnimeLookup | undefined): Series {
  const found = anime?.series(series);
  if (found === undefined) return series;
  const { seasonTitles, ...facts } = found;
  const known = new Set(series.seasonTitles.map(({ title }) => title));
  return {
    ...series,
    ...facts,
    seasonTitles: [...series.seasonTitles, ...seasonTitles.filter(({ title }) => !known.has(title))],
  };
}

/** By Sonarr's type, or by the anime database. */
export const isAnimeSeries = ({ seriesType, animedbIds }: Pick<Series, "seriesType" | "animedbIds">): boolean =>
  seriesType === "anime" || animedbIds.length > 0;
