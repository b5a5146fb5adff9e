import type { CatalogueRepository } from "../../db/catalogue.ts";
import { Episode, Movie, Series } from "./model.ts";

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

/** Every remux of these managers, one entry per file however many episodes share it. */
export async function remuxFiles(
  repository: Pick<CatalogueRepository, "remuxTitles" | "remuxEpisodes">,
  sources: { movie: boolean; series: boolean },
): Promise<RemuxFile[]> {
  return [
    ...(sources.movie ? await remuxFilms(repository) : []),
    ...(sources.series ? await remuxEpisodes(repository) : []),
  ];
}

async function remuxFilms(repository: Pick<CatalogueRepository, "remuxTitles">): Promise<RemuxFile[]> {
  return (await repository.remuxTitles("movie")).flatMap(({ record }): RemuxFile[] => {
    const { id, title, year, poster, file, anime } = Movie.parse(record);
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

async function remuxEpisodes(
  repository: Pick<CatalogueRepository, "remuxTitles" | "remuxEpisodes">,
): Promise<RemuxFile[]> {
  const [titles, episodes] = await Promise.all([repository.remuxTitles("series"), repository.remuxEpisodes()]);
  const all = new Map(titles.map(({ id, record }) => [id, Series.parse(record)]));
  const byFile = new Map<number, RemuxFile>();
  for (const { seriesId, record } of episodes) {
    const { id, seasonNumber, episodeNumber, file } = Episode.parse(record);
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

const fileFacts = (file: NonNullable<Movie["file"]>) => ({
  fileId: file.id,
  path: file.path,
  localPath: file.localPath,
  quality: file.quality,
  sizeBytes: file.size,
});
