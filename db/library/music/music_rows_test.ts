import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import type { AlbumQuery } from "../../../lib/library/music_model.ts";
import { AlbumQuery as AlbumQuerySchema } from "../../../lib/library/music_model.ts";
import type { CueSplit } from "../../../lib/library/music/cue_splits/model.ts";
import { albumRow, artistRow, trackRow } from "../../../tests/fixtures/catalogue_rows.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { insertJobs } from "../../jobs/job_insert.ts";
import type { NewJobRow } from "../../schema/jobs.ts";
import type { Store } from "../../store.ts";
import { catalogueRepository } from "../catalogue.ts";
import { searchKey } from "../catalogue_page.ts";
import { findingRepository } from "../findings.ts";
import { musicCatalogueRepository } from "../music_catalogue.ts";
import { facetText } from "../title_facets.ts";
import { cueSplitRepository } from "./cue_splits.ts";

const every: AlbumQuery = { filter: "all", sort: "title", order: "asc", limit: 500 };

const row = fc.record({
  title: fc.constantFrom("Dummy", "dúmmy", "Ten", "(What's the Story)", "100%", "千", ""),
  artist: fc.constantFrom("Bush", "ABBA", "Björk"),
  year: fc.integer({ min: 0, max: 2 }),
  sizeBytes: fc.constantFrom(0, 5, 10),
  flags: fc.record({ onDisk: fc.boolean(), missing: fc.boolean(), lossless: fc.boolean() }),
  format: fc.constantFrom("flac", "mp3"),
});
type Drawn = typeof row extends fc.Arbitrary<infer T> ? T : never;
const listing = fc.record({
  q: fc.option(fc.constantFrom("", "dummy", "bush dummy", "BJÖRK", "%", "_", "'"), { nil: undefined }),
  filter: fc.constantFrom("all", "all", "onDisk", "missing", "lossless"),
  sort: fc.constantFrom("title", "artist", "year", "size"),
  order: fc.constantFrom("asc", "desc"),
  format: fc.option(fc.constantFrom("flac", "mp3"), { nil: undefined, freq: 2 }),
  minBytes: fc.option(fc.constant(5), { nil: undefined, freq: 1 }),
});
type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const textOf = ({ title, artist }: Drawn) => searchKey(`${title} ${artist}`);
const bytes = (text: string) =>
  new TextEncoder().encode(text).reduce((all, byte) => all + String.fromCharCode(byte), "");
const keyOf = ({ title, artist, year, sizeBytes }: Drawn, sort: Listing["sort"]): string | number =>
  ({ title: bytes(searchKey(title)), artist: bytes(searchKey(artist)), year, size: sizeBytes })[sort];
const holds = (drawn: Drawn, { q, filter, format, minBytes }: Listing): boolean =>
  searchKey(q ?? "").split(/\s+/).every((word) => textOf(drawn).includes(word)) &&
  (filter === "all" || drawn.flags[filter]) && (format ?? drawn.format) === drawn.format &&
  drawn.sizeBytes >= (minBytes ?? 0);
const compare = (a: string | number, b: string | number) => a < b ? -1 : a > b ? 1 : 0;

