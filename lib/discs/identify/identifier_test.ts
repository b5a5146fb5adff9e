import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import {
  EPISODES,
  EXPECTED,
  HASH,
  identifyTest as test,
  minutes,
} from "../../../tests/fixtures/discs/identify_world.ts";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import type { OmdbTitle } from "../../library/metadata/omdb.ts";
import { RipMedia } from "../rip_schema.ts";
import { MIN_CONFIDENCE } from "./model.ts";

test("a movie of the library is recognised by label and length, without a request to another service", async ({ identify, lookups, fake }) => {
  const { media, candidates, log, known } = await identify({ label: "GLASS_HARBOR", titles: minutes(118, 5) });
  same(
    [media.kind, media.title, media.year, media.externalId, media.arrId, media.matchedBy, media.genres],
    ["movie", "Glass Harbor", 2019, 1001, 1, "library", ["Drama"]],
  );
  ok(media.confidence >= MIN_CONFIDENCE);
  match(media.reason ?? "", /118 min/);
  same([candidates, known, lookups.requests, fake.seen], [[], undefined, [], []]);
  ok(log.length >= 2);
  RipMedia.parse(media);
});

test("an alternate title is as good, and lengths distinguish a movie from a series of the same name", async ({ identify }) => {
  const film = (await identify({ label: "DAS_SALZ_DER_MEERE", titles: minutes(99) })).media;
  same([film.title, film.kind, film.confidence >= MIN_CONFIDENCE], ["Salt", "movie", true]);
  const series = (await identify({ label: "SALT_S1_D2", titles: EPISODES })).media;
  same([series.kind, series.seasonNumber, series.discNumber, series.arrId], ["series", 1, 2, 2]);
  ok(series.confidence >= MIN_CONFIDENCE);
});

test("failing services are logged, and the results of the others count", async ({ identify, fake, lookups }) => {
  lookups.status = 503;
  for (const manner of ["unauthorized", "forbidden", "error", "html", "cut", "drop"] as const) {
    fake.graph = fake.rest = manner;
    const facts = { label: "GLASS_HARBOR", fingerprint: { contentHash: HASH }, titles: minutes(118) };
    const { media, log } = await identify(facts);
    same([media.title, media.matchedBy], ["Glass Harbor", "library"], manner);
    match(log.join("\n"), /TheDiscDb could not be reached/, manner);
  }
  const { media, log } = await identify({ label: "SOMETHING_ELSE", titles: minutes(100) });
  same([media.kind, media.confidence], ["unknown", 0]);
  match(log.join("\n"), /Radarr lookup for “something else”: Radarr reports: SkyHook is down/);
});

test("titles that are not in the libraries are looked up online", async ({ identify, lookups }) => {
  lookups.films = [
    { title: "Iron Orchard", tmdbId: 9, year: 2015, runtime: 107, genres: ["Western"], images: [] },
    { title: "Orchard", tmdbId: 10, year: 2015, runtime: 107, genres: [], images: [] },
  ];
  const { media, log } = await identify({ label: "IRON_ORCHARD_2015", titles: minutes(107) });
  same([media.title, media.externalId, media.matchedBy, media.year], ["Iron Orchard", 9, "lookup", 2015]);
  is(media.arrId, undefined);
  ok(media.confidence >= MIN_CONFIDENCE);
  match(log.join("\n"), /Radarr lookup for “iron orchard 2015”: 2 titles/);
});

test("a lookup result that its manager has added meanwhile gets its ID there", async ({ identify, lookups }) => {
  lookups.films = [{ id: 31, title: "Iron Orchard", tmdbId: 9, year: 2015, runtime: 107, genres: [], images: [] }];
  const { media } = await identify({ label: "IRON_ORCHARD_2015", titles: minutes(107) });
  same([media.externalId, media.arrId, media.matchedBy], [9, 31, "lookup"]);
});

