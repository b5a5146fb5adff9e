import { deepStrictEqual as same, rejects } from "node:assert/strict";
import fc from "fast-check";
import { LibraryQuery } from "../../lib/library/video_model.ts";
import { artistRow, filmRow } from "../../tests/fixtures/catalogue_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import type { CatalogueTitleRow } from "../schema/catalogue.ts";
import { catalogueRepository } from "./catalogue.ts";
import { type CataloguePageQuery, searchKey } from "./catalogue_page.ts";
import { facetText } from "./title_facets.ts";

const every: CataloguePageQuery = { filter: "all", sort: "title", order: "asc", limit: 500 };
const CODEC_WORDS = ["hevc", "h264"] as const;
const RANGE_WORDS = ["hdr", "sdr"] as const;
const LANGUAGES = ["German", "Brazilian Portuguese"] as const;

const row = fc.record({
  title: fc.constantFrom("Alien", "ÀMÉLIE", "amelie", "100% Wolf", "千と千尋", "🎬", "A_B", ""),
  year: fc.integer({ min: 0, max: 2 }),
  sizeBytes: fc.constantFrom(0, 10, 20, Number.MAX_SAFE_INTEGER),
  addedAt: fc.integer({ min: -1, max: 1 }),
  romaji: fc.option(fc.constantFrom("Sen to Chihiro", "ALIEN", "ÉA", "")),
  flags: fc.record({ onDisk: fc.boolean(), missing: fc.boolean(), remux: fc.boolean(), anime: fc.boolean() }),
  codec: fc.constantFrom(...CODEC_WORDS),
  range: fc.constantFrom(...RANGE_WORDS),
  language: fc.constantFrom(...LANGUAGES),
});
type Drawn = typeof row extends fc.Arbitrary<infer T> ? T : never;

const wordOf = (language: string) => `lang:${language.toLowerCase().replace(" ", "-")}`;
const stored = ({ title, romaji, flags, codec, range, language, ...numbers }: Drawn, id: number): CatalogueTitleRow =>
  filmRow(id, {
    ...{ title, sortKey: searchKey(title), searchText: searchKey(title), ...numbers, ...flags },
    facets: facetText([codec, range, wordOf(language)]),
    record: romaji === null ? {} : { titleRomaji: romaji },
  });

const listing = fc.record({
  q: fc.option(fc.constantFrom("", " ", "alien", "AMÉLIE", "%", "_", "a b", "千", "🎬", "wolf 100%"), {
    nil: undefined,
  }),
  filter: fc.constantFrom("all", "all", "onDisk", "missing", "remux", "anime"),
  sort: fc.constantFrom("title", "year", "size", "added", "romaji"),
  order: fc.constantFrom("asc", "desc"),
  codec: fc.option(fc.constantFrom(...CODEC_WORDS), { nil: undefined, freq: 2 }),
  range: fc.option(fc.constantFrom(...RANGE_WORDS), { nil: undefined, freq: 2 }),
  language: fc.option(fc.constantFrom(...LANGUAGES), { nil: undefined, freq: 2 }),
  minBytes: fc.option(fc.constantFrom(0, 10), { nil: undefined, freq: 2 }),
  maxBytes: fc.option(fc.constantFrom(0, 10, Number.MAX_SAFE_INTEGER), { nil: undefined, freq: 2 }),
});
type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const holds = (drawn: Drawn, { q, filter, codec, range, language, minBytes, maxBytes }: Listing): boolean =>
  searchKey(q ?? "").split(/\s+/).every((word) => searchKey(drawn.title).includes(word)) &&
  (filter === "all" || drawn.flags[filter]) &&
  (codec ?? drawn.codec) === drawn.codec && (range ?? drawn.range) === drawn.range &&
  (language ?? drawn.language) === drawn.language &&
  drawn.sizeBytes >= (minBytes ?? 0) && drawn.sizeBytes <= (maxBytes ?? Infinity);

/** SQLite's text order: by UTF-8 bytes. */
const bytes = (text: string) =>
  new TextEncoder().encode(text).reduce((all, byte) => all + String.fromCharCode(byte), "");
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const keyOf = ({ title, year, sizeBytes, addedAt, romaji }: Drawn, sort: Listing["sort"]): string | number =>
  ({
    ...{ title: bytes(searchKey(title)), year, size: sizeBytes, added: addedAt },
    romaji: bytes(lower(romaji ?? searchKey(title))),
  })[sort];
const compare = (a: string | number, b: string | number) => a < b ? -1 : a > b ? 1 : 0;

