import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Fault } from "../../lib/kit/fault.ts";
import type { LibraryQuery } from "../../lib/library/video/model.ts";
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
} from "../schema/schema_catalogue.ts";
import { putRows } from "../put_rows.ts";
import { inQueue, wasEncoded } from "./library_marks.ts";
import { keyValues } from "../schema/schema.ts";
import type { Store } from "../store.ts";

type LibraryKind = CatalogueTitleRow["arr"];

/** A file as its manager has it. */
export interface PlacedFile {
  title: string;
  path: string;
  size: number;
}

const COLUMNS = {
  title: catalogueTitles.sortKey,
  year: catalogueTitles.year,
  size: catalogueTitles.sizeBytes,
  added: catalogueTitles.addedAt,
} as const;

/** Rows of one statement: SQLite takes a limited number of parameters. */
const AT_ONCE = 500;
const READ_AT_ONCE = 1_000;

export const catalogueRepository = (store: Store) => ({
  /** Writes titles over those of the same number, a piece at a time so that nobody waits long. */
  async putTitles(rows: CatalogueTitleRow[]): Promise<void> {
    for (const piece of pieces(rows)) await store.write((tx) => putRows(tx, catalogueTitles, piece), "catalogue");
  },

  /** Of every title; a long list is read in pieces so that nobody waits long. */
  async fingerprints(arr: LibraryKind): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    let last: number | undefined;
    for (;;) {
      const { id, fingerprint } = catalogueTitles;
      const piece = await store.db.select({ id, fingerprint }).from(catalogueTitles)
        .where(and(eq(catalogueTitles.arr, arr), last === undefined ? undefined : gt(id, last)))
        .orderBy(asc(id)).limit(READ_AT_ONCE);
      for (const row of piece) found.set(row.id, row.fingerprint);
      last = piece.at(-1)?.id;
      if (piece.length < READ_AT_ONCE) return found;
      await new Promise((resolve) => setImmediate(resolve));
    }
  },

  /** Removes titles with all that belongs to them. */
  removeTitles: (arr: "movie" | "series", ids: number[]): Promise<void> => removeTitles(store, arr, ids),

  /** Writes a series together with its episodes, which are all there are of it. */
  putSeries: (row: CatalogueTitleRow, episodes: CatalogueEpisodeRow[]): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(catalogueEpisodes).where(eq(catalogueEpisodes.seriesId, row.id));
      await putRows(tx, catalogueEpisodes, episodes);
      await putRows(tx, catalogueTitles, [row]);
    }, "catalogue"),

  episodes: (seriesId: number, seasonNumber?: number): Promise<CatalogueEpisodeRow[]> =>
    store.db.select().from(catalogueEpisodes)
      .where(and(
        eq(catalogueEpisodes.seriesId, seriesId),
        seasonNumber === undefined ? undefined : eq(catalogueEpisodes.seasonNumber, seasonNumber),
      ))
      .orderBy(asc(catalogueEpisodes.seasonNumber), asc(catalogueEpisodes.episodeNumber)),

  /** The films that files belong to. */
  moviesOfFiles: (fileIds: number[]): Promise<CatalogueTitleRow[]> =>
    store.db.select().from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, "movie"), sql`${fileNumber} IN ${listed(fileIds)}`)),

  /** The films whose file lies at one of these places. */
  moviesAt: (paths: string[]): Promise<CatalogueTitleRow[]> =>
    store.db.select().from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, "movie"), sql`${filePlace} IN ${listed(paths)}`)),

  /** The episodes whose file lies at one of these places. */
  episodesAt: (paths: string[]): Promise<CatalogueEpisodeRow[]> =>
    store.db.select().from(catalogueEpisodes).where(sql`${filePlace} IN ${listed(paths)}`)
      .orderBy(asc(catalogueEpisodes.episodeNumber)),

  /** Titles by their numbers. */
  many: (arr: LibraryKind, ids: number[]): Promise<CatalogueTitleRow[]> =>
    store.db.select().from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, arr), sql`${catalogueTitles.id} IN ${listed(ids)}`)),

  /** The episodes that share these files. */
  episodesOfFiles: (fileIds: number[]): Promise<CatalogueEpisodeRow[]> =>
    store.db.select().from(catalogueEpisodes).where(sql`${fileNumber} IN ${listed(fileIds)}`)
      .orderBy(asc(catalogueEpisodes.episodeNumber)),

  /** Films whose file is a remux, and series that have one. */
  remuxTitles: (arr: "movie" | "series"): Promise<CatalogueTitleRow[]> =>
    store.db.select().from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, arr), eq(catalogueTitles.remux, true))).orderBy(asc(catalogueTitles.id)),

  /** Episodes whose file is a remux. */
  remuxEpisodes: (): Promise<CatalogueEpisodeRow[]> =>
    store.db.select().from(catalogueEpisodes)
      .where(isRemuxEpisode)
      .orderBy(
        asc(catalogueEpisodes.seriesId),
        asc(catalogueEpisodes.seasonNumber),
        asc(catalogueEpisodes.episodeNumber),
      ),

  /** Where the titles of these managers lie on this machine. */
  folders: async (arrs: LibraryKind[]): Promise<string[]> =>
    (await store.db.select({ path: catalogueTitles.localPath }).from(catalogueTitles)
      .where(and(inArray(catalogueTitles.arr, arrs), ne(catalogueTitles.localPath, "")))).map(({ path }) => path),

  /** Titles that have files, and where they lie. */
  places: (arr: LibraryKind): Promise<{ id: number; localPath: string }[]> =>
    store.db.select({ id: catalogueTitles.id, localPath: catalogueTitles.localPath }).from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, arr), eq(catalogueTitles.onDisk, true))).orderBy(asc(catalogueTitles.sortKey)),

  /** A file of each of these titles. */
  filesOf: (arr: "movie" | "series", ids: number[]): Promise<PlacedFile[]> => {
    const wanted = listed(ids);
    const [path, size] = [sql.raw("'$.file.path'"), sql.raw("'$.file.size'")];
    return arr === "movie"
      ? store.db.all<PlacedFile>(sql`SELECT title, record ->> ${path} AS path, record ->> ${size} AS size
          FROM ${catalogueTitles} WHERE arr = 'movie' AND id IN ${wanted} AND path IS NOT NULL`)
      : store.db.all<PlacedFile>(sql`SELECT t.title, e.record ->> ${path} AS path, e.record ->> ${size} AS size
          FROM ${catalogueEpisodes} e JOIN ${catalogueTitles} t ON t.arr = 'series' AND t.id = e.series_id
          WHERE e.series_id IN ${wanted} AND path IS NOT NULL GROUP BY e.series_id`);
  },

  get: async (arr: LibraryKind, id: number): Promise<CatalogueTitleRow | undefined> =>
    (await store.db.select().from(catalogueTitles)
      .where(and(eq(catalogueTitles.arr, arr), eq(catalogueTitles.id, id))).limit(1))[0],

  async page(
    arr: LibraryKind,
    query: LibraryQuery,
  ): Promise<{ rows: CatalogueTitleRow[]; total: number; nextCursor?: string }> {
    const wanted = and(eq(catalogueTitles.arr, arr), filterOf(arr, query.filter), ...words(query.q));
    const column = COLUMNS[query.sort];
    const [direction, beyond] = query.order === "asc" ? [asc, gt] as const : [desc, lt] as const;
    const after = query.cursor === undefined ? undefined : cursorOf(query.cursor, query.sort === "title");
    const place = after === undefined
      ? undefined
      : or(beyond(column, after.value), and(eq(column, after.value), gt(catalogueTitles.id, after.id)));
    const [rows, [counted]] = await Promise.all([
      store.db.select().from(catalogueTitles).where(and(wanted, place))
        .orderBy(direction(column), asc(catalogueTitles.id)).limit(query.limit + 1),
      store.db.select({ total: sql<number>`count(*)` }).from(catalogueTitles).where(wanted),
    ]);
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    const more = rows.length > query.limit && last !== undefined;
    return {
      rows: shown,
      total: counted?.total ?? 0,
      ...(more ? { nextCursor: JSON.stringify([valueOf(last, query.sort), last.id]) } : {}),
    };
  },

  /** What a manager calls its quality profiles, by id. */
  profileNames: async (arr: LibraryKind): Promise<Record<number, string>> =>
    ((await store.db.select().from(keyValues).where(eq(keyValues.key, profileKey(arr))).limit(1))[0]?.value ??
      {}) as Record<number, string>,

  setProfileNames: (arr: LibraryKind, names: Record<number, string>): Promise<void> =>
    store.write(async (tx) => {
      const row = { key: profileKey(arr), value: names };
      await tx.insert(keyValues).values(row).onConflictDoUpdate({ target: keyValues.key, set: row });
    }),

  state: async (arr: LibraryKind): Promise<CatalogueStateRow | undefined> =>
    (await store.db.select().from(catalogueState).where(eq(catalogueState.arr, arr)).limit(1))[0],

  setState: (row: CatalogueStateRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(catalogueState).values(row).onConflictDoUpdate({ target: catalogueState.arr, set: row });
    }),
});
export type CatalogueRepository = ReturnType<typeof catalogueRepository>;

