import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Fault } from "../../lib/kit/fault.ts";
import { languageFacet } from "./title_facets.ts";
import type { ArtistListing } from "../../lib/library/music_model.ts";
import type { TitleListing } from "../../lib/library/video_model.ts";
import {
  albumCount,
  type CatalogueTitleRow,
  catalogueTitles,
  romajiTitle,
  trackFileCount,
} from "../schema/catalogue.ts";
import { sqlList } from "../sql_list.ts";
import type { Store } from "../store.ts";
import { inQueue, wasEncoded } from "./library_marks.ts";
import { artistsMarked, isMusicMark } from "./music/music_marks.ts";

/** Queries for pages of the catalogue: search, filters, sort orders and cursors. */

type LibraryKind = CatalogueTitleRow["arr"];

const SORT_COLUMNS = {
  title: catalogueTitles.sortKey,
  year: catalogueTitles.year,
  size: catalogueTitles.sizeBytes,
  added: catalogueTitles.addedAt,
  romaji: romajiTitle,
  albums: albumCount,
  tracks: trackFileCount,
} as const;

type Either<K extends "filter" | "sort"> = TitleListing[K] | ArtistListing[K];

/**
 * Filters and sort order of a list of movies, series or artists. Filters that do not apply to this kind of title are
 * absent.
 */
export interface CatalogueListing extends Omit<TitleListing & ArtistListing, "filter" | "sort"> {
  filter: Either<"filter">;
  sort: Either<"sort">;
}

/** One page of a list. */
export interface CataloguePageQuery extends CatalogueListing {
  limit: number;
  cursor?: string | undefined;
  offset?: number | undefined;
}

/**
 * Reads one page of a manager's titles. `total` is the number of titles in the whole list. Throws `invalid` for an
 * invalid cursor.
 */
export async function pageOfTitles(
  { db }: Store,
  arr: LibraryKind,
  query: CataloguePageQuery,
  total: () => Promise<number>,
): Promise<{ rows: CatalogueTitleRow[]; total: number; nextCursor?: string }> {
  const wanted = listed(arr, query);
  const [ids, counted] = await Promise.all([idsFrom(db, wanted, query), total()]);
  const shown = ids.slice(0, query.limit);
  const found = await db.select().from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), sql`${catalogueTitles.id} IN ${sqlList(shown)}`));
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = shown.flatMap((id) => byId.get(id) ?? []);
  const last = rows.at(-1);
  return {
    rows,
    total: counted,
    ...(ids.length > shown.length && last ? { nextCursor: JSON.stringify([valueOf(last, query.sort), last.id]) } : {}),
  };
}

/** Returns the number of titles in a list. */
export const countOfList = async ({ db }: Store, arr: LibraryKind, listing: CatalogueListing): Promise<number> => {
  const [counted] = await db.select({ total: sql<number>`count(*)` }).from(catalogueTitles).where(listed(arr, listing));
  return counted?.total ?? 0;
};

/**
 * False for filters that depend on jobs or findings. Jobs and findings change independently of the catalogue, so the
 * counts of these lists cannot be cached.
 */
export const isOfCatalogueAlone = ({ filter }: Pick<CatalogueListing, "filter">): boolean => !isMusicMark(filter);

/** Returns the IDs of all titles in a list, in no particular order. */
export const idsOfList = async ({ db }: Store, arr: LibraryKind, listing: CatalogueListing): Promise<number[]> =>
  (await db.select({ id: catalogueTitles.id }).from(catalogueTitles).where(listed(arr, listing))).map(({ id }) => id);

/** Returns only the names of titles in list order, for parts of the list that the user scrolls past quickly. */
export async function namesOfTitles({ db }: Store, arr: LibraryKind, query: CataloguePageQuery): Promise<string[]> {
  const { id, record } = catalogueTitles;
  const ids = (await idsFrom(db, listed(arr, query), query)).slice(0, query.limit);
  const name = sql<string>`coalesce(${record} ->> '$.title', ${record} ->> '$.name', '')`;
  const found = await db.select({ id, name }).from(catalogueTitles)
    .where(and(eq(catalogueTitles.arr, arr), sql`${id} IN ${sqlList(ids)}`));
  const byId = new Map(found.map((row) => [row.id, row.name]));
  return ids.map((id) => byId.get(id) ?? "");
}

/** Returns the number of titles per first character, in list order. */
export const firstSigns = (
  { db }: Store,
  arr: LibraryKind,
  listing: CatalogueListing,
): Promise<{ sign: string; count: number }[]> => {
  const sign = sql<string>`substr(${catalogueTitles.sortKey}, 1, 1)`;
  return db.select({ sign, count: sql<number>`count(*)` }).from(catalogueTitles).where(listed(arr, listing))
    .groupBy(sign).orderBy(listing.order === "desc" ? desc(sign) : asc(sign));
};

