import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { ManagerFile } from "../jobs/deps.ts";
import type { Episode, Movie, Series } from "./model.ts";
import type { Records } from "./records.ts";

type Repository = Pick<
  CatalogueRepository,
  "movieOfFile" | "episodesOfFile" | "get" | "moviesAt" | "episodesAt" | "many"
>;

/** A file as a job takes it, and whose it is. */
export type OwnedFile = ManagerFile & { source: { localPath: string } };

/** The file of a film by Radarr's number of it, as a job takes it; undefined when it is not known. */
export async function movieFile(
  repository: Repository,
  records: Records,
  fileId: number,
): Promise<OwnedFile | undefined> {
  const row = await repository.movieOfFile(fileId);
  return row && fileOfMovie(records.movie(row.record));
}

/** The file of one or more episodes by Sonarr's number of it. */
export async function episodeFile(
  repository: Repository,
  records: Records,
  fileId: number,
): Promise<OwnedFile | undefined> {
  const rows = await repository.episodesOfFile(fileId);
  const [first] = rows;
  const found = first && await repository.get("series", first.seriesId);
  return found && fileOfEpisodes(rows.map(({ record }) => records.episode(record)), records.series(found.record));
}

/** The files of films and episodes at these places of this machine, those that are known. */
export async function filesAt(
  repository: Repository,
  records: Records,
  kind: "movie" | "series",
  paths: string[],
): Promise<OwnedFile[]> {
  if (kind === "movie") {
    return (await repository.moviesAt(paths)).flatMap(({ record }) => fileOfMovie(records.movie(record)) ?? []);
  }
  const rows = await repository.episodesAt(paths);
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

/** The episodes are those that share the file. */
function fileOfEpisodes(episodes: Episode[], series: Series): OwnedFile | undefined {
  const [first] = episodes;
  const file = first?.file;
  const numbers = episodes.map(({ episodeNumber }) => `E${String(episodeNumber).padStart(2, "0")}`).join("");
  return file && {
    title: series.title,
    subtitle: `S${String(first?.seasonNumber).padStart(2, "0")}${numbers}`,
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
