import type { AnimeLookup } from "../anime/model.ts";
import type { Movie, Series } from "../video_model.ts";

/** Marks the managers' titles as anime, based on their records. Pure. */

/** Adds the data of the anime database to a movie. */
export function withAnimeMovie(movie: Movie, anime: AnimeLookup | undefined): Movie {
  const found = anime?.movie(movie);
  return found === undefined ? movie : { ...movie, ...found, anime: true };
}

/** Adds the data of the anime database to a series, including season names that Sonarr does not have. */
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

/** True if the series is anime, according to its type in Sonarr or the anime database. */
export const isAnimeSeries = ({ seriesType, animedbIds }: Pick<Series, "seriesType" | "animedbIds">): boolean =>
  seriesType === "anime" || animedbIds.length > 0;
