import { type Column, getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import type { ForeignRow } from "./foreign_database.ts";

/** Maximum time a date can represent, in milliseconds since 1970. */
const MAX_TIME_MS = 8.64e15;
/** Maximum value in bytes: a petabyte, so that the sum of several values is exact. */
const MAX_BYTES = 2 ** 50;
const MAX_TEXT = 100_000;

type Fields<T extends SQLiteTable> = { [K in keyof T["$inferSelect"]]?: z.ZodType };

/** Converts an untrusted row, or part of one, to a row of this program. Returns the problem if it is invalid. */
export type ReadRow<T extends SQLiteTable> = (raw: ForeignRow) => { row: T["$inferSelect"] } | { problem: string };

/**
 * Creates a strict reader for the rows of a table. Each column is checked by its type, or by its schema in `fields`
 * (for a JSON column, the schema of the parsed value). Missing columns get their default.
 */
export function rowReader<T extends SQLiteTable>(
  table: T,
  fields: Fields<T> & Record<string, unknown> = {},
): ReadRow<T> {
  const columns = Object.entries(getTableColumns(table));
  const schema = z.object(Object.fromEntries(columns.map(([key, column]) => {
    const stated = (fields as Record<string, z.ZodType | undefined>)[key];
    // JSON columns are the only custom type (`db/schema/columns.ts`).
    const value = column.dataType === "custom"
      ? jsonText.pipe(stated ?? z.json())
      : column.dataType === "boolean"
      ? z.literal([0, 1]).transform((flag) => flag === 1)
      : stated ?? standard(key, column);
    return [key, column.notNull ? value : value.nullable()];
  })));
  return (raw) => {
    const given = Object.fromEntries(
      columns.map(([key, column]) => [key, raw[column.name] ?? defaultOf(column)]),
    );
    const { success, data, error } = schema.safeParse(given);
    if (success) return { row: data as T["$inferSelect"] };
    const [issue] = error.issues;
    return { problem: `${issue?.path.join(".")}: ${issue?.message}` };
  };
}

/** Returns the row as the driver accepts it, by column name. */
export const driverValues = <T extends SQLiteTable>(table: T, row: T["$inferSelect"]): ForeignRow =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => {
      const value = (row as Record<string, unknown>)[key] ?? null;
      const driver = value === null ? null : column.mapToDriverValue(value) as ForeignRow[string] | boolean;
      return [column.name, typeof driver === "boolean" ? Number(driver) : driver];
    }),
  );

/** Returns a column's default as stored in the database. */
function defaultOf({ default: value, dataType }: Column): unknown {
  return dataType === "boolean" && value !== undefined ? Number(value) : value ?? null;
}

function standard(key: string, column: Column): z.ZodType {
  if (column.enumValues !== undefined && column.enumValues.length > 0) return z.enum(column.enumValues);
  if (column.dataType === "string") return z.string().max(MAX_TEXT);
  if (column.columnType === "SQLiteReal") return z.number();
  if (/(?:At|Until|After|^time)$/.test(key)) return z.int().min(0).max(MAX_TIME_MS);
  if (/Bytes$/.test(key)) return z.int().min(key === "savedBytes" ? -MAX_BYTES : 0).max(MAX_BYTES);
  return z.int();
}

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("not JSON");
    return z.NEVER;
  }
});
