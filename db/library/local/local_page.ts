import { and, asc, count, desc, eq, gt, gte, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { Fault } from "../../../lib/kit/fault.ts";
import type { LocalItem, LocalListing, LocalQuery } from "../../../lib/library/local_title_model.ts";
import { titleKey } from "../../../lib/kit/fold.ts";
import { type LocalItemRow, localItems } from "../../schema/local.ts";
import { sqlList } from "../../sql_list.ts";
import type { Store } from "../../store.ts";
import { itemsEncoded, itemsInQueue, marksOfItems } from "./local_marks.ts";
import { localItemOf, localItemRows } from "./local_rows.ts";

/** Queries for pages of the local media index: search, filters, sort orders, cursors and offsets. */

/** Titles to list, by default all titles, sorted by title. */
export type LocalListQuery = Partial<LocalQuery> & Pick<LocalQuery, "limit">;

/** One page of titles without their files. `total` is the number of titles in the whole list. */
export interface LocalPage {
  items: LocalItem[];
  total: number;
  nextCursor?: string;
}

/** Reads one page of titles, without hidden titles. Throws `invalid` for an invalid cursor. */
export async function pageOfItems(store: Store, query: LocalListQuery): Promise<LocalPage> {
  const { db } = store;
  const { limit, sort = "title" } = query;
  const wanted = listed(query);
  const [ids, [counted]] = await Promise.all([
    idsFrom(db, wanted, query),
    db.select({ total: count() }).from(localItems).where(wanted),
  ]);
  const shown = ids.slice(0, limit);
  const [rows, marks] = await Promise.all([
    localItemRows(db, sql`${localItems.id} IN ${sqlList(shown)}`),
    marksOfItems(store, shown),
  ]);
  const byId = new Map(rows.map((row) => [row.item.id, row]));
  const found = shown.flatMap((id) => byId.get(id) ?? []);
  const last = found.at(-1)?.item;
  return {
    items: found.map((row) => ({ ...localItemOf(row, []), ...marks.get(row.item.id) })),
    total: counted?.total ?? 0,
    ...(ids.length > shown.length && last ? { nextCursor: encodeCursor(valueOf(last, sort), last.id) } : {}),
  };
}

/** Returns the IDs of all titles in a list, in no particular order. */
export const idsOfItems = async ({ db }: Store, listing: Partial<LocalListing>): Promise<string[]> =>
  (await db.select({ id: localItems.id }).from(localItems).where(listed(listing))).map(({ id }) => id);

/** Returns only the names of titles in list order, for parts of the list that the user scrolls past quickly. */
export async function namesOfItems({ db }: Store, query: LocalListQuery): Promise<string[]> {
  const ids = (await idsFrom(db, listed(query), query)).slice(0, query.limit);
  const found = await db.select({ id: localItems.id, name: localItems.title }).from(localItems)
    .where(sql`${localItems.id} IN ${sqlList(ids)}`);
  const byId = new Map(found.map((row) => [row.id, row.name]));
  return ids.map((id) => byId.get(id) ?? "");
}

/** Returns the number of titles per first character, in list order. */
export const firstSignsOfItems = (
  { db }: Store,
  listing: Partial<LocalListing>,
): Promise<{ sign: string; count: number }[]> => {
  const sign = sql<string>`substr(${localItems.titleKey}, 1, 1)`;
  return db.select({ sign, count: sql<number>`count(*)` }).from(localItems).where(listed(listing))
    .groupBy(sign).orderBy(listing.order === "desc" ? desc(sign) : asc(sign));
};

/** By default, titles are sorted ascending, and years and sizes descending. */
const orderOf = ({ sort = "title", order }: Partial<LocalListing>): "asc" | "desc" =>
  order ?? (sort === "title" ? "asc" : "desc");

/** Reads one more ID than the page size, to detect the last page. Records are read only for the page. */
async function idsFrom(db: Store["db"], wanted: SQL | undefined, query: LocalListQuery): Promise<string[]> {
  const { cursor, limit, offset = 0, sort = "title" } = query;
  const column = SORT_COLUMNS[sort];
  const [direction, beyond] = orderOf(query) === "asc" ? [asc, gt] as const : [desc, lt] as const;
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const place = after && or(
    beyond(column, after.value),
    and(eq(column, after.value), gt(localItems.id, after.id)),
  );
  const rows = await db.select({ id: localItems.id }).from(localItems).where(and(wanted, place))
    .orderBy(direction(column), asc(localItems.id)).limit(limit + 1).offset(after === undefined ? offset : 0);
  return rows.map(({ id }) => id);
}

/** Returns the SQL condition of a list. */
function listed({ kind, q, filter = "all", minBytes, maxBytes, ...words }: Partial<LocalListing>): SQL | undefined {
  const { codec, resolution, range, format, sound } = words;
  return and(
    eq(localItems.hidden, false),
    kind && eq(localItems.kind, kind),
    filterOf(filter),
    q ? sql`${like(localItems.titleKey, `%${titleKey(q).replace(/[\\%_]/g, "\\$&")}%`)} ESCAPE '\\'` : undefined,
    ...[codec, resolution, range, format, sound].flatMap((word) =>
      word === undefined ? [] : sql`instr(${localItems.facets}, ${` ${word} `}) > 0`
    ),
    minBytes === undefined ? undefined : gte(localItems.sizeBytes, minBytes),
    maxBytes === undefined ? undefined : lte(localItems.sizeBytes, maxBytes),
  );
}

function filterOf(filter: LocalListing["filter"]): SQL | undefined {
  switch (filter) {
    case "all":
      return undefined;
    case "unmanaged":
      return eq(localItems.managed, false);
    case "unknown":
      return sql`coalesce(json_extract(${localItems.meta}, '$.status'), 'none') <> 'matched'`;
    case "anime":
      return eq(localItems.anime, true);
    case "remux":
      return sql`${localItems.id} IN (SELECT item_id FROM local_files WHERE is_remux = 1)`;
    case "inQueue":
      return itemsInQueue;
    case "encoded":
      return itemsEncoded;
  }
}

const SORT_COLUMNS = {
  title: sql`${localItems.titleKey}`,
  year: sql`coalesce(${localItems.year}, 0)`,
  size: sql`${localItems.sizeBytes}`,
} as const;

const valueOf = ({ titleKey, year, sizeBytes }: LocalItemRow, sort: LocalQuery["sort"]): string | number =>
  sort === "title" ? titleKey : sort === "year" ? year ?? 0 : sizeBytes;

const encodeCursor = (key: string | number, id: string): string => encodeURIComponent(JSON.stringify([key, id]));

/** Parses a cursor, which contains the sort value of the last title on the page. Throws `invalid`. */
function readCursor(cursor: string, sort: LocalQuery["sort"]): { value: string | number; id: string } {
  try {
    const [value, id, ...more]: unknown[] = JSON.parse(decodeURIComponent(cursor));
    const fits = sort === "title" ? typeof value === "string" : typeof value === "number";
    if (fits && typeof id === "string" && more.length === 0) return { value: value as string | number, id };
  } catch {
    // The cursor is not valid. It is rejected below.
  }
  throw new Fault("invalid", "The cursor does not belong to this list; start again without a cursor.", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}
