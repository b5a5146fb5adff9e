import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { CatalogueEpisodeRow, CatalogueTitleRow } from "../../../db/schema/catalogue.ts";
import type { ManagerFile } from "../../jobs/deps.ts";
import { episodeLabel } from "./episode_label.ts";
import type { Episode, Movie, Series } from "../video_model.ts";
import type { Records } from "./records.ts";

type Repository = Pick<
  CatalogueRepository,
  "moviesOfFiles" | "episodesOfFiles" | "moviesAt" | "episodesAt" | "many"
>;

/** A file as job input, and its owner. */
export type OwnedFile = ManagerFile & { source: { localPath: string } };

/** Returns the known files of movies and episodes with these IDs in a manager, as job input. */
export const filesById = async (
  repository: Repository,
  records: Records,
  kind: "movie" | "series",
  fileIds: number[],
): Promise<OwnedFile[]> =>
  kind === "movie"
    ? filesOfMovies(records, await repository.moviesOfFiles(fileIds))
    : await filesOfEpisodes(repository, records, await repository.episodesOfFiles(fileIds));

/** Returns the known files of movies and episodes at these local paths. */
export const filesAt = async (
  repository: Repository,
  records: Records,
  kind: "movie" | "series",
  paths: string[],
): Promise<OwnedFile[]> =>
  kind === "movie"
    ? filesOfMovies(records, await repository.moviesAt(paths))
    : await filesOfEpisodes(repository, records, await repository.episodesAt(paths));

const filesOfMovies = (records: Records, rows: CatalogueTitleRow[]): OwnedFile[] =>
  rows.flatMap(({ record }) => fileOfMovie(records.movie(record)) ?? []);

async function filesOfEpisodes(
  repository: Repository,
  records: Records,
  rows: CatalogueEpisodeRow[],
): Promise<OwnedFile[]> {
  const shared = Map.groupBy(
    rows.map(({ seriesId, record }) => ({ seriesId, episode: records.episode(record) })),
    ({ episode }) => episode.file?.id,
  );
  const titles = await repository.many("series", [...new Set(rows.map(({ seriesId }) => seriesId))]);
  const series = new Map(titles.map(({ id, record }) => [id, records.series(record)]));
  return [...shared.values()].flatMap((found) => {
    const owner = series.get(found[0]?.seriesId ?? 0);
    return owner === undefined ? [] : fileOfEpisodes(found.map(({ episode }) => episode), owner) ?? [];
  });
}

function fileOfMovie({ id, title, year, poster, file }: Movie): OwnedFile | undefined {
  return file && {
    title: year === undefined ? title : `${title} (${year})`,
    poster,
    source: { kind: "movie", localPath: file.localPath, arr: "movie", fileId: file.id, arrId: id, arrPath: file.path },
  };
}

/** Converts a file. `episodes` are the episodes that share it. */
function fileOfEpisodes(episodes: Episode[], series: Series): OwnedFile | undefined {
  const [first] = episodes;
  const file = first?.file;
  return file && {
    title: series.title,
    subtitle: episodeLabel(episodes),
    poster: series.poster,
    source: {
      kind: "episode",
      localPath: file.localPath,
      arr: "series",
      fileId: file.id,
      arrId: series.id,
      arrPath: file.path,
      episodeIds: episodes.map(({ id }) => id),
      seasonNumber: first?.seasonNumber,
    },
  };
}
