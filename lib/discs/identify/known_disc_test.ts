import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import {
  CATALOGUED,
  EPISODES,
  EXPECTED,
  HASH,
  identifyTest as test,
  minutes,
} from "../../../tests/fixtures/discs/identify_world.ts";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import type { ExpectedDisc } from "../../library/barcodes/model.ts";
import { Rip, RipMedia } from "../rip_schema.ts";
import { MIN_CONFIDENCE } from "./model.ts";

test("a catalogue that lists the disc takes precedence, and names its titles", async ({ identify, lookups, fake }) => {
  const facts = { label: "LOGICAL_VOLUME_ID", fingerprint: { contentHash: HASH }, titles: EPISODES };
  const { media, known, log } = await identify(facts);
  same(
    [
      media.title,
      media.externalId,
      media.arrId,
      media.seasonNumber,
      media.discNumber,
      media.discCount,
      media.matchedBy,
    ],
    ["The Lamp Post", 2001, 1, 2, 1, 1, "discdb"],
  );
  ok(media.confidence >= 95);
  same([known?.source, known?.episodes], ["discdb", { 0: 8, 1: 7, 2: 6 }]);
  same(known?.roles["3"], { kind: "extra", type: "custom", name: "Part 3" });
  Rip.shape.titleRoles.parse(known?.roles);
  is(lookups.requests.length, 0);
  match(log.join("\n"), /TheDiscDb identifies this disc: The Lamp Post, 4 of 4 titles identified/);
  await identify(facts);
  is(fake.seen.length, 1, "the answer is kept");
}, [CATALOGUED]);

test("the id of a series at TMDB becomes that of TheTVDB through Sonarr's lookup", async ({ identify, lookups }) => {
  lookups.series = [{ title: "New Lamp", tvdbId: 77, year: 2022, seriesType: "anime", images: [], genres: [] }];
  const { media } = await identify({ fingerprint: { contentHash: HASH }, titles: EPISODES });
  same([media.title, media.externalId, media.arrId, media.seriesType, media.matchedBy], [
    "New Lamp",
    77,
    undefined,
    "anime",
    "discdb",
  ]);
  same(lookups.requests, ["/api/v3/series/lookup tmdb:55"]);
}, [{ ...CATALOGUED, title: "New Lamp", year: 2022, ids: { tmdb: "55" } }]);

test("a disc that a catalogue assigns to several titles is offered and not applied", async ({ identify }) => {
  const { media, candidates, known } = await identify({ fingerprint: { contentHash: HASH }, titles: EPISODES });
  ok(media.confidence < MIN_CONFIDENCE);
  same([candidates.length, known], [1, undefined]);
}, [CATALOGUED, { ...CATALOGUED, title: "Another Post", ids: null }]);

test("discdb receives no request while it is disabled", async ({ identify, change, fake }) => {
  change({ discdb: { enabled: false } });
  const { media } = await identify({ label: "LAMP_POST_S2_D1", fingerprint: { contentHash: HASH }, titles: EPISODES });
  same([fake.seen, media.matchedBy, media.seasonNumber], [[], "library", 2]);
}, [CATALOGUED]);

test("the expected disc is accepted, unless its label contradicts", async ({ identify, lookups }) => {
  const taken = (await identify({ label: "DVD_VIDEO", titles: EPISODES, expected: EXPECTED })).media;
  same([taken.title, taken.seasonNumber, taken.discNumber, taken.matchedBy], ["The Lamp Post", 2, 2, "expected"]);
  ok(taken.confidence >= MIN_CONFIDENCE);
  same(lookups.requests, []);
  const other = await identify({ label: "GLASS_HARBOR", titles: minutes(118), expected: EXPECTED });
  same([other.media.title, other.candidates[0]?.title], ["Glass Harbor", "The Lamp Post"]);
  ok(other.media.confidence < MIN_CONFIDENCE);
  match(other.media.reason ?? "", /The Lamp Post, season 2 was expected/);
  const season = (await identify({ label: "LAMP_POST_S1_D1", titles: EPISODES, expected: EXPECTED })).media;
  same([season.seasonNumber, season.confidence < MIN_CONFIDENCE], [1, true]);
});

