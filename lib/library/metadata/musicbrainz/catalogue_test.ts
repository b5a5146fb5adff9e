import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { type MusicBrainzFake, startMusicBrainz } from "../../../../tests/fakes/musicbrainz.ts";
import { openApp } from "../../../../tests/fixtures/app.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { systemClock } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import { CatalogFound, CatalogQuery } from "./model.ts";
import { createMusicCatalogue } from "./service.ts";

const RELEASES = [
  { title: "Quiet Rooms", artist: "The Tests", barcode: "5016025911646" },
  { title: "Loud Halls", artist: "The Tests" },
];
const URL_HERE = "https://musicbrainz.example/ws/2/";
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const network = ({ port }: MusicBrainzFake) => ({
  resolve: () => Promise.resolve(["93.184.216.34"]),
  reroute: () => ({ address: "127.0.0.1", port }),
});

/** The MusicBrainz service with a fake server, short delays, and responses cached in memory. */
async function world({ spacingMs = 0, retriesMs = [20, 40, 60] } = {}) {
  const fake = await startMusicBrainz({ releases: RELEASES });
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, network(fake));
  const kept = new Map<string, { question: string; answer: unknown; at: number }>();
  let settings = Settings.parse({});
  let time = new Date("2026-01-01T00:00:00Z").getTime();
  let latestMs = 0;
  const sentAt: number[] = [];
  const catalogue = createMusicCatalogue({
    http: {
      send(request) {
        // The time at which the service considers the request sent, which the load of the machine does not change.
        sentAt.push(latestMs);
        return http.send(request);
      },
    },
    clock: { now: () => new Date(time), monotonicMs: () => latestMs = systemClock.monotonicMs() },
    url: URL_HERE,
    waits: { spacingMs, retriesMs },
    settings: { current: () => settings },
    cache: {
      get: (question) => Promise.resolve(kept.get(question)),
      save: (row) => Promise.resolve(void kept.set(row.question, row)),
      forget: (before) => Promise.resolve(kept.forEach(({ at }, key) => at < before && kept.delete(key))),
    },
  });
  return {
    fake,
    sentAt,
    switchOff: () => void (settings = Settings.parse({ releasedb: { enabled: false } })),
    kept,
    search: (query: { q: string; kind?: string; artist?: string }) => catalogue.search(CatalogQuery.parse(query)),
    later: (ms: number) => void (time += ms),
    async [Symbol.asyncDispose]() {
      await catalogue.close();
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

const failure = (work: Promise<unknown>): Promise<Fault> =>
  work.then(() => {
    throw new Error("expected a failure");
  }, (error) => {
    if (error instanceof Fault) return error;
    throw error;
  });

test("releases and artists are found, and invalid rows are skipped", async () => {
  await using it = await world();
  const [release, ...others] = await it.search({ q: "quiet rooms tests" });
  same(others, []);
  ok(release?.kind === "release");
  const { title, artist, date, discCount, trackCount, label, format, barcode, source } = release;
  same({ title, artist, date, discCount, trackCount, label, format, barcode, source }, {
    title: "Quiet Rooms",
    artist: "The Tests & Guests",
    date: "2001-05-12",
    discCount: 2,
    trackCount: 17,
    label: "Small Label",
    format: "CD",
    barcode: "5016025911646",
    source: "releasedb",
  });
  is((await it.search({ q: "5016025911646" })).length, 1);
  is((await it.search({ q: "Tests", kind: "artist" }))[0]?.kind, "artist");
  same(await it.search({ q: "nothing like it" }), []);
});

test("all callers together stay within the rate limit, and share the same query", async () => {
  const spacingMs = 50;
  await using it = await world({ spacingMs });
  const words = ["quiet", "loud", "rooms", "halls", "quiet", "tests"];
  await Promise.all(words.map((q) => it.search({ q })));
  same(it.fake.seen.map(({ status }) => status), [200, 200, 200, 200, 200]);
  // Timers have millisecond resolution.
  const gaps = it.sentAt.slice(1).map((at, n) => at - (it.sentAt[n] ?? 0));
  same(gaps.filter((gap) => gap < spacingMs - 2), []);
});

test("a rate-limited request is repeated, and fails with a clear message if that does not help", async () => {
  await using it = await world();
  it.fake.busy.times = 2;
  is((await it.search({ q: "quiet" })).length, 1);
  same(it.fake.seen.map(({ status }) => status), [503, 503, 200]);
  it.fake.busy.times = 4;
  const fault = await failure(it.search({ q: "loud" }));
  same([fault.code, fault.retryAfterSeconds], ["upstream_failed", 60]);
  match(fault.message, /MusicBrainz is busy; try again/);
  is(it.fake.seen.length, 7);
  is((await it.search({ q: "loud" })).length, 1, "a failure is not kept");
});

test("an answer is cached for a month", async () => {
  await using it = await world();
  const first = await it.search({ q: "quiet" });
  same(await it.search({ q: "quiet" }), first);
  is(it.fake.seen.length, 1);
  it.later(31 * 86_400_000);
  await it.search({ q: "quiet" });
  is(it.fake.seen.length, 2);
  is(it.kept.size, 1);
});

test("invalid responses are a failure of MusicBrainz, and no request is sent while it is off", async () => {
  await using it = await world();
  for (const [status, body] of [[500, ""], [200, "<html>"], [200, '{"releases":"no"}'], [400, "{}"]] as const) {
    Object.assign(it.fake.instead, { status, body });
    is((await failure(it.search({ q: "quiet" }))).code, "upstream_failed", `${status} ${body}`);
  }
  const asked = it.fake.seen.length;
  it.switchOff();
  is((await failure(it.search({ q: "loud" }))).code, "bad_state");
  is(it.fake.seen.length, asked);
});

test("the API returns search results from the real store, and refuses invalid searches", async () => {
  await using fake = await startMusicBrainz({ releases: RELEASES });
  await using app = await openApp({ network: network(fake), musicCatalogueUrl: URL_HERE });
  await app.instance.settings.update({ general: { security: { certificateValidation: "disabled" } } });
  for (const _ of [1, 2]) {
    const response = await app.call("/api/catalog/search?q=quiet%20rooms");
    is(response.status, 200);
    is(CatalogFound.array().parse(await response.json()).length, 1);
  }
  is(fake.seen.length, 1, "the second answer is the kept one");
  is((await app.call("/api/catalog/search")).status, 422);
  await app.instance.settings.update({ releasedb: { enabled: false } });
  is((await app.call("/api/catalog/search?q=x")).status, 409);
});
