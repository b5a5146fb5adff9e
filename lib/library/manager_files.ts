import type { CatalogueRepository } from "../../db/catalogue.ts";
import type { ManagerFile } from "../jobs/deps.ts";
import type { Records } from "./records.ts";

type Repository = Pick<CatalogueRepository, "movieOfFile" | "episodesOfFile" | "get">;

/** The file of a film by Radarr's number of it, as a job takes it; undefined when it is not known. */
export async function movieFile(repository: Repository, records: Records, fileId: number) {
  const row = await repository.movieOfFile(fileId);
  if (row === undefined) return undefined;
  const { id, title, year, poster, file } = records.movie(row.record);
  return file && {
    title: year === undefined ? title : `${title} (${year})`,
    poster,
    source: { kind: "movie", localPath: file.localPath, arrId: id, arrPath: file.path },
  } satisfies ManagerFile;
}

/** The file of one or more episodes by Sonarr's number of it. */
export async function episodeFile(repository: Repository, records: Records, fileId: number) {
  const rows = await repository.episodesOfFile(fileId);
  const [first] = rows;
  const found = first && await repository.get("series", first.seriesId);
  if (first === undefined || found === undefined) return undefined;
  const { file } = records.episode(first.record);
  const series = records.series(found.record);
  const numbers = rows.map(({ episodeNumber }) => `E${String(episodeNumber).padStart(2, "0")}`).join("");
  return file && {
    title: series.title,
    subtitle: `S${String(first.seasonNumber).padStart(2, "0")}${numbers}`,
    poster: series.poster,
    source: {
      kind: "episode",
      localPath: file.localPath,
      arrId: series.id,
      arrPath: file.path,
      episodeIds: rows.map(({ id }) => id),
      seasonNumber: first.seasonNumber,
    },
  } satisfies ManagerFile;
}
