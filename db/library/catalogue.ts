import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { bindFirst } from "../bind.ts";
import { putRows } from "../put_rows.ts";
import { keyValues } from "../schema/platform.ts";
import {
  type CatalogueEpisodeRow,
  catalogueEpisodes,
  catalogueState,
  type CatalogueStateRow,
  type CatalogueTitleRow,
  catalogueTitles,
  fileNumber,
  filePlace,
  isRemuxEpisode,
} from "../schema/catalogue.ts";
import { sqlList } from "../sql_list.ts";
import type { Store } from "../store.ts";
import { catalogueLists } from "./catalogue_lists.ts";
import { idsOfList, namesOfTitles } from "./catalogue_page.ts";

type LibraryKind = CatalogueTitleRow["arr"];
type VideoKind = "movie" | "series";

/** Path and size in bytes of a manager's file. */
export interface PlacedFile {
  title: string;
  path: string;
  size: number;
}

/** Rows per statement, because SQLite limits the number of parameters. */
const WRITE_BATCH_SIZE = 500;
const READ_BATCH_SIZE = 1_000;

/** The managers' movies, series and artists, with episodes, as of the last refresh. */
export const catalogueRepository = (store: Store) => ({
  ...catalogueLists(store),
  ...bindFirst(store, {
    putTitles,
    fingerprints: fingerprintsOf,
    removeTitles,
    putSeries,
    episodes: episodesOf,
    moviesOfFiles,
    moviesAt,
    episodesAt,
    many: titlesById,
    episodesOfFiles,
    remuxTitles,
    remuxEpisodes,
    folders: foldersOf,
    places: placesOf,
    filesOf,
    filesOfTitles,
    get: titleById,
    names: namesOfTitles,
    idsOfList,
    profileNames,
    setProfileNames,
    tagNames,
    setTagNames,
    state: refreshState,
    setState: setRefreshState,
  }),
});
/** Repository of the catalogue. */
export type CatalogueRepository = ReturnType<typeof catalogueRepository>;

/** Inserts or replaces titles in batches, so that other writers wait only briefly. */
async function putTitles(store: Store, rows: CatalogueTitleRow[]): Promise<void> {
  for (const piece of pieces(rows)) await store.write((tx) => putRows(tx, catalogueTitles, piece), "catalogue");
}

/** Returns the fingerprints of all titles. Reads in batches to keep the event loop responsive. */
async function fingerprintsOf({ db }: Store, arr: LibraryKind): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  let last: number | undefined;
  for (;;) {
    const { id, fingerprint } = catalogueTitles;
    const piece = await db.select({ id, fingerprint }).from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, arr), last === undefined ? undefined : gt(id, last)))
      .orderBy(asc(id)).limit(READ_BATCH_SIZE);
    for (const row of piece) found.set(row.id, row.fingerprint);
    last = piece.at(-1)?.id;
    if (piece.length < READ_BATCH_SIZE) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Removes titles with all related rows. */
async function removeTitles(store: Store, arr: VideoKind, ids: number[]): Promise<void> {
  for (const piece of pieces(ids)) {
    await store.write(async (tx) => {
      await tx.delete(catalogueTitles).where(and(eq(catalogueTitles.arr, arr), inArray(catalogueTitles.id, piece)));
      if (arr === "series") await tx.delete(catalogueEpisodes).where(inArray(catalogueEpisodes.seriesId, piece));
    }, "catalogue");
  }
}

/** Stores a series and replaces all of its episodes. */
const putSeries = (store: Store, row: CatalogueTitleRow, episodes: CatalogueEpisodeRow[]): Promise<void> =>
  store.write(async (tx) => {
    await tx.delete(catalogueEpisodes).where(eq(catalogueEpisodes.seriesId, row.id));
    await putRows(tx, catalogueEpisodes, episodes);
    await putRows(tx, catalogueTitles, [row]);
  }, "catalogue");

const episodesOf = ({ db }: Store, seriesId: number, seasonNumber?: number): Promise<CatalogueEpisodeRow[]> =>
  db.select().from(catalogueEpisodes)
    .where(and(
      eq(catalogueEpisodes.seriesId, seriesId),
      seasonNumber === undefined ? undefined : eq(catalogueEpisodes.seasonNumber, seasonNumber),
    ))
    .orderBy(asc(catalogueEpisodes.seasonNumber), asc(catalogueEpisodes.episodeNumber));

const moviesOfFiles = ({ db }: Store, fileIds: number[]): Promise<CatalogueTitleRow[]> =>
  db.select().from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, "movie"), sql`${fileNumber} IN ${sqlList(fileIds)}`));

const moviesAt = ({ db }: Store, paths: string[]): Promise<CatalogueTitleRow[]> =>
  db.select().from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, "movie"), sql`${filePlace} IN ${sqlList(paths)}`));

const episodesAt = ({ db }: Store, paths: string[]): Promise<CatalogueEpisodeRow[]> =>
  db.select().from(catalogueEpisodes).where(sql`${filePlace} IN ${sqlList(paths)}`)
    .orderBy(asc(catalogueEpisodes.episodeNumber));

const episodesOfFiles = ({ db }: Store, fileIds: number[]): Promise<CatalogueEpisodeRow[]> =>
  db.select().from(catalogueEpisodes).where(sql`${fileNumber} IN ${sqlList(fileIds)}`)
    .orderBy(asc(catalogueEpisodes.episodeNumber));

/** Returns the titles with these IDs, in no particular order. */
const titlesById = ({ db }: Store, arr: LibraryKind, ids: number[]): Promise<CatalogueTitleRow[]> =>
  db.select().from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), sql`${catalogueTitles.id} IN ${sqlList(ids)}`));

