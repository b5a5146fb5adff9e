import { deepStrictEqual as same, rejects } from "node:assert/strict";
import fc from "fast-check";
import { titleKey } from "../../../lib/kit/fold.ts";
import { LocalQuery } from "../../../lib/library/local_title_model.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { localFolder, localTitle } from "../../../tests/fixtures/local_rows.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { insertJobs } from "../../jobs/job_insert.ts";
import type { Store } from "../../store.ts";
import { facetText } from "../title_facets.ts";
import { localRepository } from "./local.ts";
import { pathIn } from "./local_rows.ts";

const row = fc.record({
  kind: fc.constantFrom("movie", "series", "album"),
  title: fc.constantFrom("Alien", "ÀMÉLIE", "amelie", "100% Wolf", "千と千尋", "A_B", "a\\b"),
  year: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  anime: fc.boolean(),
  size: fc.constantFrom(0, 10, 20),
  isRemux: fc.boolean(),
  facets: fc.subarray(["hevc", "h264", "hdr", "2160p", "flac"]),
});
type Drawn = typeof row extends fc.Arbitrary<infer T> ? T : never;

const listing = fc.record({
  kind: fc.option(fc.constantFrom("movie", "series", "album"), { nil: undefined, freq: 2 }),
  q: fc.option(fc.constantFrom("", "AMELIE", "%", "_", "\\", "千", "a"), { nil: undefined }),
  filter: fc.constantFrom("all", "all", "anime", "remux", "unknown", "unmanaged"),
  codec: fc.option(fc.constantFrom("hevc", "h264"), { nil: undefined, freq: 2 }),
  range: fc.option(fc.constant("hdr"), { nil: undefined, freq: 1 }),
  minBytes: fc.option(fc.constant(10), { nil: undefined, freq: 1 }),
  maxBytes: fc.option(fc.constant(10), { nil: undefined, freq: 1 }),
  sort: fc.constantFrom("title", "year", "size"),
  order: fc.option(fc.constantFrom("asc", "desc"), { nil: undefined }),
});
type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const holds = (drawn: Drawn, { kind, q, filter, codec, range, minBytes, maxBytes }: Listing): boolean =>
  (kind ?? drawn.kind) === drawn.kind && titleKey(drawn.title).includes(titleKey(q ?? "")) &&
  (filter !== "anime" || drawn.anime) && (filter !== "remux" || drawn.isRemux) &&
  (codec === undefined || drawn.facets.includes(codec)) && (range === undefined || drawn.facets.includes(range)) &&
  drawn.size >= (minBytes ?? 0) && drawn.size <= (maxBytes ?? Infinity);

const bytes = (text: string) =>
  new TextEncoder().encode(text).reduce((all, byte) => all + String.fromCharCode(byte), "");
const keyOf = ({ title, year = 0, size }: Drawn, sort: Listing["sort"]): string | number =>
  ({ title: bytes(titleKey(title)), year, size })[sort];
const compare = (a: string | number, b: string | number) => a < b ? -1 : a > b ? 1 : 0;

const put = (store: Store, drawn: Drawn[]) =>
  localRepository(store).store(
    drawn.map(({ facets, isRemux, size, ...title }, i) => {
      const found = localTitle(`i${String(i).padStart(2, "0")}`, title);
      const file = { name: "a.mkv", itemId: found.id, size, mtime: 1, isRemux, facets: facetText(facets) };
      return { ...localFolder(found, []), files: [file] };
    }),
    1,
  );

Deno.test("a list of local titles contains the titles of its filters, in its order, once each, by cursor and by place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.array(listing, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, listings, limit) => {
        await withStore(async (store) => {
          const index = localRepository(store);
          await put(store, drawn);
          for (const wanted of listings) {
            const ascending = (wanted.order ?? (wanted.sort === "title" ? "asc" : "desc")) === "asc";
            const expected = drawn.map((one, i) => ({ one, id: `i${String(i).padStart(2, "0")}` }))
              .filter(({ one }) => holds(one, wanted))
              .toSorted((a, b) =>
                (ascending ? 1 : -1) * compare(keyOf(a.one, wanted.sort), keyOf(b.one, wanted.sort)) ||
                compare(a.id, b.id)
              ).map(({ id }) => id);
            const seen: string[] = [];
            let cursor: string | undefined;
            do {
              const page = await index.list(LocalQuery.parse({ ...wanted, limit, cursor }));
              const placed = await index.list(LocalQuery.parse({ ...wanted, limit, offset: seen.length }));
              same(page.items.map(({ id }) => id), placed.items.map(({ id }) => id));
              same([page.total, placed.total], [expected.length, expected.length]);
              seen.push(...page.items.map(({ id }) => id));
              cursor = page.nextCursor;
            } while (cursor !== undefined);
            same(seen, expected);
            same((await index.idsOfList(wanted)).toSorted(), expected.toSorted());
            const signs = await index.firstSigns(wanted);
            same(signs.reduce((sum, { count }) => sum + count, 0), expected.length);
          }
        });
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("S-IN-3: an invalid cursor of local media is refused, and one after a long title is accepted", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    for (const cursor of ["", "x", "%", "%5B1%5D", '["a"]', '["a",1]', '["a","b","c"]', "[1,2]", "%E0%A4%A"]) {
      await rejects(index.list({ limit: 1, cursor }), { code: "invalid" }, cursor);
    }
    await rejects(index.list({ limit: 1, sort: "year", cursor: '["a","b"]' }), { code: "invalid" });
    await index.store(
      ["千".repeat(500), "\u{1f3ac}".repeat(251)].map((title, i) => localFolder(localTitle(`i${i}`, { title }), ["a"])),
      1,
    );
    const first = await index.list(LocalQuery.parse({ limit: 1 }));
    const second = await index.list(LocalQuery.parse({ limit: 1, cursor: first.nextCursor }));
    same([...first.items, ...second.items].map(({ id }) => id).toSorted(), ["i0", "i1"]);
  }));