Deno.test("a list of albums contains the albums of its filters, in its order, once each, by cursor and by place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.array(listing, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, listings, limit) => {
        await withStore(async (store) => {
          const music = musicCatalogueRepository(store);
          const albums = drawn.map((one, i) =>
            albumRow(i + 1, 1, {
              ...{ titleKey: searchKey(one.title), artistKey: searchKey(one.artist), searchText: textOf(one) },
              ...{ year: one.year, sizeBytes: one.sizeBytes, ...one.flags, facets: facetText([one.format]) },
            })
          );
          await music.putArtist(artistRow(1), albums, []);
          for (const wanted of listings) {
            const sign = wanted.order === "asc" ? 1 : -1;
            const expected = drawn.map((one, i) => ({ one, id: i + 1 })).filter(({ one }) => holds(one, wanted))
              .toSorted((a, b) => sign * compare(keyOf(a.one, wanted.sort), keyOf(b.one, wanted.sort)) || a.id - b.id)
              .map(({ id }) => id);
            const seen: number[] = [];
            let cursor: string | undefined;
            do {
              const page = await music.albums({ ...every, ...wanted, limit, cursor });
              const placed = await music.albums({ ...every, ...wanted, limit, offset: seen.length });
              same(page.rows.map(({ id }) => id), placed.rows.map(({ id }) => id));
              same(page.total, expected.length);
              seen.push(...page.rows.map(({ id }) => id));
              cursor = page.nextCursor;
            } while (cursor !== undefined);
            same(seen, expected);
            same((await music.idsOfAlbums({ ...every, ...wanted })).toSorted(), expected.toSorted());
            const signs = await music.firstSignsOfAlbums({ ...every, ...wanted });
            same(signs.reduce((sum, { count }) => sum + count, 0), expected.length);
          }
        });
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("a list of albums is continued after the longest title there is", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    await music.putArtist(artistRow(1), [1, 2].map((id) => albumRow(id, 1, { titleKey: "x".repeat(865) })), []);
    const first = await music.albums(AlbumQuerySchema.parse({ limit: 1 }));
    same(
      (await music.albums(AlbumQuerySchema.parse({ limit: 1, cursor: first.nextCursor }))).rows.map(({ id }) => id),
      [2],
    );
  }));

/** Two artists: the first with albums 10 and 11, the second with album 20. Each album has one track with its number. */
const library = async (store: Store) => {
  const music = musicCatalogueRepository(store);
  const track = (id: number, artistId: number) => trackRow(id, id, artistId);
  await music.putArtist(artistRow(1), [albumRow(10, 1), albumRow(11, 1)], [track(10, 1), track(11, 1)]);
  await music.putArtist(artistRow(2), [albumRow(20, 2)], [
    track(20, 2),
    trackRow(21, 20, 2, { fileId: 0, record: {} }),
  ]);
  return music;
};
const put = (store: Store, rows: NewJobRow[]) => store.write((tx) => insertJobs(tx, rows));
const marked = async (store: Store, filter: "inQueue" | "encoded" | "mqa") => [
  (await musicCatalogueRepository(store).albums({ ...every, filter })).rows.map(({ id }) => id),
  (await catalogueRepository(store).page("music", { ...every, filter, sort: "title" })).rows.map(({ id }) => id),
];

Deno.test("an album is in the queue by its number or by any of its files, its artist with it", () =>
  withStore(async (store) => {
    await library(store);
    await put(store, [
      jobRow({ id: "file", arr: "music", sourcePath: "/music/11.flac" }),
      jobRow({ id: "album", arr: "music", source: { kind: "album", albumId: 20 }, status: "waiting", sourcePath: "" }),
      jobRow({ id: "film", arr: "movie", sourcePath: "/music/10.flac", source: { kind: "movie", arrId: 1 } }),
      jobRow({ id: "over", arr: "music", sourcePath: "/music/10.flac", status: "done" }),
    ]);
    same(await marked(store, "inQueue"), [[11, 20], [1]]);
    const music = musicCatalogueRepository(store);
    same([...await music.inQueue("albums", [10, 11, 99])], [11]);
    same([...await music.inQueue("artists", [1, 2])], [1]);
    await put(store, [
      jobRow({ id: "artist", arr: "music", source: { kind: "album", arrId: 2 }, status: "waiting", sourcePath: "" }),
    ]);
    same((await marked(store, "inQueue"))[1], [1, 2]);
    same((await music.inQueue("albums", [])).size, 0);
  }));

Deno.test("an album counts as encoded while its file equals the encode", () =>
  withStore(async (store) => {
    await library(store);
    const done = { status: "done", arr: "music", finishedAt: 1, outputSizeBytes: 7 } as const;
    await put(store, [
      jobRow({ id: "a", ...done, outputPath: "/music/10.flac" }),
      jobRow({ id: "b", ...done, outputPath: "/music/11.flac", outputSizeBytes: 8 }),
      jobRow({ id: "c", ...done, outputPath: "/music/20.flac", arr: "movie" }),
      jobRow({ id: "d", ...done, outputPath: "/music/20.flac", status: "failed" }),
    ]);
    same(await marked(store, "encoded"), [[10], [1]]);
  }));

