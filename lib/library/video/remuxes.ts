import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import { isAnimeSeries } from "./anime_marks.ts";
import { episodeLabel } from "./episode_label.ts";
import type { MediaFile } from "../video_model.ts";
import type { Records } from "./records.ts";

/** A remux in a manager's library, with the data that is needed to queue it. */
export interface RemuxFile {
  arr: "movie" | "series";
  arrId: number;
  fileId: number;
  episodeIds?: number[];
  seasonNumber?: number;
  title: string;
  subtitle?: string;
  poster?: string;
  path: string;
  localPath: string;
  quality: string;
  sizeBytes: number;
  mediaType: "movie" | "tv" | "anime";
}

type Repository = Pick<CatalogueRepository, "remuxTitles" | "remuxEpisodes">;

/** Returns all remuxes of these managers. There is one entry per file, even if several episodes share it. */
export async function remuxFiles(
  repository: Repository,
  records: Records,
  sources: { movie: boolean; series: boolean },
): Promise<RemuxFile[]> {
  return [
    ...(sources.movie ? await movieRemuxes(repository, records) : []),
    ...(sources.series ? await remuxEpisodes(repository, records) : []),
  ];
}

async function movieRemuxes(repository: Repository, records: Records): Promise<RemuxFile[]> {
  return (await repository.remuxTitles("movie")).flatMap(({ record }): RemuxFile[] => {
    const { id, title, year, poster, file, anime } = records.movie(record);
    if (file === undefined) return [];
    return [{
      arr: "movie",
      arrId: id,
      ...fileFacts(file),
      title: year === undefined ? title : `${title} (${year})`,
      ...(poster === undefined ? {} : { poster }),
      mediaType: anime ? "anime" : "movie",
    }];
  });
}

async function remuxEpisodes(repository: Repository, records: Records): Promise<RemuxFile[]> {
  const [titles, episodes] = await Promise.all([repository.remuxTitles("series"), repository.remuxEpisodes()]);
  const all = new Map(titles.map(({ id, record }) => [id, records.series(record)]));
  const ofFile = Map.groupBy(
    episodes.map(({ seriesId, record }) => ({ seriesId, episode: records.episode(record) })),
    ({ episode }) => episode.file?.id,
  );
  return [...ofFile.values()].flatMap((shared): RemuxFile[] => {
    const [first] = shared;
    const series = all.get(first?.seriesId ?? 0);
    if (first?.episode.file === undefined || series === undefined) return [];
    return [{
      arr: "series",
      arrId: series.id,
      ...fileFacts(first.episode.file),
      episodeIds: shared.map(({ episode }) => episode.id),
      seasonNumber: first.episode.seasonNumber,
      title: series.title,
      subtitle: episodeLabel(shared.map(({ episode }) => episode)),
      ...(series.poster === undefined ? {} : { poster: series.poster }),
      mediaType: isAnimeSeries(series) ? "anime" : "tv",
    }];
  });
}

const fileFacts = (file: MediaFile) => ({
  fileId: file.id,
  path: file.path,
  localPath: file.localPath,
  quality: file.quality,
  sizeBytes: file.size,
});
