import { and, asc, count, desc, eq, like, type SQL, sql } from "drizzle-orm";
import { Fault } from "../../../lib/kit/fault.ts";
import type { LocalItem, LocalQuery } from "../../../lib/library/local/recognition/model.ts";
import { titleKey } from "../../../lib/kit/fold.ts";
import { type LocalItemRow, localItems } from "../../schema/local.ts";
import type { Store } from "../../store.ts";
import { localItemOf, localItemRows } from "./local_rows.ts";

/** Pages of the index of local media: searched, sorted, and continued by a cursor. */

/** Which titles to list; sorted by title where nothing is said. */
export type LocalListQuery = Omit<LocalQuery, "sort"> & Partial<Pick<LocalQuery, "sort">>;

/** One page of titles without their files; `total` counts the whole list. */
export interface LocalPage {
  items: LocalItem[];
  total: number;
  nextCursor?: string;
}

/** Titles by name, or the newest or largest first; managed ones are left out. Throws `invalid` for a cursor that is not ours. */
export async function pageOfItems(
  { db }: Store,
  { kind, q, cursor, limit, sort = "title" }: LocalListQuery,
): Promise<LocalPage> {
  const wanted = and(
    eq(localItems.hidden, false),
    kind && eq(localItems.kind, kind),
    q ? sql`${like(localItems.titleKey, `%${titleKey(q).replace(/[\\%_]/g, "\\$&")}%`)} ESCAPE '\\'` : undefined,
  );
  const start = cursor === undefined ? undefined : afterCursor(cursor, sort);
  const column = SORT_COLUMNS[sort];
  const [rows, [counted]] = await Promise.all([
    localItemRows(db, and(wanted, start)).orderBy(sort === "title" ? asc(column) : desc(column), localItems.id)
      .limit(limit + 1),
    db.select({ total: count() }).from(localItems).where(wanted),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1)?.item;
  return {
    items: shown.map((row) => localItemOf(row, [])),
    total: counted?.total ?? 0,
    ...(rows.length > shown.length && last ? { nextCursor: encodeCursor(valueOf(last, sort), last.id) } : {}),
  };
}

const SORT_COLUMNS = {
  title: localItems.titleKey,
  year: sql<number>`coalesce(${localItems.year}, 0)`,
  size: localItems.sizeBytes,
} as const;

const valueOf = ({ titleKey, year, sizeBytes }: LocalItemRow, sort: LocalQuery["sort"]): string | number =>
  sort === "title" ? titleKey : sort === "year" ? year ?? 0 : sizeBytes;

const encodeCursor = (key: string | number, id: string): string => encodeURIComponent(JSON.stringify([key, id]));

/** What comes behind the last one shown. Throws `invalid`. */
function afterCursor(cursor: string, sort: LocalQuery["sort"]): SQL {
  try {
    const [key, id, ...more]: unknown[] = JSON.parse(decodeURIComponent(cursor));
    const fits = sort === "title" ? typeof key === "string" : typeof key === "number";
    if (fits && typeof id === "string" && more.length === 0) {
      const column = SORT_COLUMNS[sort];
      if (sort === "title") return sql`(${column}, ${localItems.id}) > (${key}, ${id})`;
      return sql`(${column} < ${key} OR (${column} = ${key} AND ${localItems.id} > ${id}))`;
    }
  } catch {
    // Not one of ours: refused below.
  }
  throw new Fault("invalid", "The cursor does not belong to this list; start again without one.", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}
