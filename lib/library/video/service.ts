import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { LibrarySize, SizedTitle } from "../../../db/library/catalogue_lists.ts";
import type { MarkRepository } from "../../../db/library/library_marks.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { ManagerFile } from "../../jobs/deps.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import { LIBRARY_KINDS, type LibraryKind } from "../../platform/managers/kinds.ts";
import { type ChosenFile, chosenFiles, languagesOf, lettersOf } from "./chosen_files.ts";
import type {
  Episode,
  LibraryPage,
  LibraryQuery,
  LibraryState,
  Movie,
  Series,
  TitleChoice,
  TitleLetters,
  TitleListing,
} from "../video_model.ts";
import { filesAt, filesById } from "./manager_files.ts";
import { type FormatSize, sizesByFormat } from "./disk_usage.ts";
import { createRecords, type Records } from "./records.ts";
import { createRefresh, type Refresh, type RefreshOptions, type VideoKind } from "./reading/refresh.ts";
import { type RemuxFile, remuxFiles } from "./remuxes.ts";
import { type FileOfTitle, titleFacts } from "./title_facts.ts";
import { createTitleRefresh } from "./reading/title_refresh.ts";
import { episodesOf, moviePage, oneMovie, oneSeries, seriesPage } from "./shown_titles.ts";
import { createUnknownFiles, type UnknownFiles } from "./unknown_files.ts";

export type { LibrarySize, SizedTitle } from "../../../db/library/catalogue_lists.ts";

/**
 * The managers' movies and series as of the last refresh. Only `refresh`, and `file` for a file that was just imported,
 * wait for a manager.
 */
export interface Library {
  movies(query: LibraryQuery): Promise<LibraryPage<Movie>>;
  /** Returns a movie. Throws `not_found`. */
  movie(id: number): Promise<Movie>;
  series(query: LibraryQuery): Promise<LibraryPage<Series>>;
  /** Returns a series. Throws `not_found`. */
  oneSeries(id: number): Promise<Series>;
  /** Returns episodes. Throws `not_found`. */
  episodes(seriesId: number, season?: number): Promise<Episode[]>;
  /** Returns only the names of the titles on a page. */
  names(kind: VideoKind, query: LibraryQuery): Promise<string[]>;
  /** Returns the positions of the index letters in a list sorted by title. */
  letters(kind: VideoKind, listing: TitleListing): Promise<TitleLetters>;
  /** Returns the total size of each library. Libraries without files are omitted. */
  sizes(): Promise<LibrarySize[]>;
  /** Returns the size of each library by format. */
  formatSizes(): Promise<FormatSize[]>;
  /** Returns the titles of a library with the largest size on disk, largest first. */
  largest(arr: LibraryKind, limit: number): Promise<SizedTitle[]>;
  /** Returns the languages of all files, as facets for filtering a list. */
  languages(kind: VideoKind): Promise<string[]>;
  /** Returns the files of the selected titles. */
  chosenFiles(choice: TitleChoice): Promise<ChosenFile[]>;
  /** Returns all remuxes of the managers that auto transcode uses. */
  remuxes(): Promise<RemuxFile[]>;
  /** Returns all remuxes of both managers that have neither an unfinished job nor an encode. */
  remuxesWithoutJob(): Promise<RemuxFile[]>;
  /** Returns the IDs of titles that could not be read during the last refresh. */
  leftOut(kind: VideoKind): Promise<number[]>;
  /** Returns a file by its ID in a manager, as job input, or undefined if the manager does not have it. */
  file(arr: string, fileId: number): Promise<ManagerFile | undefined>;
  /** Same as `file` for several IDs. Unknown files are requested together. */
  files(arr: string, fileIds: number[]): Promise<Map<number, ManagerFile>>;
  /** Returns the files at these local paths that belong to a connected manager. */
  filesAt(paths: string[]): Promise<ManagerFile[]>;
  /** Returns metadata of the movie or series to which a file belongs, or undefined if no manager has the file. */
  titleFacts(file: FileOfTitle): Promise<KnownFacts | undefined>;
  /** Refreshes a library. Concurrent calls share one refresh. A failure is stored in the state and not thrown. */
  refresh(kind: VideoKind): Promise<LibraryState>;
  /** Refreshes one title, with its files. Throws `ManagerProblem`. */
  refreshTitle(kind: VideoKind, id: number): Promise<void>;
  /** Refreshes a title in the background, after its manager has reported a change. */
  refreshSoon(kind: VideoKind, id: number): void;
  state(kind: VideoKind): Promise<LibraryState>;
  /** Resolves when no refresh is in progress. */
  settled(): Promise<void>;
  /** Aborts refreshes in progress. */
  close(): Promise<void>;
}

/** Services of the library. `marks` provides Lathe's jobs and outputs, `disks` whether files can be opened here. */
export interface LibraryOptions extends RefreshOptions {
  repository: CatalogueRepository;
  marks: MarkRepository;
  disks: Pick<DiskReads, "visible">;
  /** Functions that look up Lidarr's files. */
  music?: {
    files(fileIds: number[]): Promise<ManagerFile[]>;
    filesAt(paths: string[]): Promise<ManagerFile[]>;
    ownersOfFiles(fileIds: number[]): Promise<number[]>;
    refreshArtist(id: number): Promise<void>;
    refresh(): Promise<unknown>;
  };
}

