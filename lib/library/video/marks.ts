import type { ActiveJob, MarkRepository } from "../../../db/library/library_marks.ts";
import type { Episode, MediaFile, Movie, Series } from "../video_model.ts";

/** Adds Lathe's jobs and encodes to records. */

/** Adds to movies the unfinished job, if there is one, and whether Lathe wrote the file. */
export async function markMovies(marks: MarkRepository, movies: Movie[]): Promise<Movie[]> {
  const files = movies.flatMap(({ file }) => file ?? []);
  const [active, encoded] = await Promise.all([
    marks.active("movie", movies.map(({ id }) => id), files.map(({ localPath }) => localPath)),
    marks.encoded(files.map(keyOf)),
  ]);
  return movies.map((movie) => ({
    ...movie,
    ...(movie.file ? { file: withOrigin(movie.file, encoded) } : {}),
    ...queued(active.find(({ arrId, path }) => arrId === movie.id || path === movie.file?.localPath)),
  }));
}

/** Adds to series the unfinished job, if there is one. `markEpisodes` marks their files. */
export async function markSeries(marks: MarkRepository, series: Series[]): Promise<Series[]> {
  const active = await marks.active("series", series.map(({ id }) => id), []);
  return series.map((one) => ({ ...one, ...queued(active.find(({ arrId }) => arrId === one.id)) }));
}

/**
 * Adds the unfinished jobs, and whether Lathe wrote the files, to episodes of the series `seriesId`. A job for a season
 * or series applies to all its episodes.
 */
export async function markEpisodes(marks: MarkRepository, seriesId: number, episodes: Episode[]): Promise<Episode[]> {
  const files = [...new Map(episodes.flatMap(({ file }) => file ? [[file.id, file] as const] : [])).values()];
  const [active, encoded] = await Promise.all([
    marks.active("series", [seriesId], files.map(({ localPath }) => localPath)),
    marks.encoded(files.map(keyOf)),
  ]);
  const about = ({ id, seasonNumber, file }: Episode) => (job: ActiveJob): boolean =>
    job.path !== "" && job.path === file?.localPath ||
    job.arrId === seriesId &&
      (job.episodeIds?.includes(id) ??
        ((job.seasonNumber ?? seasonNumber) === seasonNumber && job.path === ""));
  return episodes.map((episode) => ({
    ...episode,
    ...(episode.file ? { file: withOrigin(episode.file, encoded) } : {}),
    ...queued(active.find(about(episode))),
  }));
}

const keyOf = ({ localPath, size }: MediaFile) => ({ path: localPath, size });

const withOrigin = (file: MediaFile, encoded: ReadonlySet<string>): MediaFile =>
  encoded.has(file.localPath) ? { ...file, encodedHere: true } : file;

const queued = (job: ActiveJob | undefined): { inQueue: boolean; jobId?: string } =>
  job === undefined ? { inQueue: false } : { inQueue: true, jobId: job.id };
