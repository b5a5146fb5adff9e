import { and, asc, count, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { AlbumListing, AlbumQuery } from "../../../lib/library/music_model.ts";
import { containsWords, readCursor } from "../catalogue_page.ts";
import { type CatalogueAlbumRow, catalogueAlbums } from "../../schema/catalogue.ts";
import { sqlList } from "../../sql_list.ts";
import type { Store } from "../../store.ts";
import { albumsMarked, isMusicMark } from "./music_marks.ts";

/** Queries for pages of albums: search, filters, sort orders, cursors and offsets. */

const SORT_COLUMNS = {
  title: catalogueAlbums.titleKey,
  artist: catalogueAlbums.artistKey,
  year: catalogueAlbums.year,
  size: catalogueAlbums.sizeBytes,
} as const;

/** Value by which a row is sorted in a list with this sort order. */
const SORT_VALUES = {
  title: ({ titleKey }) => titleKey,
  artist: ({ artistKey }) => artistKey,
  year: ({ year }) => year,
  size: ({ sizeBytes }) => sizeBytes,
} satisfies Record<AlbumListing["sort"], (row: CatalogueAlbumRow) => string | number>;

/** Reads one page of albums. Throws `invalid` for an invalid cursor. */
export async function pageOfAlbums(
  { db }: Store,
  query: AlbumQuery,
): Promise<{ rows: CatalogueAlbumRow[]; total: number; nextCursor?: string }> {
  const wanted = listed(query);
  const [ids, [counted]] = await Promise.all([
    idsFrom(db, wanted, query),
    db.select({ total: count() }).from(catalogueAlbums).where(wanted),
  ]);
  const shown = ids.slice(0, query.limit);
  const found = await db.select().from(catalogueAlbums).where(sql`${catalogueAlbums.id} IN ${sqlList(shown)}`);
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = shown.flatMap((id) => byId.get(id) ?? []);
  const last = rows.at(-1);
  return {
    rows,
    total: counted?.total ?? 0,
    ...(ids.length > shown.length && last
      ? { nextCursor: JSON.stringify([SORT_VALUES[query.sort](last), last.id]) }
      : {}),
  };
}

/** Returns the IDs of all albums in a list, in no particular order. */
export const idsOfAlbums = async ({ db }: Store, listing: AlbumListing): Promise<number[]> =>
  (await db.select({ id: catalogueAlbums.id }).from(catalogueAlbums).where(listed(listing))).map(({ id }) => id);

/** Returns only the names of albums in list order, for parts of the list that the user scrolls past quickly. */
export async function namesOfAlbums({ db }: Store, query: AlbumQuery): Promise<string[]> {
  const { id, record } = catalogueAlbums;
  const ids = (await idsFrom(db, listed(query), query)).slice(0, query.limit);
  const found = await db.select({ id, name: sql<string>`coalesce(${record} ->> '$.title', '')` }).from(catalogueAlbums)
    .where(sql`${id} IN ${sqlList(ids)}`);
  const byId = new Map(found.map((row) => [row.id, row.name]));
  return ids.map((id) => byId.get(id) ?? "");
}

/** Returns the number of albums per first character of the title or artist, in list order. */
export const firstSignsOfAlbums = (
  { db }: Store,
  listing: AlbumListing,
): Promise<{ sign: string; count: number }[]> => {
  const column = listing.sort === "artist" ? catalogueAlbums.artistKey : catalogueAlbums.titleKey;
  const sign = sql<string>`substr(${column}, 1, 1)`;
  return db.select({ sign, count: sql<number>`count(*)` }).from(catalogueAlbums).where(listed(listing))
    .groupBy(sign).orderBy(listing.order === "desc" ? desc(sign) : asc(sign));
};

/** Reads one more ID than the page size, to detect the last page. Records are read only for the page. */
async function idsFrom(db: Store["db"], wanted: SQL | undefined, query: AlbumQuery): Promise<number[]> {
  const column = SORT_COLUMNS[query.sort];
  const [direction, beyond] = query.order === "asc" ? [asc, gt] as const : [desc, lt] as const;
  const byText = query.sort === "title" || query.sort === "artist";
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, byText);
  const place = after &&
    or(beyond(column, after.value), and(eq(column, after.value), gt(catalogueAlbums.id, after.id)));
  const rows = await db.select({ id: catalogueAlbums.id }).from(catalogueAlbums).where(and(wanted, place))
    .orderBy(direction(column), asc(catalogueAlbums.id))
    .limit(query.limit + 1).offset(after === undefined ? query.offset ?? 0 : 0);
  return rows.map(({ id }) => id);
}

/** Returns the SQL condition of a list. */
function listed({ q, filter, format, sound, minBytes, maxBytes, artistId }: AlbumListing): SQL | undefined {
  return and(
    artistId === undefined ? undefined : eq(catalogueAlbums.artistId, artistId),
    filter === "all" ? undefined : isMusicMark(filter) ? albumsMarked(filter) : eq(catalogueAlbums[filter], true),
    ...containsWords(q, catalogueAlbums.searchText),
    ...[format, sound].flatMap((word) =>
      word === undefined ? [] : sql`instr(${catalogueAlbums.facets}, ${` ${word} `}) > 0`
    ),
    minBytes === undefined ? undefined : gte(catalogueAlbums.sizeBytes, minBytes),
    maxBytes === undefined ? undefined : lte(catalogueAlbums.sizeBytes, maxBytes),
  );
}