test("a meaningless label matches nothing and sends no request", async ({ identify, lookups }) => {
  for (const label of ["MOVIE_DISC", "BONUS", "DVD_VIDEO", "LOGICAL_VOLUME_ID", "DISC_2", ""]) {
    const { media, candidates } = await identify({ label, titles: minutes(118) });
    same([media.kind, media.confidence, candidates], ["unknown", 0, []], label);
  }
  same(lookups.requests, []);
});

test("an unmatched label still provides the season and the disc", async ({ identify }) => {
  for (
    const [label, ...numbers] of [
      ["SOMETHING_ELSE_S02_D3", 2, 3, undefined],
      ["SOMETHING_ELSE_SEASON_1_DISC_2_OF_4", 1, 2, 4],
      ["DISC_2", undefined, 2, undefined],
      ["SOMETHING_ELSE", undefined, undefined, undefined],
    ] as const
  ) {
    const { media } = await identify({ label, titles: minutes(42, 42, 43) });
    same([media.kind, media.title], ["unknown", ""], label);
    same([media.seasonNumber, media.discNumber, media.discCount], numbers, label);
  }
});

test("the name in the disc's metadata counts if the label is meaningless", async ({ identify }) => {
  const { media } = await identify({ label: "BDROM", discName: "Glass Harbor - Blu-ray™", titles: minutes(118) });
  same([media.title, media.confidence >= MIN_CONFIDENCE], ["Glass Harbor", true]);
});

test("episodes of a season have their lengths from Sonarr, else as last read", async ({ identifier, lookups, rows }) => {
  const { signal } = new AbortController();
  const media: RipMedia = { ...EXPECTED, seasonNumber: 1 };
  lookups.episodes = [
    { id: 2, seriesId: 1, seasonNumber: 1, episodeNumber: 2, title: "Two", runtime: 51 },
    { id: 1, seriesId: 1, seasonNumber: 1, episodeNumber: 1, title: "One", runtime: 58 },
    { id: 3, seriesId: 1, seasonNumber: 2, episodeNumber: 1, title: "Other", runtime: 1 },
  ];
  same(await identifier.season(media, signal), {
    episodes: [{ number: 1, title: "One", runtimeMinutes: 58 }, { number: 2, title: "Two", runtimeMinutes: 51 }],
  });
  match(lookups.requests.join(), /episode .*seriesId=1&seasonNumber=1/);
  lookups.status = 500;
  is(await identifier.season(media, signal), undefined);
  const [row] = await rows.many("series", [1]);
  ok(row);
  const record = { id: 11, seasonNumber: 1, episodeNumber: 1, title: "One", hasFile: false, monitored: true };
  await rows.putSeries(row, [{ id: 11, seriesId: 1, seasonNumber: 1, episodeNumber: 1, record }]);
  same(await identifier.season(media, signal), { episodes: [{ number: 1, title: "One" }] });
  is(await identifier.season({ ...media, kind: "movie" }, signal), undefined);
  is(await identifier.season({ ...media, externalId: 99_999 }, signal), undefined);
});

test("a cancelled identification rejects with the reason", async ({ identify, fake }) => {
  fake.graph = "hang";
  const controller = new AbortController();
  const pending = identify({ label: "GLASS_HARBOR", fingerprint: { contentHash: HASH } }, controller.signal);
  controller.abort(new Error("enough"));
  await rejects(pending, /enough/);
});

test("a movie unknown to library and lookup is looked up in OMDb, if that is on", async ({ identify, omdb }) => {
  const disc = { label: "OBSCURE_VOYAGE", titles: [discTitle(0, { durationSeconds: 95 * 60 })] };
  is((await identify(disc)).media.kind, "unknown");
  const found: OmdbTitle = {
    kind: "movie",
    title: "Obscure Voyage",
    imdbId: "tt7654321",
    genres: ["Drama"],
    runtimeMinutes: 95,
  };
  omdb.push(found);
  const { media, log } = await identify(disc);
  same([media.title, media.matchedBy, media.imdbId, media.genres], ["Obscure Voyage", "omdb", "tt7654321", ["Drama"]]);
  match(log.join(" "), /OMDb: 1 title similar to this disc/);
  omdb.splice(0);
});