const PATHS: [folder: string, name: string, path: string][] = [
  ["/m", "a.mkv", "/m/a.mkv"],
  ["/", "a.mkv", "/a.mkv"],
  ["D:\\m", "a.mkv", "D:\\m\\a.mkv"],
  ["D:\\", "a.mkv", "D:\\a.mkv"],
  ["\\\\nas\\m", "a.mkv", "\\\\nas\\m\\a.mkv"],
  ["/odd\\name", "a\\b.mkv", "/odd\\name/a\\b.mkv"],
];

for (const [folder, name, path] of PATHS) {
  Deno.test(`queued and encoded files are listed with a title in ${folder}`, () =>
    withStore(async (store) => {
      const index = localRepository(store);
      same(pathIn(folder, name), path);
      await index.store([
        localFolder(localTitle("here", { folder }), [name]),
        localFolder(localTitle("other", { folder: `${folder}x` }), [name]),
      ], 1);
      const ids = async (filter: "inQueue" | "encoded") =>
        (await index.list({ limit: 9, filter })).items.map(({ id }) => id);
      await store.write((tx) =>
        insertJobs(tx, [
          jobRow({ id: "waits", sourcePath: path }),
          jobRow({ id: "done", status: "done", finishedAt: 1, outputPath: path, outputSizeBytes: 10 }),
        ])
      );
      same([await ids("inQueue"), await ids("encoded")], [["here"], ["here"]]);
      const [item] = (await index.list({ limit: 1 })).items;
      same([item?.inQueue, item?.encodedHere], [true, true]);
      await store.write(async (tx) => {
        await tx.run("UPDATE jobs SET status = 'failed'");
      });
      same([await ids("inQueue"), await ids("encoded")], [[], []]);
    }));
}

Deno.test("a file whose size differs from the encode does not count as written by Lathe", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    await index.store([localFolder(localTitle("a"), ["a.mkv"])], 1);
    const done = { status: "done", finishedAt: 1, outputPath: "/m/a/a.mkv" } as const;
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "j", ...done, outputSizeBytes: 11 })]));
    same((await index.list({ limit: 9, filter: "encoded" })).total, 0);
  }));

Deno.test("titles in or below a manager's folder are managed, by whole names, and reappear when they are not", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const folders = ["/m/films/Heat", "/m/films2/Heat", "/m/films", "/m/tv/Lost/S1", "D:\\tv\\Lost"];
    await index.store(folders.map((folder, i) => localFolder(localTitle(`i${i}`, { folder }), ["a.mkv"])), 1);
    const shown = async (filter: "all" | "unmanaged" = "all") =>
      (await index.list({ limit: 9, filter })).items.map(({ id }) => id).toSorted();
    await index.markManaged({ folders: ["/m/films/", "/m/tv/Lost", "D:\\tv\\"], hide: true });
    same(await shown(), ["i1"]);
    same([(await index.counts()).hiddenArr, (await index.counts()).movie], [4, 1]);
    await index.markManaged({ folders: ["/m/films/"], hide: false });
    same([await shown(), await shown("unmanaged")], [["i0", "i1", "i2", "i3", "i4"], ["i1", "i3", "i4"]]);
    const before = store.revision("local");
    await index.markManaged({ folders: ["/m/films/"], hide: false });
    same(store.revision("local"), before, "what is marked as it was is not written again");
    await index.markManaged({ folders: [], hide: true });
    same([(await shown()).length, (await index.counts()).hiddenArr], [5, 0]);
  }));

Deno.test("a title is managed in any Unicode form of its folder", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const folders = ["/m/films/Ame\u0301lie (2001)", "/m/films/HEAT (1995)", "/m/films/Amelie (2001)"];
    await index.store(folders.map((folder, i) => localFolder(localTitle(`i${i}`, { folder }), ["a.mkv"])), 1);
    await index.markManaged({ folders: ["/m/films/Amélie (2001)", "/m/films/Heat (1995)/"], hide: true });
    same((await index.list({ limit: 9, filter: "all" })).items.map(({ id }) => id), ["i2"]);
  }));

