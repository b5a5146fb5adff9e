import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Fault } from "../../lib/kit/fault.ts";
import type { LibraryQuery } from "../../lib/library/video/model.ts";
import { type CatalogueTitleRow, catalogueTitles } from "../schema/catalogue.ts";
import type { Store } from "../store.ts";
import { inQueue, wasEncoded } from "./library_marks.ts";

/** Pages of the catalogue: searched, filtered, sorted, and continued by a cursor. */

type LibraryKind = CatalogueTitleRow["arr"];

const SORT_COLUMNS = {
  title: catalogueTitles.sortKey,
  year: catalogueTitles.year,
  size: catalogueTitles.sizeBytes,
  added: catalogueTitles.addedAt,
} as const;

/** One page of a manager's titles. Throws `invalid` for a cursor that is not ours. */
export async function pageOfTitles(
  { db }: Store,
  arr: LibraryKind,
  query: LibraryQuery,
): Promise<{ rows: CatalogueTitleRow[]; total: number; nextCursor?: string }> {
  const wanted = and(eq(catalogueTitles.arr, arr), filterOf(arr, query.filter), ...containsWords(query.q));
  const column = SORT_COLUMNS[query.sort];
  const [direction, beyond] = query.order === "asc" ? [asc, gt] as const : [desc, lt] as const;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, query.sort === "title");
  const place = after === undefined
    ? undefined
    : or(beyond(column, after.value), and(eq(column, after.value), gt(catalogueTitles.id, after.id)));
  const [rows, [counted]] = await Promise.all([
    db.select().from(catalogueTitles).where(and(wanted, place))
      .orderBy(direction(column), asc(catalogueTitles.id)).limit(query.limit + 1),
    db.select({ total: sql<number>`count(*)` }).from(catalogueTitles).where(wanted),
  ]);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  return {
    rows: shown,
    total: counted?.total ?? 0,
    ...(more ? { nextCursor: JSON.stringify([valueOf(last, query.sort), last.id]) } : {}),
  };
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

const valueOf = (row: CatalogueTitleRow, sort: LibraryQuery["sort"]): string | number =>
  sort === "title" ? row.sortKey : sort === "year" ? row.year : sort === "size" ? row.sizeBytes : row.addedAt;

/** One condition for each word of a search: it has to be somewhere in `text`. instr() knows no wildcards. */
export const containsWords = (q: string | undefined, text: SQLiteColumn = catalogueTitles.searchText): SQL[] =>
  searchKey(q ?? "").split(/\s+/).filter((word) => word !== "").map((word) => sql`instr(${text}, ${word}) > 0`);

/** A text as it is searched and sorted: lower case, NFKD without marks. */
export const searchKey = (text: string): string =>
  text.toWellFormed().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A place in a list of the catalogue, by the value it is sorted by. Throws `invalid`. */
export function readCursor(text: string, byText: boolean): { value: string | number; id: number } {
  try {
    const [value, id] = JSON.parse(text) as [unknown, unknown];
    const fits = byText ? typeof value === "string" : typeof value === "number";
    if (fits && typeof id === "number") return { value: value as string | number, id };
  } catch {
    // Not one of ours: refused below.
  }
  throw new Fault("invalid", "The cursor is not one of this list.");
}