test("the user's choice stays, and a catalogue may still name its titles", async ({ identify }) => {
  const chosen: RipMedia = { ...EXPECTED, matchedBy: "user", confidence: 100, episodeStart: 6 };
  const facts = { label: "GLASS_HARBOR", fingerprint: { contentHash: HASH }, titles: EPISODES };
  const { media, known } = await identify({ ...facts, expected: chosen });
  same([media.title, media.matchedBy, media.episodeStart, known?.episodes], ["The Lamp Post", "user", 6, {
    0: 8,
    1: 7,
    2: 6,
  }]);
  const other: RipMedia = {
    ...chosen,
    kind: "movie",
    title: "Salt",
    year: 2003,
    externalId: 1002,
    seasonNumber: undefined,
  };
  const kept = await identify({ ...facts, expected: other });
  same([kept.media.title, kept.media.confidence, kept.known], ["Salt", 100, undefined]);
}, [CATALOGUED]);

test("the shared index is queried after discdb, and contradictory votes are only offered", async ({ identify, change, lookups }) => {
  const entry = {
    ...{ hash: HASH, kind: "series", tvdbId: 2001, season: 1, disc: 1, discs: 3, votes: 4 },
    titles: EPISODES.map(({ sourceFile, durationSeconds }, at) => ({
      ...{ sourceFile, seconds: durationSeconds, role: "episode", episodes: [at + 1] },
    })),
  };
  let answer: unknown = entry;
  const requests: string[] = [];
  const index = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    requests.push(new URL(request.url).pathname);
    return answer === undefined ? new Response("no such file", { status: 404 }) : Response.json(answer);
  });
  try {
    const facts = { label: "BONUS", fingerprint: { contentHash: HASH }, titles: EPISODES };
    is((await identify(facts)).media.kind, "unknown");
    same(requests, [], "it is off until it is switched on");
    change({ sharedb: { enabled: true, indexUrl: `http://127.0.0.1:${index.addr.port}/index/` } });
    const { media, known } = await identify(facts);
    same(requests, [`/index/v1/00/${HASH}.json`]);
    same([media.title, media.seasonNumber, media.discCount, media.matchedBy], ["The Lamp Post", 1, 3, "library"]);
    same([known?.source, known?.episodes], ["sharedb", { 0: 1, 1: 2, 2: 3, 3: 4 }]);
    answer = { ...entry, votes: { for: 3, against: 1 } };
    const disputed = await identify(facts);
    same([disputed.known, disputed.media.confidence < MIN_CONFIDENCE], [undefined, true]);
    for (const nothing of [undefined, "nonsense", { hash: "x" }, []]) {
      answer = nothing;
      is((await identify(facts)).media.kind, "unknown");
    }
    same(lookups.requests, []);
  } finally {
    await index.shutdown();
  }
});

test("a disc with a scanned barcode needs less evidence, and no name if it is the only one", async (world) => {
  const { identify, expected } = world;
  const disc: ExpectedDisc = {
    ...{ id: "1", code: "883929671526", title: "Glass Harbor", kind: "movie", externalId: "tmdb:1001", arrId: 1 },
    addedAt: "2026-01-01T00:00:00.000Z",
  };
  const titles = [discTitle(0, { durationSeconds: 118 * 60 })];
  expected.push(disc);
  is((await identify({ label: "LOGICAL_VOLUME_ID", titles })).media.kind, "unknown", "the experiment is off");
  world.change({ experiments: { barcode: true } });
  const unnamed = (await identify({ label: "LOGICAL_VOLUME_ID", titles })).media;
  same([unnamed.title, unnamed.matchedBy, unnamed.confidence < MIN_CONFIDENCE], ["Glass Harbor", "expected", true]);
  const named = (await identify({ label: "GLASS_HARBOR", titles })).media;
  same([named.matchedBy, named.arrId, named.confidence >= MIN_CONFIDENCE], ["expected", 1, true]);
  expected.push({ ...disc, id: "2", title: "Salt", externalId: "tmdb:1002" });
  is((await identify({ label: "LOGICAL_VOLUME_ID", titles })).media.kind, "unknown", "it may be either");
  expected.splice(0, 2, { ...disc, seenAt: disc.addedAt });
  is((await identify({ label: "LOGICAL_VOLUME_ID", titles })).media.kind, "unknown", "that one has come");
});