Deno.test("a root that was removed from the settings is forgotten with its titles, and no other", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const at = (id: string, root: string) => localFolder(localTitle(id, { root, folder: `${root}/${id}` }), ["a.mkv"]);
    await index.store([at("a", "/m"), at("b", "/m2"), at("c", "/m'3")], 1);
    const ids = async () => (await index.list({ limit: 9 })).items.map(({ id }) => id).toSorted();
    await index.keepRoots(["/m", "/m'3"]);
    same([await ids(), (await index.known("", 9)).map(({ root }) => root).toSorted()], [["a", "c"], ["/m", "/m'3"]]);
    await index.keepRoots([]);
    same([await ids(), await index.known("", 9), await index.lastScan()], [[], [], undefined]);
  }));

Deno.test("the next lookup depends on the previous results, and continues after the last title", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const meta = {
      none: { status: "none" },
      byHand: { status: "none", manual: true },
      failed: { status: "error", error: "timeout" },
      found: { status: "matched", title: "x" },
    } as const;
    const ids = ["new", "none", "byHand", "failed", "found", "hidden"];
    await index.store(ids.map((id) => localFolder(localTitle(id), ["a.mkv"])), 1);
    await index.markManaged({ folders: ["/m/hidden"], hide: true });
    for (const [id, one] of Object.entries(meta)) {
      same(await index.setMeta(id, { ...one, genres: [], matchedAt: "2026-11-25T00:00:00.000Z" }), true);
    }
    same(await index.setMeta("gone", undefined), false);
    const next = async (scope: "new" | "unmatched" | "all", limit = 9, after?: string) =>
      (await index.toLookUp(scope, ["movie"], limit, after)).map(({ id }) => id);
    same(await next("new"), ["failed", "new"]);
    same(await next("unmatched"), ["failed", "new", "none"]);
    same((await next("all")).length, 5);
    same([await next("all", 2), await next("all", 2, "failed")], [["byHand", "failed"], ["found", "new"]]);
    same([await index.countToLookUp("unmatched", ["movie"]), await index.countToLookUp("all", ["album"])], [3, 0]);
    same((await index.list({ limit: 9, filter: "unknown" })).items.map(({ id }) => id).toSorted(), [
      ...["byHand", "failed", "new", "none"],
    ]);
    await index.setMeta("found", undefined);
    same((await index.get("found"))?.meta, undefined);
  }));

Deno.test("the files of a selection are those of the last scan, whatever their number", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    await index.store([localFolder(localTitle("a"), ["2.mkv", "1.mkv"]), localFolder(localTitle("b"), ["x.mkv"])], 1);
    await index.store([localFolder(localTitle("a"), ["1.mkv"])], 2);
    const others = Array.from({ length: 1100 }, (_, i) => `none${i}`);
    same(await index.filesOfItems(["a", ...others, "b"]), [
      { path: "/m/a/1.mkv", sizeBytes: 10 },
      { path: "/m/b/x.mkv", sizeBytes: 10 },
    ]);
    same(await index.filesOfItems([]), []);
  }));

Deno.test("a poster is a title's own where its folder is its own", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const poster = { poster: "folder.jpg" };
    await index.store([
      localFolder(localTitle("own"), ["a.mkv"], poster),
      localFolder(localTitle("shared", { folder: "/m", ownsFolder: false }), ["b.mkv"], poster),
    ], 1);
    same([await index.posterPath("own"), await index.posterPath("shared"), await index.posterPath("gone")], [
      ...["/m/own/folder.jpg", undefined],
      undefined,
    ]);
  }));

Deno.test("episodes of a title come in their order, also parts, specials and those known by their day", () =>
  withStore(async (store) => {
    const index = localRepository(store);
    const show = localTitle("show", { kind: "series" });
    const file = (name: string, more: Record<string, unknown>) => ({
      name,
      itemId: "show",
      size: 1,
      mtime: 1,
      ...more,
    });
    await index.store([{
      ...localFolder(show, []),
      files: [
        file("e10", { season: 1, episode: 10 }),
        file("e2", { season: 1, episode: 2, lastEpisode: 3 }),
        file("s0", { season: 0, episode: 1 }),
        file("day", { airDate: "2026-03-29" }),
        file("s2", { season: 2, episode: 1, quality: "DVD", isRemux: true, resolution: "480p" }),
      ],
    }], 1);
    const item = await index.get("show");
    same(item?.files.map(({ path }) => path.split("/").at(-1)), ["day", "s0", "e2", "e10", "s2"]);
    same([item?.files[2]?.lastEpisode, item?.files[0]?.airDate, item?.files[4]?.isRemux, item?.files[4]?.quality], [
      ...[3, "2026-03-29", true],
      "DVD",
    ]);
  }));
