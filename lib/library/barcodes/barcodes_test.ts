import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { generateMovies } from "../../../tests/fakes/arr/data.ts";
import { startRadarr } from "../../../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../../../tests/fakes/arr/sonarr.ts";
import { type FakeMedia, startDiscDb } from "../../../tests/fakes/discdb.ts";
import { startMusicBrainz } from "../../../tests/fakes/musicbrainz.ts";
import { startUpcItemDb } from "../../../tests/fakes/upcitemdb.ts";
import { openApp } from "../../../tests/fixtures/app.ts";
import { WantedDiscs } from "../wanted/model.ts";
import { BarcodeLookup, ExpectedDisc } from "./model.ts";

const UPC = "883929671526";
const ALBUM = "5016025911646";
const BOX = "4006381333931";
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const films = generateMovies({ count: 40, root: "/movies", seed: 3 });
const GLASS: FakeMedia = {
  title: "Glass Harbor",
  year: 2019,
  type: "Movie",
  ids: { tmdb: "949", imdb: "tt7654321" },
  upcs: [`0${UPC}`, null],
  releases: [[{ hash: "A".repeat(32), format: "UHD", titles: [] }], [{ hash: "B".repeat(32), titles: [] }]],
};
const SET: FakeMedia = {
  title: "The Lamp Post: Season Two",
  type: "Series",
  isBoxSet: true,
  upcs: [BOX],
  releases: [[{
    hash: "C".repeat(32),
    titles: [{ item: { title: "One", type: "Episode", season: "2", episode: "1" } }],
  }]],
};

