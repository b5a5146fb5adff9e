import assert, { deepStrictEqual as same } from "node:assert/strict";
import { Fault } from "../../../lib/kit/fault.ts";
import type { LocalMeta } from "../../../lib/library/local_title_model.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { localFolder, localTitle } from "../../../tests/fixtures/local_rows.ts";
import { newStore } from "../../../tests/fixtures/store.ts";
import { localRepository } from "./local.ts";

const withIndex = (name: string, work: (index: ReturnType<typeof localRepository>) => Promise<void>) =>
  inFolder(name, async (dir) => {
    const store = await newStore(dir);
    try {
      await work(localRepository(store));
    } finally {
      await store.close();
    }
  });

const query = { limit: 50 };
const ids = async (index: ReturnType<typeof localRepository>) =>
  (await index.list({ limit: 500 })).items.map(({ id }) => id);

withIndex("titles come back with files, sizes and poster", async (index) => {
  const heat = localTitle("Heat", { year: 1995 });
  await index.store([localFolder(heat, ["a.mkv", "b.mkv"], { poster: "poster.jpg" })], 1);
  same((await index.list(query)).items, [{
    id: "Heat",
    kind: "movie",
    title: "Heat",
    year: 1995,
    folder: "/m/Heat",
    root: "/m",
    poster: true,
    files: [],
    fileCount: 2,
    size: 20,
  }]);
  const item = await index.get("Heat");
  same(item?.files, ["a.mkv", "b.mkv"].map((name) => ({ path: `/m/Heat/${name}`, size: 10, mtime: 5, exists: true })));
  same(await index.posterPath("Heat"), "/m/Heat/poster.jpg");
  same(await index.get("nobody"), undefined);
});

withIndex("a surrogate that stands alone is replaced in titles and names", async (index) => {
  await index.store([localFolder(localTitle("Heat", { title: "He\ud83dat" }), ["a\ud83d.mkv"])], 1);
  const item = await index.get("Heat");
  same([item?.title, item?.files.map(({ path }) => path)], ["He\ufffdat", ["/m/Heat/a\ufffd.mkv"]]);
});

withIndex("a title in several folders counts the files of all", async (index) => {
  const show = localTitle("Lost", { kind: "series" });
  await index.store([
    localFolder(show, ["1.mkv"], { path: "/m/Lost/S1" }),
    localFolder(show, ["2.mkv"], { path: "/m/Lost/S2" }),
  ], 1);
  same((await index.get("Lost"))?.files.map(({ path }) => path), ["/m/Lost/S1/1.mkv", "/m/Lost/S2/2.mkv"]);
  same((await index.list(query)).items.map(({ fileCount, size }) => [fileCount, size]), [[2, 20]]);
});

withIndex("S-FILE-9: rows go after two scans without them, and only where the root was there", async (index) => {
  await index.store([localFolder(localTitle("A"), ["1.mkv", "2.mkv"]), localFolder(localTitle("B"), ["1.mkv"])], 1);
  await index.store([localFolder(localTitle("A"), ["1.mkv"])], 2);
  await index.markMissing(["/m/B"], 2);
  await index.finish(2, ["/m"]);
  same((await index.get("A"))?.files.map(({ exists }) => exists), [true, false]);
  same(await ids(index), ["A", "B"]);
  await index.markMissing(["/m/B"], 3);
  await index.finish(3, ["/other"]);
  same(await ids(index), ["A", "B"]);
  await index.finish(3, ["/m"]);
  same(await ids(index), ["A"]);
  same((await index.get("A"))?.files.length, 1);
  same((await index.known("", 10)).map(({ path }) => path), ["/m/A"]);
});

withIndex("what comes back before the second scan stays", async (index) => {
  await index.store([localFolder(localTitle("A"), ["1.mkv", "2.mkv"])], 1);
  await index.markMissing(["/m/A"], 2);
  same((await index.known("", 10)).map(({ missing }) => missing), [true]);
  await index.store([localFolder(localTitle("A"), ["1.mkv", "2.mkv"])], 3);
  await index.finish(3, ["/m"]);
  await index.finish(4, ["/m"]);
  same((await index.get("A"))?.files.map(({ exists }) => exists), [true, true]);
});

withIndex("a folder of ten thousand files is stored in pieces, and trusted only when it is complete", async (index) => {
  const films = Array.from({ length: 10_000 }, (_, i) => localTitle(`F${i}`, { folder: "/m", ownsFolder: false }));
  const files = films.map(({ id }) => ({ name: `${id}.mkv`, itemId: id, size: 1, mtime: 1 }));
  const folder = { ...localFolder(localTitle("x"), []), path: "/m", titles: films, files };
  await index.store([folder], 1);
  same((await index.counts()).movie, 10_000);
  await index.store([{ ...folder, files: files.slice(0, 9_000) }], 2);
  await index.finish(3, ["/m"]);
  same((await index.counts()).movie, 9_000);
  same((await index.known("", 10)).map(({ stamp }) => stamp), ["1"]);
});

withIndex("a file that turns out to be another title leaves no empty one behind", async (index) => {
  await index.store([localFolder(localTitle("A"), ["1.mkv"])], 1);
  await index.store([localFolder(localTitle("B", { folder: "/m/A" }), ["1.mkv"])], 2);
  same(await ids(index), ["B"]);
});