Deno.test("an album contains MQA if a checked file of it does", () =>
  withStore(async (store) => {
    await library(store);
    const findings = findingRepository(store);
    const found = (path: string, isMqa: unknown, kind: "mqa" | "check" = "mqa") =>
      findings.save({ kind, key: `${kind}${path}`, path, result: { isMqa }, foundAt: 1 });
    await found("/music/10.flac", true);
    await found("/music/11.flac", false);
    await found("/music/20.flac", true, "check");
    same(await marked(store, "mqa"), [[10], [1]]);
  }));

Deno.test("the files of artists and albums come once each, without tracks that have none", () =>
  withStore(async (store) => {
    const music = await library(store);
    await music.putArtist(
      artistRow(3),
      [albumRow(30, 3)],
      [1, 2].map((i) => trackRow(30 + i, 30, 3, { name: "image", size: 9 })),
    );
    same(await music.filesOf("albums", [30, 20]), [{ path: "/music/20.flac", sizeBytes: 7 }, {
      path: "/music/image.flac",
      sizeBytes: 9,
    }]);
    const many = Array.from({ length: 450 }, (_, i) => 1000 + i);
    same((await music.filesOf("artists", [1, ...many, 2])).map(({ path }) => path), [
      "/music/10.flac",
      "/music/11.flac",
      "/music/20.flac",
    ]);
    same(await music.filesOf("artists", []), []);
  }));

Deno.test("tracks come in the order of their discs and numbers, those of one number by id", () =>
  withStore(async (store) => {
    const music = musicCatalogueRepository(store);
    const at = (id: number, mediumNumber: number, absoluteNumber: number) =>
      trackRow(id, 1, 1, { mediumNumber, absoluteNumber });
    await music.putArtist(artistRow(1), [albumRow(1, 1)], [at(1, 2, 1), at(2, 1, 2), at(4, 1, 1), at(3, 1, 1)]);
    same((await music.tracks(1)).map(({ id }) => id), [3, 4, 2, 1]);
    same((await music.albumsById([1, 2, 2])).map(({ id }) => id), [1]);
  }));

const split = (id: string, state: CueSplit["state"], change: Partial<CueSplit> = {}): CueSplit => ({
  ...{ id, queueItemId: 1, album: "A", folder: "/d", state, progress: 0, tracks: 2, encoding: "utf-8" },
  startedAt: "2026-11-25T00:00:00.000Z",
  ...change,
});

Deno.test("the newest two hundred splits are kept, and every unfinished one", () =>
  withStore(async (store) => {
    const splits = cueSplitRepository(store);
    const insert = (i: number, state: CueSplit["state"]) =>
      splits.insert({
        id: `s${i}`,
        downloadId: i % 2 === 0 ? `d${i}` : null,
        record: split(`s${i}`, state),
        mark: null,
        createdAt: i,
      });
    await insert(1, "splitting");
    for (let i = 2; i <= 205; i++) await insert(i, i % 3 === 0 ? "failed" : "done");
    const all = await splits.list();
    same([all.length, all[0]?.id, all.at(-1)?.id], [201, "s205", "s1"]);
    same((await splits.open()).map(({ id }) => id), ["s1"]);
    same([(await splits.knownDownloads()).has("d204"), (await splits.knownDownloads()).has("d2")], [true, false]);
  }));

Deno.test("a split gets a new history position when it changes, and keeps it while nothing changes", () =>
  withStore(async (store) => {
    const splits = cueSplitRepository(store);
    await splits.insert({ id: "s", downloadId: null, record: split("s", "found"), mark: null, createdAt: 1 });
    await splits.put(split("s", "importing"), { afterId: 7, since: "2026" });
    await splits.put(split("s", "done", { progress: 100 }));
    await splits.put(split("gone", "done"));
    const [row] = await splits.list();
    same([row?.record.state, row?.record.progress, row?.mark], ["done", 100, { afterId: 7, since: "2026" }]);
    same([(await splits.open()).length, (await splits.list()).length], [0, 1]);
  }));
