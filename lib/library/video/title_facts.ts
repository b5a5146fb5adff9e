import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import { isAnimeSeries } from "./anime_marks.ts";
import { filesAt } from "./manager_files.ts";
import type { Movie, Series } from "../video_model.ts";
import type { Records } from "./records.ts";

/** A file by its path, and the ID of its title in Radarr or Sonarr if it is known. */
export interface FileOfTitle {
  path: string;
  arr?: string;
  arrId?: number;
}

/** Returns stored metadata of the movie or series to which a file belongs, or undefined if no manager has the file. */
export async function titleFacts(
  repository: CatalogueRepository,
  records: Records,
  { path, arr, arrId }: FileOfTitle,
): Promise<KnownFacts | undefined> {
  for (const kind of ["movie", "series"] as const) {
    if (arr !== undefined && arr !== kind) continue;
    const id = arrId ?? (await filesAt(repository, records, kind, [path]))[0]?.source.arrId;
    const row = id === undefined ? undefined : await repository.get(kind, id);
    if (row) return kind === "movie" ? ofMovie(records.movie(row.record)) : ofSeries(records.series(row.record));
  }
}

const ofMovie = (movie: Movie): KnownFacts => ({
  ...factsOf("movie", movie),
  mediaType: movie.anime ? "anime" : "movie",
  ...(movie.anime ? { anime: true } : {}),
});

const ofSeries = (series: Series): KnownFacts => ({
  ...factsOf("series", series),
  mediaType: isAnimeSeries(series) ? "anime" : "tv",
  ...(isAnimeSeries(series) ? { anime: true } : {}),
});

const factsOf = (arr: string, { originalLanguage, genres, year }: Movie | Series): KnownFacts => ({
  arr,
  ...(originalLanguage === undefined ? {} : { originalLanguage }),
  ...(genres.length === 0 ? {} : { genre: genres }),
  ...(year === undefined ? {} : { year }),
});
