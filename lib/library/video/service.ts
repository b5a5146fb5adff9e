import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { MarkRepository } from "../../../db/library/library_marks.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { ManagerFile } from "../../jobs/deps.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import { Fault } from "../../kit/fault.ts";
import { LIBRARY_KINDS, type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { markEpisodes, markMovies, markSeries } from "./marks.ts";
import type { Episode, LibraryPage, LibraryQuery, LibraryState, MediaFile, Movie, Series } from "./model.ts";
import type { MusicLibrary } from "../music/music_service.ts";
import { filesAt, filesById } from "./manager_files.ts";
import { createRecords } from "./records.ts";
import { createRefresh, type RefreshOptions, type VideoKind } from "./reading/refresh.ts";
import { type RemuxFile, remuxFiles } from "./remuxes.ts";
import { type FileOfTitle, titleFacts } from "./title_facts.ts";
import { createTitleRefresh } from "./reading/title_refresh.ts";
import { createUnknownFiles } from "./unknown_files.ts";

/**
 * The films and series of the managers, as they were read last. No call here waits for a manager but `refresh`,
 * and `file` for one that was imported since.
 */
export interface Library {
  movies(query: LibraryQuery): Promise<LibraryPage<Movie>>;
  /** Throws `not_found`. */
  movie(id: number): Promise<Movie>;
  series(query: LibraryQuery): Promise<LibraryPage<Series>>;
  /** Throws `not_found`. */
  oneSeries(id: number): Promise<Series>;
  /** Throws `not_found`. */
  episodes(seriesId: number, season?: number): Promise<Episode[]>;
  /** Every remux of the managers that auto transcode may look at. */
  remuxes(): Promise<RemuxFile[]>;
  /** Titles of the last reading that could not be read, by number. */
  leftOut(kind: VideoKind): Promise<number[]>;
  /** A file by its manager's id, as a job takes it; undefined when its manager does not know it either. */
  file(arr: string, fileId: number): Promise<ManagerFile | undefined>;
  /** The same for a list: what is not known is asked for together. */
  files(arr: string, fileIds: number[]): Promise<Map<number, ManagerFile>>;
  /** The files at these places of this machine, those that a connected manager knows. */
  filesAt(paths: string[]): Promise<ManagerFile[]>;
  /** What is known of the film or series that a file belongs to; undefined when no manager knows the file. */
  titleFacts(file: FileOfTitle): Promise<KnownFacts | undefined>;
  /** Reads a manager anew. Reads that are asked for at once are one; failure is kept in the state, not thrown. */
  refresh(kind: VideoKind): Promise<LibraryState>;
  /** Reads one title anew, with its files. Throws `ManagerProblem`. */
  refreshTitle(kind: VideoKind, id: number): Promise<void>;
  /** Reads a title anew in the background: its manager told that something changed. */
  told(kind: VideoKind, id: number): void;
  state(kind: VideoKind): Promise<LibraryState>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
  /** Stops reading. */
  close(): Promise<void>;
}

export interface LibraryOptions extends RefreshOptions {
  repository: CatalogueRepository;
  marks: MarkRepository;
  disks: Pick<DiskReads, "visible">;
  /** Knows the files of the music manager. */
  music?: Pick<MusicLibrary, "files" | "filesAt" | "ownersOfFiles" | "refreshArtist" | "refresh">;
}

/** How long a list and the page of a title wait for the disks to say what is there. */
const LIST_PATIENCE_MS = 100;
const TITLE_PATIENCE_MS = 1_000;
/** Of more titles than these the whole list is read: one answer instead of one for each. */
const TITLES_ONE_BY_ONE = 10;

export function createLibrary(options: LibraryOptions): Library {
  const { settings, repository, marks, log, changed, disks } = options;
  const refresh = createRefresh(options);
  const told = createTitleRefresh({ refresh, log, ...(changed ? { changed } : {}) });
  const records = createRecords(settings);
  const unknown = createUnknownFiles({
    clock: options.clock,
    ownersOf: async (kind, fileIds) =>
      kind === "music" ? await options.music?.ownersOfFiles(fileIds) ?? [] : await refresh.ownersOfFiles(kind, fileIds),
    async readTitles(kind, ids) {
      if (ids.length > TITLES_ONE_BY_ONE) {
        // A reading that began before the import may not hold it.
        await refresh.settled();
        await (kind === "music" ? options.music?.refresh() : refresh.all(kind));
        return;
      }
      for (const id of ids) await (kind === "music" ? options.music?.refreshArtist(id) : refresh.title(kind, id));
    },
  });

  async function page<T extends { qualityProfileId?: number }>(
    kind: VideoKind,
    query: LibraryQuery,
    parse: (record: unknown) => T,
  ): Promise<LibraryPage<T>> {
    await refresh.whenOld(kind);
    const [{ rows, total, nextCursor }, state] = await Promise.all([repository.page(kind, query), refresh.state(kind)]);
    return {
      items: await withProfile(kind, rows.map(({ record }) => parse(record))),
      total,
      limit: query.limit,
      ...(nextCursor === undefined ? {} : { nextCursor }),
      state,
    };
  }

  async function one<T>(kind: VideoKind, id: number, parse: (record: unknown) => T): Promise<T> {
    const row = await repository.get(kind, id);
    if (row === undefined) throw new Fault("not_found", `${MANAGERS[kind].app} has nothing with the id ${id}.`);
    return parse(row.record);
  }

  /** A profile may be given another name: it is looked up when it is shown. */
  async function withProfile<T extends { qualityProfileId?: number }>(kind: VideoKind, titles: T[]): Promise<T[]> {
    const names = await repository.profileNames(kind);
    return titles.map((title) => {
      const name = names[title.qualityProfileId ?? 0];
      return name === undefined ? title : { ...title, qualityProfile: name };
    });
  }

  /** Says of each file whether it can be opened here; those that share one ask once. */
  async function withVisibility<T extends { file?: MediaFile }>(
    titles: T[],
    options: { patienceMs: number; fresh?: boolean },
  ): Promise<T[]> {
    const paths = [...new Set(titles.flatMap(({ file }) => file?.localPath ?? []))];
    const seen = await disks.visible(paths, options);
    const visible = new Map(paths.map((path, i) => [path, seen[i] ?? true]));
    return titles.map((title) =>
      title.file ? { ...title, file: { ...title.file, visible: visible.get(title.file.localPath) ?? true } } : title
    );
  }

  async function knownFiles(kind: LibraryKind, fileIds: number[]): Promise<Map<number, ManagerFile>> {
    const found = kind === "music"
      ? await options.music?.files(fileIds) ?? []
      : await filesById(repository, records, kind, fileIds);
    return new Map(found.flatMap((file) => file.source.fileId === undefined ? [] : [[file.source.fileId, file]]));
  }

  /** With those that came after the last reading: their manager knows which titles to read. */
  async function files(arr: string, fileIds: number[]): Promise<Map<number, ManagerFile>> {
    const kind = LIBRARY_KINDS.find((one) => one === arr);
    if (kind === undefined) return new Map();
    const known = await knownFiles(kind, fileIds);
    const missing = fileIds.filter((id) => !known.has(id));
    if (missing.length === 0 || !settings.current().connections[kind].enabled) return known;
    await unknown.read(kind, missing);
    return new Map([...known, ...await knownFiles(kind, missing)]);
  }

  return {
    async movies(query) {
      const found = await page("movie", query, records.movie);
      const marked = await markMovies(marks, found.items);
      return { ...found, items: await withVisibility(marked, { patienceMs: LIST_PATIENCE_MS }) };
    },
    async movie(id) {
      const movies = await withProfile("movie", [await one("movie", id, records.movie)]);
      const marked = await markMovies(marks, movies);
      const [movie] = await withVisibility(marked, { patienceMs: TITLE_PATIENCE_MS, fresh: true });
      return movie ?? await one("movie", id, records.movie);
    },
    async series(query) {
      const found = await page("series", query, records.series);
      return { ...found, items: await markSeries(marks, found.items) };
    },
    async oneSeries(id) {
      const found = await one("series", id, records.series);
      const [series] = await markSeries(marks, await withProfile("series", [found]));
      return series ?? found;
    },
    async episodes(seriesId, season) {
      await one("series", seriesId, records.series);
      const rows = await repository.episodes(seriesId, season);
      const marked = await markEpisodes(marks, seriesId, rows.map(({ record }) => records.episode(record)));
      return await withVisibility(marked, { patienceMs: TITLE_PATIENCE_MS, fresh: true });
    },
    remuxes: () => remuxFiles(repository, records, settings.current().auto.sources),
    leftOut: async (kind) => (await repository.state(kind))?.odd?.leftOutIds ?? [],
    file: async (arr, fileId) => (await files(arr, [fileId])).get(fileId),
    files,
    async filesAt(paths) {
      const { connections } = settings.current();
      const found = await Promise.all([
        connections.movie.enabled ? filesAt(repository, records, "movie", paths) : [],
        connections.series.enabled ? filesAt(repository, records, "series", paths) : [],
        connections.music.enabled ? options.music?.filesAt(paths) ?? [] : [],
      ]);
      return found.flat();
    },
    titleFacts: (file) => titleFacts(repository, records, file),
    refresh: refresh.all,
    refreshTitle: refresh.title,
    told: told.soon,
    state: refresh.state,
    settled: refresh.settled,
    close: async () => void await Promise.all([refresh.close(), told.close()]),
  };
}
