import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { MediaFile } from "./model.ts";
import type { Records } from "./records.ts";

/** A remux that a manager holds, with what is needed to queue it. */
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

/** Every remux of these managers, one entry per file however many episodes share it. */
export async function remuxFiles(
  repository: Repository,
  records: Records,
  sources: { movie: boolean; series: boolean },
): Promise<RemuxFile[]> {
  return [
    ...(sources.movie ? await remuxFilms(repository, records) : []),
    ...(sources.series ? await remuxEpisodes(repository, records) : []),
  ];
}

async function remuxFilms(repository: Repository, records: Records): Promise<RemuxFile[]> {
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
  const byFile = new Map<number, RemuxFile>();
  for (const { seriesId, record } of episodes) {
    const { id, seasonNumber, episodeNumber, file } = records.episode(record);
    const series = all.get(seriesId);
    if (file === undefined || series === undefined) continue;
    const number = `E${String(episodeNumber).padStart(2, "0")}`;
    const known = byFile.get(file.id);
    if (known !== undefined) {
      known.episodeIds?.push(id);
      known.subtitle += number;
      continue;
    }
    byFile.set(file.id, {
      arr: "series",
      arrId: series.id,
      ...fileFacts(file),
      episodeIds: [id],
      seasonNumber,
      title: series.title,
      subtitle: `S${String(seasonNumber).padStart(2, "0")}${number}`,
      ...(series.poster === undefined ? {} : { poster: series.poster }),
      mediaType: series.seriesType === "anime" ? "anime" : "tv",
    });
  }
  return [...byFile.values()];
}

const fileFacts = (file: MediaFile) => ({
  fileId: file.id,
  path: file.path,
  localPath: file.localPath,
  quality: file.quality,
  sizeBytes: file.size,
});