Deno.test("a list of titles contains the titles of its filters, in its order, once each, by cursor and by place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.array(listing, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, listings, limit) => {
        await withStore(async (store) => {
          const catalogue = catalogueRepository(store);
          await catalogue.putTitles(drawn.map((one, i) => stored(one, i + 1)));
          for (const wanted of listings) {
            const sign = wanted.order === "asc" ? 1 : -1;
            const expected = drawn.map((one, i) => ({ one, id: i + 1 })).filter(({ one }) => holds(one, wanted))
              .toSorted((a, b) => sign * compare(keyOf(a.one, wanted.sort), keyOf(b.one, wanted.sort)) || a.id - b.id)
              .map(({ id }) => id);
            const seen: number[] = [];
            let cursor: string | undefined;
            do {
              const page = await catalogue.page("movie", { ...every, ...wanted, limit, cursor });
              const offset = await catalogue.page("movie", { ...every, ...wanted, limit, offset: seen.length });
              same(page.rows.map(({ id }) => id), offset.rows.map(({ id }) => id));
              same([page.total, offset.total], [expected.length, expected.length]);
              seen.push(...page.rows.map(({ id }) => id));
              cursor = page.nextCursor;
            } while (cursor !== undefined);
            same(seen, expected);
            same(
              (await catalogue.idsOfList("movie", { ...every, ...wanted })).toSorted((a, b) => a - b),
              [
                ...expected,
              ].toSorted((a, b) => a - b),
            );
            const signs = await catalogue.firstSigns("movie", { ...every, ...wanted });
            same(signs.reduce((sum, { count }) => sum + count, 0), expected.length);
            same(signs.length, new Set(signs.map(({ sign }) => sign)).size);
          }
        });
      },
    ),
    { numRuns: 40 },
  );
});

/** Titles as long as those of some real albums. */
const LONG = ["x".repeat(865), "千".repeat(200), '"\\'.repeat(300)];

Deno.test("a list of titles is continued after the longest title", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles(LONG.map((title, i) => filmRow(i + 1, { title, sortKey: searchKey(title) })));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await catalogue.page("movie", LibraryQuery.parse({ limit: 1, cursor }));
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    same(seen.toSorted(), [1, 2, 3]);
  }));

Deno.test("artists are sorted by their albums and tracks, those without figures as having none", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const of = (id: number, statistics?: unknown) =>
      artistRow(id, { record: statistics === undefined ? {} : { statistics } });
    await catalogue.putTitles([
      of(1, { albumCount: 3, trackFileCount: 0 }),
      of(2),
      of(3, { albumCount: 12, trackFileCount: 5 }),
      of(4, {}),
      of(5, { albumCount: 3, trackFileCount: 90 }),
    ]);
    for (const [sort, ids] of [["albums", [3, 1, 5, 2, 4]], ["tracks", [5, 3, 1, 2, 4]]] as const) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await catalogue.page("music", { ...every, sort, order: "desc", limit: 2, cursor });
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      same(seen, ids, sort);
    }
  }));

const CURSORS: [cursor: string, sort: "title" | "year"][] = [
  ["", "title"],
  ["null", "title"],
  ["[]", "title"],
  ['["a"]', "title"],
  ['["a","1"]', "title"],
  ["[1,1]", "title"],
  ['["a",1]', "year"],
  ['[{"$gt":0},1]', "year"],
  ["[null,1]", "year"],
  ['{"0":"a","1":1}', "title"],
  ["[".repeat(3000), "title"],
];

Deno.test("S-IN-3: an invalid cursor is refused, whatever its content", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    for (const [cursor, sort] of CURSORS) {
      await rejects(catalogue.page("movie", { ...every, sort, cursor }), { code: "invalid" }, cursor.slice(0, 40));
    }
  }));

Deno.test("movies, series and artists with one number are separate", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const series = filmRow(7, { arr: "series", title: "Series", localPath: "" });
    await catalogue.putTitles([filmRow(7, { title: "Film" }), series, artistRow(7)]);
    same((await catalogue.get("series", 7))?.title, "Series");
    same((await catalogue.page("movie", every)).rows.map(({ title }) => title), ["Film"]);
    same(await catalogue.folders(["movie", "series"]), ["/films/7"]);
    same((await catalogue.folders(["music", "movie"])).toSorted(), ["/films/7", "/music/7"]);
    await catalogue.removeTitles("movie", [7, 8]);
    same([(await catalogue.get("movie", 7))?.title, (await catalogue.get("series", 7))?.title], [undefined, "Series"]);
    same((await catalogue.get("music", 7))?.title, "Artist 7");
  }));

Deno.test("an artist is filtered by encodes of its music, a movie by no flag of music", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    await catalogue.putTitles([filmRow(1)]);
    same((await catalogue.page("movie", { ...every, filter: "mqa" })).total, 0);
    same((await catalogue.page("music", { ...every, filter: "mqa" })).total, 0);
  }));

Deno.test("largest() lists titles with files by size, and facetSizes() adds them up", () =>
  withStore(async (store) => {
    const catalogue = catalogueRepository(store);
    const film = (id: number, sizeBytes: number, facets: string, remux = false) =>
      filmRow(id, { title: `Film ${id}`, sizeBytes, facets, remux });
    await catalogue.putTitles([
      film(1, 10, " h264 "),
      film(2, 30, " hevc ", true),
      film(3, 0, ""),
      film(4, 20, " h264 "),
    ]);
    same((await catalogue.largest("movie", 2)).map(({ id, sizeBytes }) => [id, sizeBytes]), [[2, 30], [4, 20]]);
    same(await catalogue.largest("series", 2), []);
    same((await catalogue.facetSizes()).map(({ facets, remux, titles, bytes }) => [facets, remux, titles, bytes]), [
      [" h264 ", false, 2, 30],
      [" hevc ", true, 1, 30],
    ]);
  }));