async function world() {
  const [film, ...others] = films;
  ok(film);
  await using open = new AsyncDisposableStack();
  const discdb = open.use(await startDiscDb([GLASS, SET]));
  const music = open.use(
    await startMusicBrainz({ releases: [{ title: "Quiet Rooms", artist: "The Tests", barcode: ALBUM }] }),
  );
  const products = open.use(await startUpcItemDb({ "96385074": [{ title: "Heat [Blu-ray] [1995] - NEW" }] }));
  const radarr = open.use(
    await startRadarr({ movies: [{ ...film, id: 1, title: "Heat", year: 1995, tmdbId: 949 }, ...others] }),
  );
  const sonarr = open.use(await startSonarr({ series: 12 }));
  const hosts: Record<string, [string, number]> = {
    "discs.example": ["93.184.216.34", discdb.port],
    "music.example": ["93.184.216.35", music.port],
    "products.example": ["93.184.216.36", products.port],
  };
  const app = open.use(
    await openApp({
      discDbUrl: "https://discs.example/",
      musicCatalogueUrl: "https://music.example/ws/2/",
      productsUrl: "https://products.example/prod/trial/",
      network: {
        resolve: (host) => Promise.resolve([hosts[host]?.[0] ?? "127.0.0.1"]),
        reroute: (address, port) => {
          const fake = Object.values(hosts).find(([public_]) => public_ === address);
          return fake === undefined ? { address, port } : { address: "127.0.0.1", port: fake[1] };
        },
      },
      settings: {
        general: { security: { certificateValidation: "disabled" } },
        experiments: { barcode: true, wanted: true },
        connections: {
          movie: { enabled: true, url: radarr.url, apiKey: radarr.key },
          series: { enabled: true, url: sonarr.url, apiKey: sonarr.key },
        },
      },
    }),
  );
  await app.instance.library.refresh("movie");
  await app.instance.library.refresh("series");
  const ends = open.move();
  return {
    ...{ app, discdb, music, products, radarr, sonarr },
    lookup: (code: string) => app.call("/api/barcode/lookup", { json: { code } }),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

test("each route of the experiments reports that they are disabled", async () => {
  await using app = await openApp();
  const asked: [string, string][] = [
    ["POST", "/api/barcode/lookup"],
    ["GET", "/api/barcode/expected"],
    ["POST", "/api/barcode/expected"],
    ["DELETE", "/api/barcode/expected/abc"],
    ["GET", "/api/wanted"],
  ];
  const body = { code: UPC, kind: "movie", title: "Heat", externalId: "tmdb:949" };
  for (const [method, path] of asked) {
    const answer = await app.call(path, { method, ...(method === "POST" ? { json: body } : {}) });
    same([answer.status, (await answer.json()).code], [501, "experiment_off"], path);
  }
});

test("slow: the catalogue of discs, then that of music, then that of products is queried, each as little as possible", async () => {
  await using it = await world();
  const glass = BarcodeLookup.parse(await (await it.lookup(UPC)).json());
  same(glass.product, {
    code: UPC,
    product: "Glass Harbor (Blu-ray)",
    title: "Glass Harbor",
    year: 2019,
    kind: "movie",
    format: "uhd",
    externalIds: { tmdb: 949, imdb: "tt7654321" },
    source: "discdb",
  });
  same([glass.inLibrary?.id, glass.inLibrary?.title, glass.inLibrary?.score], [1, "Heat", 100], "by its id");
  same([it.music.seen.length, it.products.seen.length], [0, 0]);
  const asked = it.discdb.seen.length;
  is((await it.lookup(`0${UPC}`)).status, 200);
  is(it.discdb.seen.length, asked, "the other form is the same number, and known");

  const set = BarcodeLookup.parse(await (await it.lookup(BOX)).json()).product;
  same([set.title, set.kind, set.seasonNumber, set.source], ["The Lamp Post: Season Two", "series", 2, "discdb"]);

  const album = BarcodeLookup.parse(await (await it.lookup(ALBUM)).json()).product;
  same([album.title, album.kind, album.source, album.externalIds?.releaseGroup !== undefined], [
    ...["Quiet Rooms", "album", "releasedb", true],
  ]);

  const heat = BarcodeLookup.parse(await (await it.lookup("9638-5074")).json());
  same([heat.product.title, heat.product.year, heat.product.format, heat.product.source], [
    ...["Heat", 1995, "bluray", "product"],
  ]);
  same([heat.inLibrary?.id, heat.inLibrary?.externalId, heat.limits?.remaining], [1, "tmdb:949", 99]);

  const unknown = await it.lookup("042100005264");
  const problem = await unknown.json();
  same([unknown.status, problem.code], [404, "barcode_unknown"]);
  await it.lookup("042100005264");
  is(it.products.seen.length, 2, "a miss is kept for a day");
});

test("an invalid barcode is refused before any request is sent", async () => {
  await using it = await world();
  for (const code of ["123", "883929671527", "abc", "<b>", "1".repeat(65), ""]) {
    is((await it.lookup(code)).status, 422, code);
  }
  same([it.discdb.seen, it.music.seen, it.products.seen], [[], [], []]);
});

test("slow: a failing source is named, does not affect the others, and its miss is not cached", async () => {
  await using it = await world();
  it.discdb.graph = "error";
  const heat = BarcodeLookup.parse(await (await it.lookup("96385074")).json());
  same([heat.product.title, heat.errors.length], ["Heat", 1]);
  match(heat.errors[0] ?? "", /TheDiscDb returned status 500/);
  const missed = await it.lookup(UPC);
  is(missed.status, 404);
  match((await missed.json()).detail, /Some sources could not be reached/);
  it.discdb.graph = "well";
  is((await it.lookup(UPC)).status, 200);
  for (const [manner, status] of [["unavailable", 502], ["redirect", 502], ["cut", 502], ["exceeded", 429]] as const) {
    it.products.manner = manner;
    is((await it.lookup("01234565")).status, status, manner);
  }
});

test("a confirmed title is added according to the settings, and a repeated barcode is one disc", async () => {
  await using it = await world();
  const expect = (json: object) =>
    it.app.call("/api/barcode/expected", { json: { code: UPC, kind: "movie", ...json } });
  const list = async () => ExpectedDisc.array().parse(await (await it.app.call("/api/barcode/expected")).json());
  const before = it.radarr.movies.all().toArray().length;
  const added = await expect({ title: "The Matrix", externalId: "tmdb:603", format: "bluray" });
  is(added.status, 201);
  const disc = ExpectedDisc.parse(await added.json());
  const movie = it.radarr.movies.all().toArray().find(({ id }) => id === disc.arrId);
  same([movie?.monitored, it.radarr.movies.all().toArray().length], [false, before + 1]);
  const again = ExpectedDisc.parse(
    await (await expect({ title: "Heat", externalId: "tmdb:949", code: `0${UPC}` })).json(),
  );
  same([again.id, again.title, again.arrId], [disc.id, "Heat", 1], "one that is there is not added again");
  same((await list()).map(({ id }) => id), [disc.id]);
  await expect({ code: "96385074", title: "Kept in mind", externalId: "tmdb:12", add: false });
  same((await list()).map(({ title, arrId }) => [title, arrId]), [["Kept in mind", undefined], ["Heat", 1]]);
  const refused: [object, number][] = [
    [{ title: "No id" }, 422],
    [{ title: "Other database", externalId: "mal:1" }, 422],
    [{ title: "An album's", externalId: "00000000-0000-4000-8000-000000000000" }, 422],
    [{ title: "Unknown", externalId: "tmdb:999999999" }, 404],
    [{ title: "No barcode", externalId: "tmdb:949", code: "1" }, 422],
  ];
  for (const [json, status] of refused) is((await expect(json)).status, status, JSON.stringify(json));
  is((await it.app.call(`/api/barcode/expected/${disc.id}`, { method: "DELETE" })).status, 200);
  is((await it.app.call(`/api/barcode/expected/${disc.id}`, { method: "DELETE" })).status, 404);
  is((await list()).length, 1);
});

test("slow: titles below their cutoff are listed with the disc that helps, the scanned first; a failing manager is named", async () => {
  await using it = await world();
  const wanted = async () => WantedDiscs.parse(await (await it.app.call("/api/wanted")).json());
  const first = await wanted();
  ok(first.items.some(({ kind, seasonNumber }) => kind === "series" && seasonNumber !== undefined));
  ok(first.items.every(({ onShelf }) => !onShelf));
  same(first.errors, []);
  const last = first.items.at(-1);
  ok(last);
  await it.app.call("/api/barcode/expected", {
    json: {
      code: UPC,
      kind: last.kind,
      title: last.title,
      arrId: last.arrId,
      ...(last.seasonNumber === undefined ? {} : { seasonNumber: last.seasonNumber }),
    },
  });
  same((await wanted()).items[0], { ...last, onShelf: true });
  await it.app.instance.settings.update({ connections: { series: { url: "http://127.0.0.1:1" } } });
  const { items, errors } = await wanted();
  same(errors.map(({ source }) => source), ["series"]);
  ok(items.every(({ kind }) => kind === "movie"));
});
