import { deepEqual, equal, ok } from "node:assert/strict";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../../db/schema/columns.ts";
import fc from "fast-check";
import * as z from "zod";
import { driverValues, rowReader } from "./row_schema.ts";
import type { ForeignRow } from "./foreign_database.ts";

const shelf = sqliteTable("shelf", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: ["film", "series"] }).notNull().default("film"),
  sizeBytes: integer("size_bytes").notNull().default(0),
  savedBytes: integer("saved_bytes"),
  finishedAt: integer("finished_at"),
  ratio: real("ratio"),
  hidden: integer("hidden", { mode: "boolean" }).notNull().default(false),
  labels: json("labels").$type<string[]>().notNull(),
  note: text("note"),
});
const read = rowReader(shelf, { id: z.string().min(1).max(8), labels: z.array(z.string()) });

/** A row of a foreign database. `change` sets the fields relevant to a test. */
const raw = (change: ForeignRow = {}): ForeignRow => ({
  id: "a",
  kind: "film",
  size_bytes: 5,
  saved_bytes: null,
  finished_at: 1_700_000_000_000,
  ratio: 0.5,
  hidden: 0,
  labels: "[]",
  note: null,
  ...change,
});
const problemOf = (change: ForeignRow): string | undefined => {
  const found = read(raw(change));
  return "problem" in found ? found.problem : undefined;
};

Deno.test("rowReader() reads a valid row by the names of its fields", () => {
  deepEqual(read(raw({ labels: '["x"]', hidden: 1 })), {
    row: {
      id: "a",
      kind: "film",
      sizeBytes: 5,
      savedBytes: null,
      finishedAt: 1_700_000_000_000,
      ratio: 0.5,
      hidden: true,
      labels: ["x"],
      note: null,
    },
  });
});

Deno.test("rowReader() leaves out columns that the table does not have", () => {
  const found = read(raw({ other: "x", __proto__: "y" }));
  ok("row" in found && !("other" in found.row));
});

for (
  const [name, change, column] of [
    ["no key", { id: null }, "id"],
    ["an empty key", { id: "" }, "id"],
    ["a key that is too long", { id: "123456789" }, "id"],
    ["a number for a key", { id: 7 }, "id"],
    ["a word that is none of the column's", { kind: "podcast" }, "kind"],
    ["a size below zero", { size_bytes: -1 }, "sizeBytes"],
    ["half a byte", { size_bytes: 0.5 }, "sizeBytes"],
    ["more than a petabyte", { size_bytes: 2 ** 50 + 1 }, "sizeBytes"],
    ["a size as text", { size_bytes: "5" }, "sizeBytes"],
    ["a saving beyond a petabyte", { saved_bytes: -(2 ** 50) - 1 }, "savedBytes"],
    ["a time before 1970", { finished_at: -1 }, "finishedAt"],
    ["a time that no date can hold", { finished_at: 8.64e15 + 1 }, "finishedAt"],
    ["a flag that is neither", { hidden: 2 }, "hidden"],
    ["an endless number", { ratio: Infinity }, "ratio"],
    ["broken JSON", { labels: "[" }, "labels"],
    ["JSON of another kind", { labels: '{"a":1}' }, "labels"],
    ["too long a text", { note: "x".repeat(100_001) }, "note"],
    ["an integer that numbers cannot hold", { saved_bytes: 2n ** 60n }, "savedBytes"],
    ["no JSON at all", { labels: null }, "labels"],
  ] as [string, ForeignRow, string][]
) {
  Deno.test(`rowReader() refuses ${name}, and names the column`, () => {
    equal(problemOf(change)?.split(/[.:]/)[0], column);
  });
}

for (
  const [name, change] of [
    ["a saving below zero", { saved_bytes: -5 }],
    ["exactly a petabyte", { size_bytes: 2 ** 50 }],
    ["the last moment there is", { finished_at: 8.64e15 }],
    ["a ratio below zero", { ratio: -1.5 }],
    ["text with odd characters", { note: "\u202Eabc\uD800 שלום <b>" }],
  ] as [string, ForeignRow][]
) Deno.test(`rowReader() accepts ${name}`, () => equal(problemOf(change), undefined));

Deno.test("rowReader() fills columns that an older program did not write with their defaults", () => {
  const { kind: _, size_bytes: __, hidden: ___, ...others } = raw();
  const older = read(others);
  ok("row" in older);
  deepEqual([older.row.kind, older.row.sizeBytes, older.row.hidden], ["film", 0, false]);
});

Deno.test("driverValues() writes a row as it lay in the database", () => {
  const row = raw({ labels: '["x","y"]', hidden: 1, note: "n" });
  const found = read(row);
  ok("row" in found);
  deepEqual(driverValues(shelf, found.row), row);
});

Deno.test("slow: a row that is read and written again is read as the same", () => {
  const rows = fc.record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    kind: fc.constantFrom("film", "series"),
    size_bytes: fc.nat(),
    saved_bytes: fc.option(fc.integer()),
    finished_at: fc.option(fc.nat()),
    ratio: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    hidden: fc.constantFrom(0, 1),
    labels: fc.array(fc.string()).map((labels) => JSON.stringify(labels)),
    note: fc.option(fc.string({ unit: "binary" })),
  });
  fc.assert(fc.property(rows, (row) => {
    const found = read(row);
    ok("row" in found);
    deepEqual(read(driverValues(shelf, found.row)), found);
  }));
});

Deno.test("any values are read or refused with a sentence, never thrown", () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.integer());
  const row = fc.record(Object.fromEntries(Object.keys(raw()).map((name) => [name, value])), { requiredKeys: [] });
  fc.assert(fc.property(row, (given) => {
    const found = read(given as ForeignRow);
    ok("row" in found || /^\w+.*: ./.test(found.problem));
  }));
});