/** A list of any length as one parameter. */
export const listed = (values: (number | string)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

const profileKey = (arr: LibraryKind): string => `catalogue.qualityProfiles.${arr}`;

async function removeTitles(store: Store, arr: LibraryKind, ids: number[]): Promise<void> {
  for (const piece of pieces(ids)) {
    await store.write(async (tx) => {
      await tx.delete(catalogueTitles).where(and(eq(catalogueTitles.arr, arr), inArray(catalogueTitles.id, piece)));
      if (arr === "series") await tx.delete(catalogueEpisodes).where(inArray(catalogueEpisodes.seriesId, piece));
    }, "catalogue");
  }
}

function filterOf(arr: LibraryKind, filter: LibraryQuery["filter"]): SQL | undefined {
  switch (filter) {
    case "all":
      return undefined;
    case "inQueue":
      return arr === "music" ? sql`0` : inQueue(arr);
    case "encoded":
      return arr === "music" ? sql`0` : wasEncoded(arr);
    default:
      return eq(catalogueTitles[filter], true);
  }
}

/** Every word has to be somewhere; instr() knows no wildcards. */
export const words = (q: string | undefined, text: SQLiteColumn = catalogueTitles.searchText): SQL[] =>
  searchKey(q ?? "").split(/\s+/).filter((word) => word !== "").map((word) => sql`instr(${text}, ${word}) > 0`);

/** A text as it is searched and sorted: lower case, NFKD without marks. */
export const searchKey = (text: string): string =>
  text.toWellFormed().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const valueOf = (row: CatalogueTitleRow, sort: LibraryQuery["sort"]): string | number =>
  sort === "title" ? row.sortKey : sort === "year" ? row.year : sort === "size" ? row.sizeBytes : row.addedAt;

/** A place in a list, by the value it is sorted by. Throws `invalid`. */
export function cursorOf(text: string, byTitle: boolean): { value: string | number; id: number } {
  try {
    const [value, id] = JSON.parse(text) as [unknown, unknown];
    const fits = byTitle ? typeof value === "string" : typeof value === "number";
    if (fits && typeof id === "number") return { value: value as string | number, id };
  } catch {
    // Not one of ours.
  }
  throw new Fault("invalid", "The cursor is not one of this list.");
}

function* pieces<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}
