import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type DiscDbManner, type FakeMedia, startDiscDb } from "../../../../tests/fakes/discdb.ts";
import { impatientWith, testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { DAY_MS, systemClock } from "../../../kit/clock.ts";
import { CatalogueProblem } from "./catalogue_disc.ts";
import { createDiscDb } from "./discdb.ts";
import { episodesOf, GraphAnswer, RestDisc } from "./discdb_wire.ts";

const HASH = "00112233445566778899AABBCCDDEEFF";
const OTHER = "FFEEDDCCBBAA99887766554433221100";
const ID = "0123456789ABCDEF0123456789ABCDEF01234567";
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const episode = (sourceFile: string, number: unknown, season: unknown = "1", duration: unknown = "0:44:31") => ({
  sourceFile,
  segmentMap: sourceFile.slice(2, 5),
  duration,
  item: { title: `Part ${number}`, type: "Episode", season, episode: number },
});

const SERIES: FakeMedia = {
  title: "The Lamp Post",
  year: 2010,
  type: "Series",
  ids: { tmdb: "1396", imdb: "tt0903747", tvdb: null },
  releases: [[
    { index: 1, hash: OTHER, titles: [episode("00800.mpls", "1"), episode("00801.mpls", "2")] },
    { index: 2, format: "DVD", hash: "A".repeat(32), titles: [episode("1", "1")] },
    {
      index: 3,
      hash: HASH,
      id: ID,
      titles: [episode("00800.mpls", "3"), episode("00801.mpls", "4-5"), { sourceFile: "00900.mpls" }],
    },
    { index: 4, hash: "B".repeat(32), titles: [episode("00800.mpls", "1", "2")] },
  ]],
};
const FILM: FakeMedia = {
  title: "Glass Harbor",
  year: 2019,
  type: "Movie",
  ids: { tmdb: "12345", imdb: "tt7654321" },
  releases: [[{
    hash: HASH,
    titles: [
      {
        sourceFile: "00800.mpls",
        segmentMap: "55,56",
        duration: "2:07:45",
        item: { title: "Glass Harbor", type: "MainMovie" },
      },
      { sourceFile: "00801.mpls", duration: "0:02:10", item: { title: "Teaser", type: "Trailer" } },
    ],
  }]],
};

async function world(media: FakeMedia[], { spacingMs = 0 } = {}) {
  const fake = await startDiscDb(media);
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: () => Promise.resolve(["93.184.216.34"]),
    reroute: () => ({ address: "127.0.0.1", port: fake.port }),
  });
  const kept = new Map<string, { question: string; answer: unknown; at: number }>();
  let time = new Date("2026-01-01T00:00:00Z").getTime();
  const sentAt: number[] = [];
  const impatient = impatientWith(http, () => fake.graph === "hang" || fake.rest === "hang");
  const discdb = createDiscDb({
    http: {
      send(request) {
        sentAt.push(systemClock.monotonicMs());
        return impatient.send(request);
      },
    },
    clock: { now: () => new Date(time), monotonicMs: systemClock.monotonicMs },
    url: "https://discs.example/",
    spacingMs,
    cache: {
      get: (question) => Promise.resolve(kept.get(question)),
      save: (row) => Promise.resolve(void kept.set(row.question, row)),
      forget: (before) => Promise.resolve(kept.forEach(({ at }, key) => at < before && kept.delete(key))),
    },
  });
  return {
    fake,
    kept,
    sentAt,
    find: (contentHash?: string, discId?: string, signal = new AbortController().signal) =>
      discdb.find({ ...(contentHash ? { contentHash } : {}), ...(discId ? { discId } : {}) }, signal),
    byBarcode: (forms: string[]) => discdb.byBarcode(forms, new AbortController().signal),
    later: (ms: number) => void (time += ms),
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test("a disc is found by its content hash, with its position among the discs of its season", async () => {
  await using it = await world([SERIES]);
  const [disc, ...others] = await it.find(HASH.toLowerCase());
  same(others, []);
  same(disc, {
    kind: "series",
    title: "The Lamp Post",
    year: 2010,
    tmdbId: 1396,
    imdbId: "tt0903747",
    season: 1,
    disc: 2,
    discs: 2,
    titles: [
      {
        sourceFile: "00800.mpls",
        segmentMap: "800",
        seconds: 2671,
        item: { kind: "episode", season: 1, episodes: [3], name: "Part 3" },
      },
      {
        sourceFile: "00801.mpls",
        segmentMap: "801",
        seconds: 2671,
        item: { kind: "episode", season: 1, episodes: [4, 5], name: "Part 4-5" },
      },
    ],
  });
  same(it.fake.seen, ["POST /graphql/"]);
});

test("a movie has its main title and its extras", async () => {
  await using it = await world([FILM]);
  const [disc] = await it.find(HASH);
  same(disc?.titles.map(({ item, seconds }) => [item.kind, item.name, seconds]), [
    ["feature", "Glass Harbor", 7665],
    ["extra", "Teaser", 130],
  ]);
  same([disc?.kind, disc?.tmdbId], ["movie", 12345]);
});

test("all pages are read, up to the limit", async () => {
  await using it = await world([SERIES, FILM, { ...FILM, title: "Third" }]);
  it.fake.pageSize = 1;
  is((await it.find(HASH)).length, 3);
  is(it.fake.seen.length, 3);
});

test("a lookup by the disc's own ID follows when the hash is unknown", async () => {
  await using it = await world([SERIES]);
  const [disc] = await it.find("C".repeat(32), ID);
  same([disc?.title, disc?.season, disc?.disc], ["The Lamp Post", 1, 3]);
  same(it.fake.seen, ["POST /graphql/", `GET /api/discid/${ID}`]);
});

test("no request is sent without a fingerprint, or for an invalid one", async () => {
  await using it = await world([SERIES]);
  same(await it.find(), []);
  same(await it.find("x", "../../admin"), []);
  same(it.fake.seen, []);
});

test("a hit is kept for three weeks and a miss for a day", async () => {
  await using it = await world([FILM]);
  for (const _ of [1, 2]) is((await it.find(HASH)).length, 1);
  for (const _ of [1, 2]) same(await it.find(OTHER), []);
  is(it.fake.seen.length, 2);
  it.later(DAY_MS + 1);
  await it.find(HASH);
  await it.find(OTHER);
  is(it.fake.seen.length, 3);
  it.later(21 * DAY_MS);
  await it.find(HASH);
  is(it.fake.seen.length, 4);
});

test("simultaneous equal queries are sent once, and queries keep their interval", async () => {
  const spacingMs = 50;
  await using it = await world([FILM, SERIES], { spacingMs });
  await Promise.all([HASH, HASH, OTHER, HASH, "B".repeat(32)].map((hash) => it.find(hash)));
  is(it.fake.seen.length, 3);
  const gaps = it.sentAt.slice(1).map((at, n) => at - (it.sentAt[n] ?? 0));
  same(gaps.filter((gap) => gap < spacingMs - 2), []);
});

test("the REST endpoint is used when GraphQL has changed; without it the first error is reported", async () => {
  await using it = await world([FILM]);
  for (const manner of ["noSchema", "badRequest", "unauthorized", "wrongShape"] as const) {
    it.kept.clear();
    it.fake.graph = manner;
    is((await it.find(HASH))[0]?.title, "Glass Harbor", manner);
  }
  it.kept.clear();
  it.fake.graph = "noSchema";
  it.fake.rest = "notFoundHtml";
  await rejects(it.find(HASH), /TheDiscDb reports: The field `contentHash` does not exist/);
});

test("invalid answers are a problem of discdb and are not cached", async () => {
  await using it = await world([FILM]);
  const manners: DiscDbManner[] = ["forbidden", "error", "html", "notFoundHtml", "cut", "wrongShape", "drop", "hang"];
  for (const manner of manners) {
    it.fake.graph = it.fake.rest = manner;
    const error = await it.find(HASH).then(() => undefined, (error) => error);
    // After several failures the client stops contacting the address, which must be reported as a discdb problem too.
    ok(error instanceof CatalogueProblem, `${manner}: ${error}`);
    match(error.message, /TheDiscDb/, manner);
    is(it.kept.size, 0, manner);
  }
});

test("a cancelled lookup rejects with the reason", async () => {
  await using it = await world([FILM]);
  it.fake.graph = "hang";
  const controller = new AbortController();
  const pending = it.find(HASH, undefined, controller.signal);
  controller.abort(new Error("enough"));
  await rejects(pending, /enough/);
});

test("nulls, unexpected types and missing fields affect only themselves", async () => {
  const odd: FakeMedia = {
    title: "Glass Harbor",
    year: "2019",
    type: "Movie",
    ids: { tmdb: 12345, imdb: "none", tvdb: "abc" },
    releases: [[], [{
      hash: HASH,
      titles: [
        { sourceFile: null, segmentMap: 7, duration: null, item: null },
        { sourceFile: "00800.mpls", duration: "soon", item: { title: null, type: "MainMovie" } },
        { sourceFile: "00801.mpls", duration: 120, item: { title: 5, type: "Episode", season: 1, episode: 2 } },
        { sourceFile: "00802.mpls", item: { type: "Episode", season: "Specials", episode: "none" } },
        "nonsense" as never,
      ],
    }]],
  };
  await using it = await world([odd]);
  const [disc] = await it.find(HASH);
  same([disc?.year, disc?.tmdbId, disc?.imdbId, disc?.tvdbId], [2019, 12345, undefined, undefined]);
  same(disc?.titles.map(({ item, sourceFile, seconds }) => [item.kind, sourceFile, seconds, item.episodes]), [
    ["feature", "00800.mpls", undefined, []],
    ["episode", "00801.mpls", 120, [2]],
    ["extra", "00802.mpls", undefined, []],
  ]);
});

Deno.test("episode numbers are read from text: single ones, ranges and lists", () => {
  same(["3", "1-2", "E01-E03", "4, 6", "05", "", "x", "9-2", "1-5000"].map(episodesOf), [
    [3],
    [1, 2],
    [1, 2, 3],
    [4, 6],
    [5],
    [],
    [],
    [],
    [],
  ]);
});

Deno.test("any answer is parsed or refused, and causes no other error", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    GraphAnswer.safeParse(value);
    GraphAnswer.safeParse({ data: { mediaItems: { nodes: value } } });
    RestDisc.safeParse(value);
    RestDisc.safeParse({ media: { title: "x" }, titles: value });
  }));
  fc.assert(fc.property(fc.string(), (text) => ok(episodesOf(text).length <= 20)));
});

test("a barcode identifies the item of its own release, in any spelling", async () => {
  await using it = await world([
    { ...FILM, upcs: ["0883929671526"] },
    { ...SERIES, upcs: ["4006381333931"] },
    { ...SERIES, title: "Everything", isBoxSet: true, upcs: ["96385074"] },
  ]);
  const forms = ["883929671526", "0883929671526"];
  const film = await it.byBarcode(forms);
  same([film?.title, film?.kind, film?.externalIds], ["Glass Harbor", "movie", { tmdb: 12345, imdb: "tt7654321" }]);
  const series = await it.byBarcode(["4006381333931"]);
  same([series?.kind, series?.format, series?.seasonNumber], ["series", "bluray", undefined], "it holds two seasons");
  same((await it.byBarcode(["96385074"]))?.title, "Everything");
  is(await it.byBarcode(["042100005264"]), undefined);
  for (const manner of ["noSchema", "unauthorized", "error", "html", "cut", "wrongShape", "hang"] as const) {
    it.fake.graph = manner;
    await rejects(it.byBarcode(forms), CatalogueProblem, manner);
  }
});
