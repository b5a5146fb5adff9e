import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { MarkRepository } from "../../../db/library/library_marks.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { Fault } from "../../kit/fault.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import { markEpisodes, markMovies, markSeries } from "./marks.ts";
import type { Episode, LibraryPage, LibraryQuery, MediaFile, Movie, Series } from "../video_model.ts";
import { withProfileNames } from "./profile_names.ts";
import type { Refresh, VideoKind } from "./reading/refresh.ts";
import type { Records } from "./records.ts";

/** Prepares titles for display: adds Lathe's jobs and encodes, and whether files can be opened on this machine. */

/** Services for showing titles. `refresh` refreshes a library in the background if it is outdated. */
export interface ShownTitleDeps {
  repository: CatalogueRepository;
  marks: MarkRepository;
  disks: Pick<DiskReads, "visible">;
  records: Records;
  refresh: Pick<Refresh, "whenOld" | "state">;
  /** Reads a series completely in the background if this was last done too long ago. */
  seriesWhenOld(id: number): void;
}

/** Maximum time in milliseconds that a list and the page of a title wait for the disks. */
const LIST_PATIENCE_MS = 100;
const TITLE_PATIENCE_MS = 1_000;

/** Returns a page of movies. */
export async function moviePage(deps: ShownTitleDeps, query: LibraryQuery): Promise<LibraryPage<Movie>> {
  const found = await pageOf(deps, "movie", query, deps.records.movie);
  const marked = await markMovies(deps.marks, found.items);
  return { ...found, items: await withVisibility(deps, marked, { patienceMs: LIST_PATIENCE_MS }) };
}

/** Returns a movie. Throws `not_found`. */
export async function oneMovie(deps: ShownTitleDeps, id: number): Promise<Movie> {
  const { repository, marks, records } = deps;
  const movies = await withProfileNames(repository, "movie", [await titleOf(deps, "movie", id, records.movie)]);
  const marked = await markMovies(marks, movies);
  const [movie] = await withVisibility(deps, marked, { patienceMs: TITLE_PATIENCE_MS, fresh: true });
  return movie ?? await titleOf(deps, "movie", id, records.movie);
}

/** Returns a page of series. */
export async function seriesPage(deps: ShownTitleDeps, query: LibraryQuery): Promise<LibraryPage<Series>> {
  const found = await pageOf(deps, "series", query, deps.records.series);
  return { ...found, items: await markSeries(deps.marks, found.items) };
}

/** Returns a series. Throws `not_found`. */
export async function oneSeries(deps: ShownTitleDeps, id: number): Promise<Series> {
  const { repository, marks, records } = deps;
  const found = await titleOf(deps, "series", id, records.series);
  deps.seriesWhenOld(id);
  const [series] = await markSeries(marks, await withProfileNames(repository, "series", [found]));
  return series ?? found;
}

/** Returns the episodes of a series or of one season. Throws `not_found`. */
export async function episodesOf(deps: ShownTitleDeps, seriesId: number, season?: number): Promise<Episode[]> {
  const { repository, marks, records } = deps;
  await titleOf(deps, "series", seriesId, records.series);
  deps.seriesWhenOld(seriesId);
  const rows = await repository.episodes(seriesId, season);
  const marked = await markEpisodes(marks, seriesId, rows.map(({ record }) => records.episode(record)));
  return await withVisibility(deps, marked, { patienceMs: TITLE_PATIENCE_MS, fresh: true });
}

async function pageOf<T extends { qualityProfileId?: number }>(
  { repository, refresh }: ShownTitleDeps,
  kind: VideoKind,
  query: LibraryQuery,
  parse: (record: unknown) => T,
): Promise<LibraryPage<T>> {
  await refresh.whenOld(kind);
  const [{ rows, total, nextCursor }, state] = await Promise.all([repository.page(kind, query), refresh.state(kind)]);
  return {
    items: await withProfileNames(repository, kind, rows.map(({ record }) => parse(record))),
    total,
    limit: query.limit,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    state,
  };
}

async function titleOf<T>(
  { repository }: ShownTitleDeps,
  kind: VideoKind,
  id: number,
  parse: (record: unknown) => T,
): Promise<T> {
  const row = await repository.get(kind, id);
  if (row === undefined) throw new Fault("not_found", `${MANAGERS[kind].app} has no title with the ID ${id}.`);
  return parse(row.record);
}

/** Adds whether each file can be opened on this machine. A shared file is checked only once. */
async function withVisibility<T extends { file?: MediaFile }>(
  { disks }: ShownTitleDeps,
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
