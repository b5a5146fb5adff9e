import { JobQuery } from "../../lib/jobs/request_schema.ts";
import { LibraryQuery } from "../../lib/library/video_model.ts";
import type { Services } from "../services/services.ts";

/** A file on which a profile can be tried, with its display title. */
export interface TriedFile {
  title: string;
  path: string;
}

type FileServices = Pick<Services, "library" | "local" | "jobs">;

/** Maximum number of episodes per series, so that other titles are listed too. */
const EPISODES_OF_ONE = 3;

/**
 * Returns files in libraries, newest first: movies, episodes, and titles that are not in a manager's library. `q`
 * filters by title. Files that cannot be accessed on this machine are omitted.
 */
export async function libraryFiles(
  { library, local }: FileServices,
  { q, limit }: { q: string; limit: number },
): Promise<TriedFile[]> {
  const query = LibraryQuery.parse({ q: q || undefined, filter: "onDisk", sort: "added", order: "desc", limit });
  const [movies, series, own] = await Promise.all([
    library.movies(query),
    library.series({ ...query, limit: Math.ceil(limit / EPISODES_OF_ONE) }),
    local.items({ q: q || undefined, filter: "all", sort: "title", limit: Math.ceil(limit / EPISODES_OF_ONE) }),
  ]);
  const movieFiles = movies.items.flatMap(({ title, year, file }): TriedFile[] =>
    file?.visible ? [{ title: year === undefined ? title : `${title} (${year})`, path: file.localPath }] : []
  );
  const [episodes, items] = await Promise.all([
    Promise.all(series.items.map((one) => episodesOf(library, one))),
    Promise.all(own.items.map(({ id }) => local.item(id))),
  ]);
  const unmanaged = items.flatMap(({ title, files }) =>
    files.slice(0, EPISODES_OF_ONE).map(({ path }) => ({ title, path }))
  );
  return distinct(alternating([movieFiles, episodes.flat(), unmanaged])).slice(0, limit);
}

async function episodesOf(
  library: FileServices["library"],
  { id, title }: { id: number; title: string },
): Promise<TriedFile[]> {
  const pad = (number: number) => String(number).padStart(2, "0");
  return (await library.episodes(id)).flatMap(({ file, seasonNumber, episodeNumber }) =>
    file?.visible ? [{ title: `${title} S${pad(seasonNumber)}E${pad(episodeNumber)}`, path: file.localPath }] : []
  ).slice(0, EPISODES_OF_ONE);
}

/** Returns the sources of the newest jobs without duplicates. */
export async function recentFiles({ jobs }: FileServices, limit: number): Promise<TriedFile[]> {
  const { items } = await jobs.list(JobQuery.parse({ limit: 50 }));
  return distinct(
    items.flatMap(({ title, source: { localPath } }) => localPath === undefined ? [] : [{ title, path: localPath }]),
  ).slice(0, limit);
}

/** Interleaves lists: the first entries of all lists, then the second entries of all lists. */
const alternating = <T>(lists: T[][]): T[] =>
  Array.from(
    { length: Math.max(...lists.map(({ length }) => length)) },
    (_, i) => lists.flatMap((list) => list[i] ?? []),
  )
    .flat();

const distinct = (files: TriedFile[]): TriedFile[] => [...new Map(files.map((file) => [file.path, file])).values()];