/** Returns the movies whose file is a remux and the series that contain a remux. */
const remuxTitles = ({ db }: Store, arr: VideoKind): Promise<CatalogueTitleRow[]> =>
  db.select().from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), eq(catalogueTitles.remux, true))).orderBy(asc(catalogueTitles.id));

const remuxEpisodes = ({ db }: Store): Promise<CatalogueEpisodeRow[]> =>
  db.select().from(catalogueEpisodes).where(isRemuxEpisode).orderBy(
    asc(catalogueEpisodes.seriesId),
    asc(catalogueEpisodes.seasonNumber),
    asc(catalogueEpisodes.episodeNumber),
  );

/** Returns the local folders of these managers' titles. */
const foldersOf = async ({ db }: Store, arrs: LibraryKind[]): Promise<string[]> =>
  (await db.select({ path: catalogueTitles.localPath }).from(catalogueTitles)
    .where(and(inArray(catalogueTitles.arr, arrs), ne(catalogueTitles.localPath, "")))).map(({ path }) => path);

/** Returns the titles that have files, with their folders. */
const placesOf = ({ db }: Store, arr: LibraryKind): Promise<{ id: number; localPath: string }[]> =>
  db.select({ id: catalogueTitles.id, localPath: catalogueTitles.localPath }).from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), eq(catalogueTitles.onDisk, true))).orderBy(asc(catalogueTitles.sortKey));

/** Returns one file for each of these titles. */
function filesOf({ db }: Store, arr: VideoKind, ids: number[]): Promise<PlacedFile[]> {
  const wanted = sqlList(ids);
  const [path, size] = [sql.raw("'$.file.path'"), sql.raw("'$.file.size'")];
  return arr === "movie"
    ? db.all<PlacedFile>(sql`SELECT title, record ->> ${path} AS path, record ->> ${size} AS size
        FROM ${catalogueTitles} WHERE arr = 'movie' AND id IN ${wanted} AND path IS NOT NULL`)
    : db.all<PlacedFile>(sql`SELECT t.title, e.record ->> ${path} AS path, e.record ->> ${size} AS size
        FROM ${catalogueEpisodes} e JOIN ${catalogueTitles} t ON t.arr = 'series' AND t.id = e.series_id
        WHERE e.series_id IN ${wanted} AND path IS NOT NULL GROUP BY e.series_id`);
}

/** Returns all files of these titles. Reads in batches to keep the event loop responsive. */
async function filesOfTitles(
  { db }: Store,
  arr: VideoKind,
  ids: number[],
  { remuxOnly = false }: { remuxOnly?: boolean } = {},
): Promise<{ path: string; sizeBytes: number }[]> {
  const [table, owner] = arr === "movie"
    ? [catalogueTitles, sql`arr = 'movie' AND id`] as const
    : [catalogueEpisodes, sql`series_id`] as const;
  const found: { path: string; sizeBytes: number }[] = [];
  for (const piece of pieces(ids)) {
    found.push(
      ...await db.all<{ path: string; sizeBytes: number }>(sql`
        SELECT ${filePlace} AS path, max(record ->> '$.file.size') AS sizeBytes FROM ${table}
        WHERE ${owner} IN ${sqlList(piece)} AND path IS NOT NULL
        ${remuxOnly ? sql`AND ${isRemuxEpisode}` : sql``} GROUP BY path ORDER BY path`),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

const titleById = async ({ db }: Store, arr: LibraryKind, id: number): Promise<CatalogueTitleRow | undefined> =>
  (await db.select().from(catalogueTitles).where(and(eq(catalogueTitles.arr, arr), eq(catalogueTitles.id, id)))
    .limit(1))[0];

const profileNames = (store: Store, arr: LibraryKind): Promise<Record<number, string>> =>
  namesAt(store, profileKey(arr));

const setProfileNames = (store: Store, arr: LibraryKind, names: Record<number, string>): Promise<void> =>
  setNamesAt(store, profileKey(arr), names);

const tagNames = (store: Store, arr: LibraryKind): Promise<Record<number, string>> => namesAt(store, tagKey(arr));

const setTagNames = (store: Store, arr: LibraryKind, names: Record<number, string>): Promise<void> =>
  setNamesAt(store, tagKey(arr), names);

const namesAt = async ({ db }: Store, key: string): Promise<Record<number, string>> =>
  ((await db.select().from(keyValues).where(eq(keyValues.key, key)).limit(1))[0]?.value ??
    {}) as Record<number, string>;

const setNamesAt = (store: Store, key: string, names: Record<number, string>): Promise<void> =>
  store.write(async (tx) => {
    const row = { key, value: names };
    await tx.insert(keyValues).values(row).onConflictDoUpdate({ target: keyValues.key, set: row });
  });

/** Returns the time of a manager's last refresh, and the error since then. */
const refreshState = async ({ db }: Store, arr: LibraryKind): Promise<CatalogueStateRow | undefined> =>
  (await db.select().from(catalogueState).where(eq(catalogueState.arr, arr)).limit(1))[0];

const setRefreshState = (store: Store, row: CatalogueStateRow): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(catalogueState).values(row).onConflictDoUpdate({ target: catalogueState.arr, set: row });
  });

const profileKey = (arr: LibraryKind): string => `catalogue.qualityProfiles.${arr}`;
const tagKey = (arr: LibraryKind): string => `catalogue.tags.${arr}`;

function* pieces<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += WRITE_BATCH_SIZE) yield all.slice(at, at + WRITE_BATCH_SIZE);
}
