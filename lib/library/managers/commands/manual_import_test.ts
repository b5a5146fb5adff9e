import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { type Scripted, scriptedManager } from "../../../../tests/fixtures/scripted_manager.ts";
import { lookupAlbums, lookupTitles } from "../search/lookup.ts";
import { ratingOf } from "../search/rating.ts";
import { importByHand, importItems, importRejections, type ImportRequest } from "./manual_import.ts";

const signal = new AbortController().signal;
const request = (path: string, more: Partial<ImportRequest["item"]> = {}): ImportRequest => ({
  item: {
    path,
    quality: { quality: { name: "DVD", id: 2 }, revision: { version: 1 } },
    ...more,
  } as ImportRequest["item"],
  target: { movieId: 7 },
});

Deno.test("a folder is inspected without files that the manager has, and invalid entries are a fault of the manager", async () => {
  const { manager, asked } = scriptedManager(
    "movie",
    () => ({ value: [{ path: "/data/a.mkv", rejections: [{ reason: "Sample" }] }] }),
  );
  same((await importItems(manager, "/data/x & y", signal)).map(({ path }) => path), ["/data/a.mkv"]);
  same(asked[0]?.query, { folder: "/data/x & y", filterExistingFiles: "true" });
  await rejects(importItems(scriptedManager("movie", () => ({ value: {} })).manager, "/x", signal), /unknown format/);
});

Deno.test("files are judged with their facts, and are sent back with the quality that the manager assigned", async () => {
  const { manager, asked } = scriptedManager("movie", () => ({
    value: [{ path: "/a", rejections: [{ reason: "Not an upgrade" }, { reason: "Sample" }] }, {
      path: "/b",
      rejections: null,
    }],
  }));
  const found = await importRejections(manager, [
    request("/a", { languages: [{ id: 4 }] }),
    request("/b", { languages: [], indexerFlags: 3 }),
  ], signal);
  same([...found], [["/a", ["Not an upgrade", "Sample"]], ["/b", []]]);
  const [first, second] = asked[0]?.json as Record<string, unknown>[];
  same([first?.quality, first?.languages, first?.movieId], [
    { quality: { name: "DVD", id: 2 }, revision: { version: 1 } },
    [{ id: 4 }],
    7,
  ]);
  same([second?.languages, second?.indexerFlags, second?.releaseGroup], [[{ id: 0, name: "Unknown" }], 3, ""]);
  const none = scriptedManager("movie", () => ({ value: [] }));
  same(
    [(await importRejections(none.manager, [], signal)).size, none.asked.length],
    [0, 0],
    "nothing is asked about nothing",
  );
});

const states = (...statuses: string[]) =>
  scriptedManager("series", ({ method }, turn): Scripted => ({
    value: {
      id: 3,
      name: "ManualImport",
      status: method === "POST" ? "queued" : statuses[turn - 2] ?? statuses.at(-1),
    },
  }));
const clock = { now: () => new Date(0), monotonicMs: () => 0 };

Deno.test("an import is over when its command is, or when the manager has forgotten it", async () => {
  for (const statuses of [["started", "completed"], ["failed"], ["orphaned"]]) {
    const { manager, asked } = states(...statuses);
    await importByHand(manager, [request("/a")], { clock, pollMs: 1, signal });
    same(asked.length, statuses.length + 1);
    const { name, importMode } = asked[0]?.json as Record<string, unknown>;
    same([name, importMode], ["ManualImport", "move"]);
  }
});

Deno.test("an import that never ends is given up after two hours, and an abandoned one at once", async () => {
  let now = 0;
  const slow = { now: () => new Date(0), monotonicMs: () => now += 3_600_000 };
  await rejects(
    importByHand(states("started").manager, [request("/a")], { clock: slow, pollMs: 1, signal }),
    /did not finish the import within two hours/,
  );
  const stop = new AbortController();
  const { manager } = scriptedManager("movie", ({ method }) => {
    if (method === "GET") stop.abort();
    return { value: { id: 3, name: "x", status: "started" } };
  });
  await rejects(importByHand(manager, [request("/a")], { clock, pollMs: 60_000, signal: stop.signal }), {
    name: "AbortError",
  });
});

const RATINGS: [ratings: Parameters<typeof ratingOf>[0], rating: number | undefined][] = [
  [{ value: 7.45 }, 75],
  [{ value: 0 }, undefined],
  [{ imdb: { value: 8.1 }, tmdb: { value: 7 } } as never, 81],
  [{ imdb: { value: 0 }, metacritic: { value: 76 } } as never, 76],
  [{ imdb: null, tmdb: 5 } as never, undefined],
  [{}, undefined],
  [null, undefined],
  [undefined, undefined],
];

Deno.test("a rating is the first there is, on a scale to a hundred", () => {
  for (const [ratings, rating] of RATINGS) same(ratingOf(ratings), rating, JSON.stringify(ratings));
});

Deno.test("titles unknown to an online lookup are left out, and invalid rows are skipped", async () => {
  const film = {
    title: "Heat",
    tmdbId: 949,
    year: 0,
    overview: null,
    runtime: 0,
    id: 0,
    alternateTitles: [{ title: "Heat" }, { title: "Hitze" }, { title: "Hitze" }],
  };
  const { manager, asked } = scriptedManager("movie", () => ({ value: [film, { title: 5 }, null, { tmdbId: 1 }] }));
  same(await lookupTitles(manager, "heat & co"), [{
    ...{ kind: "movie", externalId: "tmdb:949", tmdbId: 949, title: "Heat", overview: "", genres: [] },
    alternateTitles: ["Hitze"],
  }]);
  same(asked[0]?.query, { term: "heat & co" });
  const series = scriptedManager(
    "series",
    () => ({
      value: [{ title: "Lost", tvdbId: 7, seriesType: "weekly" }, { title: "Dark", tvdbId: 8, seriesType: "anime" }],
    }),
  );
  same((await lookupTitles(series.manager, "x")).map(({ externalId, seriesType }) => [externalId, seriesType]), [[
    "tvdb:7",
    undefined,
  ], ["tvdb:8", "anime"]]);
});

Deno.test("an album of the lookup has its year of its day, and its cover", async () => {
  const images = [{ coverType: "disc", remoteUrl: "https://x/d" }, { coverType: "cover", remoteUrl: "https://x/c" }];
  const rows = [
    {
      title: "A",
      foreignAlbumId: "mb",
      releaseDate: "1998-01-16",
      artist: { artistName: "Air", foreignArtistId: "mb-air" },
      images,
      albumType: "EP",
    },
    { title: "B", foreignAlbumId: "mb2", releaseDate: null, remoteCover: "https://x/r", images },
  ];
  const found = await lookupAlbums(scriptedManager("music", () => ({ value: rows })).manager, "air");
  same(found.map(({ year, poster, artist, artistId, type }) => [year, poster, artist, artistId, type]), [
    [1998, "https://x/c", "Air", "mb-air", "EP"],
    [undefined, "https://x/r", "", undefined, undefined],
  ]);
});