/**
 * Reads one more ID than the page size, to detect the last page. IDs are read before records, because the index
 * contains the columns for sorting and filtering. Skipping many rows therefore reads no records.
 */
async function idsFrom(db: Store["db"], wanted: SQL | undefined, query: CataloguePageQuery): Promise<number[]> {
  const column = sql`${SORT_COLUMNS[query.sort]}`;
  const [direction, beyond] = query.order === "asc" ? [asc, gt] as const : [desc, lt] as const;
  const after = query.cursor === undefined
    ? undefined
    : readCursor(query.cursor, query.sort === "title" || query.sort === "romaji");
  const place = after === undefined
    ? undefined
    : or(beyond(column, after.value), and(eq(column, after.value), gt(catalogueTitles.id, after.id)));
  const rows = await db.select({ id: catalogueTitles.id }).from(catalogueTitles).where(and(wanted, place))
    .orderBy(direction(column), asc(catalogueTitles.id))
    .limit(query.limit + 1).offset(after === undefined ? query.offset ?? 0 : 0);
  return rows.map(({ id }) => id);
}

/** Returns the SQL condition of a list. */
function listed(arr: LibraryKind, listing: CatalogueListing): SQL | undefined {
  const { q, filter, codec, resolution, range, language, format, sound, minBytes, maxBytes } = listing;
  const spoken = language === undefined ? undefined : languageFacet(language);
  const facets = [codec, resolution, range, spoken, format, sound];
  return and(
    eq(catalogueTitles.arr, arr),
    filterOf(arr, filter),
    ...containsWords(q),
    ...facets.flatMap((word) => word === undefined ? [] : sql`instr(${catalogueTitles.facets}, ${` ${word} `}) > 0`),
    minBytes === undefined ? undefined : gte(catalogueTitles.sizeBytes, minBytes),
    maxBytes === undefined ? undefined : lte(catalogueTitles.sizeBytes, maxBytes),
  );
}

function filterOf(arr: LibraryKind, filter: CatalogueListing["filter"]): SQL | undefined {
  if (filter === "all") return undefined;
  if (isMusicMark(filter)) {
    if (arr === "music") return artistsMarked(filter);
    return filter === "mqa" ? sql`0` : filter === "inQueue" ? inQueue(arr) : wasEncoded(arr);
  }
  return eq(catalogueTitles[filter], true);
}

function valueOf(row: CatalogueTitleRow, sort: CatalogueListing["sort"]): string | number {
  const { sortKey, year, sizeBytes, addedAt, record } = row;
  const { albumCount = 0, trackFileCount = 0 } = statisticsOf(record);
  return {
    ...{ title: sortKey, year, size: sizeBytes, added: addedAt, romaji: romajiOf(row) },
    ...{ albums: albumCount, tracks: trackFileCount },
  }[sort];
}

function statisticsOf(record: unknown): { albumCount?: number; trackFileCount?: number } {
  const known = typeof record === "object" && record !== null && "statistics" in record ? record.statistics : undefined;
  return typeof known === "object" && known !== null ? known : {};
}

/** SQL equivalent of `romajiTitle`. SQLite only lower-cases ASCII letters. */
function romajiOf({ record, sortKey }: CatalogueTitleRow): string {
  const romaji = typeof record === "object" && record !== null && "titleRomaji" in record ? record.titleRomaji : null;
  return (typeof romaji === "string" ? romaji : sortKey).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns one condition per search word, which must occur anywhere in `text`. instr() has no wildcards. */
export const containsWords = (q: string | undefined, text: SQLiteColumn = catalogueTitles.searchText): SQL[] =>
  searchKey(q ?? "").split(/\s+/).filter((word) => word !== "").map((word) => sql`instr(${text}, ${word}) > 0`);

/** Returns the form of a text for searching and sorting: lower case, NFKD without marks. */
export const searchKey = (text: string): string =>
  text.toWellFormed().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Parses a cursor of a catalogue list, which contains the sort value of the last title. Throws `invalid`. */
export function readCursor(text: string, byText: boolean): { value: string | number; id: number } {
  try {
    const [value, id] = JSON.parse(text) as [unknown, unknown];
    const fits = byText ? typeof value === "string" : typeof value === "number";
    if (fits && typeof id === "number") return { value: value as string | number, id };
  } catch {
    // The cursor is not valid. It is rejected below.
  }
  throw new Fault("invalid", "The cursor does not belong to this list.");
}