/** Maximum number of titles that are requested individually. For more, the whole list is read in one request. */
const TITLES_ONE_BY_ONE = 10;

interface LibraryDeps extends LibraryOptions {
  readonly refresh: Refresh;
  readonly records: Records;
  readonly unknown: UnknownFiles;
  seriesWhenOld(id: number): void;
}

/** Creates the library on the database, which is refreshed from the managers in the background. Starts no refresh. */
export function createLibrary(options: LibraryOptions): Library {
  const { settings, repository, log, changed } = options;
  const refresh = createRefresh(options);
  const titleRefresh = createTitleRefresh({ refresh, log, ...(changed ? { changed } : {}) });
  const records = createRecords(settings);
  const seriesWhenOld = (id: number) => {
    if (refresh.claimOldSeries(id)) titleRefresh.soon("series", id);
  };
  const deps: LibraryDeps = { ...options, refresh, records, unknown: unknownFilesOf(options, refresh), seriesWhenOld };
  return {
    movies: (query) => moviePage(deps, query),
    movie: (id) => oneMovie(deps, id),
    series: (query) => seriesPage(deps, query),
    oneSeries: (id) => oneSeries(deps, id),
    episodes: (seriesId, season) => episodesOf(deps, seriesId, season),
    names: (kind, query) => repository.names(kind, query),
    letters: (kind, listing) => lettersOf(repository, kind, listing),
    sizes: () => repository.sizes(),
    formatSizes: async () => sizesByFormat(await repository.facetSizes()),
    largest: (arr, limit) => repository.largest(arr, limit),
    languages: (kind) => languagesOf(repository, kind),
    chosenFiles: (choice) => chosenFiles(repository, choice),
    remuxes: () => remuxFiles(repository, records, settings.current().auto.sources),
    remuxesWithoutJob: () => remuxesWithoutJob(deps),
    leftOut: async (kind) => (await repository.state(kind))?.odd?.leftOutIds ?? [],
    file: async (arr, fileId) => (await filesOf(deps, arr, [fileId])).get(fileId),
    files: (arr, fileIds) => filesOf(deps, arr, fileIds),
    filesAt: (paths) => filesAtPaths(deps, paths),
    titleFacts: (file) => titleFacts(repository, records, file),
    refresh: refresh.all,
    refreshTitle: refresh.title,
    refreshSoon: titleRefresh.soon,
    state: refresh.state,
    settled: async () => void await Promise.all([refresh.settled(), titleRefresh.settled()]),
    close: async () => void await Promise.all([refresh.close(), titleRefresh.close()]),
  };
}

/** Requests files from the managers that were imported after the last refresh. */
function unknownFilesOf({ clock, music }: LibraryOptions, refresh: Refresh): UnknownFiles {
  return createUnknownFiles({
    clock,
    ownersOf: async (kind, fileIds) =>
      kind === "music" ? await music?.ownersOfFiles(fileIds) ?? [] : await refresh.ownersOfFiles(kind, fileIds),
    async readTitles(kind, ids) {
      if (ids.length > TITLES_ONE_BY_ONE) {
        // A refresh that started before the import may not include it.
        await refresh.settled();
        await (kind === "music" ? music?.refresh() : refresh.all(kind));
        return;
      }
      for (const id of ids) await (kind === "music" ? music?.refreshArtist(id) : refresh.title(kind, id));
    },
  });
}

async function knownFiles(
  { music, repository, records }: LibraryDeps,
  kind: LibraryKind,
  fileIds: number[],
): Promise<Map<number, ManagerFile>> {
  const found = kind === "music"
    ? await music?.files(fileIds) ?? []
    : await filesById(repository, records, kind, fileIds);
  return new Map(found.flatMap((file) => file.source.fileId === undefined ? [] : [[file.source.fileId, file]]));
}

/**
 * Returns the files of titles. Includes files that were imported after the last refresh. For these files, the manager
 * is asked which titles they belong to, and these titles are refreshed.
 */
async function filesOf(deps: LibraryDeps, arr: string, fileIds: number[]): Promise<Map<number, ManagerFile>> {
  const kind = LIBRARY_KINDS.find((one) => one === arr);
  if (kind === undefined) return new Map();
  const known = await knownFiles(deps, kind, fileIds);
  const missing = fileIds.filter((id) => !known.has(id));
  if (missing.length === 0 || !deps.settings.current().connections[kind].enabled) return known;
  await deps.unknown.read(kind, missing);
  return new Map([...known, ...await knownFiles(deps, kind, missing)]);
}

async function remuxesWithoutJob({ repository, records, marks }: LibraryDeps): Promise<RemuxFile[]> {
  const files = await remuxFiles(repository, records, { movie: true, series: true });
  const known = await marks.withJobs(files.map(({ localPath }) => localPath));
  return files.filter(({ localPath }) => !known.has(localPath));
}

async function filesAtPaths(deps: LibraryDeps, paths: string[]): Promise<ManagerFile[]> {
  const { settings, repository, records, music } = deps;
  const { connections } = settings.current();
  const found = await Promise.all([
    connections.movie.enabled ? filesAt(repository, records, "movie", paths) : [],
    connections.series.enabled ? filesAt(repository, records, "series", paths) : [],
    connections.music.enabled ? music?.filesAt(paths) ?? [] : [],
  ]);
  return found.flat();
}
