import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./store.ts";

/**
 * Selects the same rows as `select`, but reads each as one JSON text. The client fetches every value with a separate
 * call. For fifty rows of fifty columns, this takes longer than the query. Supports tables with at most 100 columns and
 * without blobs. Real numbers keep 15 digits (SQLite's `json_array`).
 */
export async function selectAsJson<T extends SQLiteTable>(
  db: Database,
  table: T,
  where: SQL | undefined,
): Promise<T["$inferSelect"][]> {
  const columns = Object.entries(getTableColumns(table));
  const values = sql.join(columns.map(([, column]) => sql`${column}`), sql`, `);
  const found = await db.all<{ row: string }>(
    sql`SELECT json_array(${values}) AS row FROM ${table} WHERE ${where ?? sql`1`}`,
  );
  return found.map(({ row }) => {
    const read: unknown[] = JSON.parse(row);
    return Object.fromEntries(columns.map(([name, column], i) => {
      const value = read[i] ?? null;
      return [name, value === null ? null : column.mapFromDriverValue(value)];
    }));
  });
}