withIndex("roots that left the settings go at once", async (index) => {
  const other = localTitle("O", { root: "/o", folder: "/o/O" });
  await index.store([localFolder(localTitle("A"), ["1.mkv"]), localFolder(other, ["1.mkv"])], 1);
  await index.keepRoots(["/m"]);
  same(await ids(index), ["A"]);
  same((await index.known("", 10)).length, 1);
});

withIndex("managed titles are hidden and counted, and come back", async (index) => {
  const deep = localTitle("Deep", { folder: "/m/A/Deep" });
  await index.store(
    ["A", "AB"].map((id) => localFolder(localTitle(id), ["1.mkv"])).concat(localFolder(deep, ["1.mkv"])),
    1,
  );
  await index.markManaged({ folders: ["/m/A/"], hide: true });
  same(await ids(index), ["AB"]);
  same(await index.counts(), { movie: 1, series: 0, album: 0, files: 1, hiddenArr: 2, unreadable: 0 });
  await index.markManaged({ folders: [], hide: true });
  same(await ids(index), ["A", "AB", "Deep"]);
});

withIndex("lists page by title, of one kind or of all, and search without marks and wildcards", async (index) => {
  const names = ["Ömer", "omen", "Zorro", "100 % Wolf", "Alien", "ärger"];
  const films = names.map((name, i) => localTitle(name, { id: `i${i}`, kind: i % 2 ? "series" : "movie" }));
  await index.store(films.map((film) => localFolder(film, ["1.mkv"])), 1);
  const walked: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await index.list({ limit: 2, cursor });
    same(page.total, 6);
    walked.push(...page.items.map((item) => item.title));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  same(walked, ["100 % Wolf", "Alien", "ärger", "omen", "Ömer", "Zorro"]);
  const found = async (q: string) => (await index.list({ ...query, q })).items.map((item) => item.title);
  same(await found("OME"), ["omen", "Ömer"]);
  same(await found("%"), ["100 % Wolf"]);
  same((await index.list({ ...query, kind: "series" })).items.map((item) => item.title), [
    "100 % Wolf",
    "ärger",
    "omen",
  ]);
  await assert.rejects(
    index.list({ ...query, cursor: "nonsense" }),
    (error) => error instanceof Fault && error.code === "invalid",
  );
});

withIndex("what is known about a title survives a scan", async (index) => {
  const meta: LocalMeta = { status: "none", genres: [], matchedAt: "2026-01-01T00:00:00.000Z" };
  await index.store([localFolder(localTitle("A"), ["1.mkv"])], 1);
  same((await index.toLookUp("new", ["movie"], 10)).map(({ id }) => id), ["A"]);
  same([await index.setMeta("A", meta), await index.setMeta("nobody", meta)], [true, false]);
  await index.store([localFolder(localTitle("A"), ["1.mkv", "2.mkv"])], 2);
  same((await index.get("A"))?.meta, meta);
  same(await index.toLookUp("new", ["movie"], 10), []);
});

withIndex(
  "what is looked up again: failures by itself, what was not found on demand, what a person said never",
  async (index) => {
    const facts = { genres: [], matchedAt: "2026-01-01T00:00:00.000Z" };
    const known: Record<string, LocalMeta | undefined> = {
      fresh: undefined,
      failed: { ...facts, status: "error" },
      none: { ...facts, status: "none" },
      refused: { ...facts, status: "none", manual: true },
      matched: { ...facts, status: "matched" },
    };
    await index.store(Object.keys(known).map((name) => localFolder(localTitle(name), ["1.mkv"])), 1);
    await index.store([localFolder(localTitle("show", { kind: "series" }), ["1.mkv"])], 1);
    for (const [id, meta] of Object.entries(known)) await index.setMeta(id, meta);
    const wanted = { new: ["failed", "fresh"], unmatched: ["failed", "fresh", "none"], all: Object.keys(known).sort() };
    for (const [scope, ids] of Object.entries(wanted) as [keyof typeof wanted, string[]][]) {
      same((await index.toLookUp(scope, ["movie"], 10)).map(({ id }) => id), ids, scope);
      same(await index.countToLookUp(scope, ["movie"]), ids.length);
    }
    same((await index.toLookUp("all", ["movie"], 2, "failed")).map(({ id }) => id), ["fresh", "matched"]);
    same(await index.toLookUp("all", [], 10), []);
  },
);

withIndex(
  "lists page by year and by size, the newest and largest first, also where they are the same",
  async (index) => {
    const films = [1999, 1999, undefined, 2020].map((year, i) => localTitle(`Film ${i}`, { id: `i${i}`, year }));
    await index.store(
      films.map((film, i) => localFolder(film, Array.from({ length: i + 1 }, (_, n) => `${n}.mkv`))),
      1,
    );
    const walk = async (sort: "year" | "size") => {
      const walked: string[] = [];
      let cursor: string | undefined;
      for (;;) {
        const page = await index.list({ limit: 1, cursor, sort });
        walked.push(...page.items.map(({ id }) => id));
        if (page.nextCursor === undefined) return walked;
        cursor = page.nextCursor;
      }
    };
    same(await walk("year"), ["i3", "i0", "i1", "i2"]);
    same(await walk("size"), ["i3", "i2", "i1", "i0"]);
  },
);
