import { deepStrictEqual as same } from "node:assert/strict";
import { withStore } from "../tests/fixtures/store.ts";
import { putRows } from "./put_rows.ts";
import { type CatalogueTrackRow, catalogueTracks } from "./schema/catalogue.ts";

const track = (id: number, change: Partial<CatalogueTrackRow> = {}): CatalogueTrackRow => ({
  id,
  albumId: 1,
  artistId: 1,
  fileId: 0,
  mediumNumber: 1,
  absoluteNumber: id,
  searchText: `track ${id}`,
  record: { title: `Track ${id}` },
  ...change,
});

Deno.test("putRows() writes more rows than one statement accepts, and replaces those with the same key", () =>
  withStore(async (store) => {
    const rows = Array.from({ length: 2500 }, (_, i) => track(i + 1));
    await store.write((tx) => putRows(tx, catalogueTracks, rows));
    await store.write((tx) => putRows(tx, catalogueTracks, [track(7, { searchText: "another", record: { a: [1] } })]));
    const stored = await store.db.select().from(catalogueTracks).orderBy(catalogueTracks.id);
    same(stored, rows.map((row) => row.id === 7 ? track(7, { searchText: "another", record: { a: [1] } }) : row));
  }));

Deno.test("putRows() replaces a lone surrogate, and keeps a backslash before a u", () =>
  withStore(async (store) => {
    const texts = ["lone \ud83d here", "pair \u{1f600}", "written \\ud83d", 'quote " and \\'];
    await store.write((tx) => putRows(tx, catalogueTracks, texts.map((searchText, i) => track(i, { searchText }))));
    const stored = await store.db.select().from(catalogueTracks).orderBy(catalogueTracks.id);
    same(stored.map(({ searchText }) => searchText), texts.map((text) => text.toWellFormed()));
  }));
