import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import {
  type FakeMedium,
  type FakeRelease,
  idOf,
  type MusicBrainzFake,
  startMusicBrainz,
} from "../../../../tests/fakes/musicbrainz.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { systemClock } from "../../../kit/clock.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import { mediumOf } from "./disc_release.ts";
import { createMusicCatalogue } from "./service.ts";
import { OneReleaseAnswer } from "./wire.ts";

const TOC = "1 6 95462 150 15363 32314 46592 63414 80489";
const DISC = { discId: "49HHV7Eb8UKF3aQiNmu1GR8vKTY-", toc: TOC };
const UNKNOWN = { discId: "xxxxxxxxxxxxxxxxxxxxxxxxxxx-", toc: TOC };
const tracks = (name: string, count = 6): FakeMedium["tracks"] =>
  Array.from({ length: count }, (_, i) => ({ title: `${name} ${i + 1}` }));
const SET: FakeRelease = {
  title: "Two Rooms",
  artist: "The Tests",
  barcode: "0016025911646",
  discs: [
    { toc: "1 6 99000 150 9000 20000 30000 40000 50000", title: "Studio", tracks: tracks("Studio") },
    {
      discId: DISC.discId,
      toc: TOC,
      title: "Live",
      tracks: tracks("Live").with(2, { title: "Duet", artist: "Another" }),
    },
  ],
};
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

async function world(releases: FakeRelease[] = [SET]) {
  const fake: MusicBrainzFake = await startMusicBrainz({ releases });
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: () => Promise.resolve(["93.184.216.34"]),
    reroute: () => ({ address: "127.0.0.1", port: fake.port }),
  });
  const kept = new Map<string, { question: string; answer: unknown; at: number }>();
  let settings = Settings.parse({});
  const catalogue = createMusicCatalogue({
    http,
    clock: systemClock,
    url: "https://musicbrainz.example/ws/2/",
    waits: { spacingMs: 0, retriesMs: [5, 5, 5] },
    settings: { current: () => settings },
    cache: {
      get: (question) => Promise.resolve(kept.get(question)),
      // Converts the row to JSON and back, like the real store.
      save: (row) => Promise.resolve(void kept.set(row.question, JSON.parse(JSON.stringify(row)))),
      forget: () => Promise.resolve(),
    },
  });
  return {
    fake,
    catalogue,
    switchOff: () => void (settings = Settings.parse({ releasedb: { enabled: false } })),
    async [Symbol.asyncDispose]() {
      await catalogue.close();
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test("a known disc is answered as that disc of its set, with tracks and ids", async () => {
  await using it = await world();
  const [release, ...others] = await it.catalogue.discReleases(DISC);
  same(others, []);
  ok(release);
  same([release.discNumber, release.discCount, release.discTitle, release.inexact], [2, 2, "Live", undefined]);
  same([release.releaseId, release.catalogNumber], [idOf("Two Rooms"), "X 1"]);
  same(release.tracks[0], {
    number: 1,
    title: "Live 1",
    lengthMs: 202840,
    recordingId: idOf("recording Live 1"),
    trackId: idOf("track Live 1"),
    isrc: "GBAYE0000351",
  });
  same([release.tracks[2]?.title, release.tracks[2]?.artist], ["Duet", "Another"]);
  same(await it.catalogue.discReleases(DISC), [release]);
  is(it.fake.seen.length, 1, "the second answer is the kept one");
});

test("discs similar to an unknown one are marked and requested each time, and none yields none", async () => {
  await using it = await world();
  const [release] = await it.catalogue.discReleases(UNKNOWN);
  same([release?.inexact, release?.discNumber], [true, 2]);
  await it.catalogue.discReleases(UNKNOWN);
  same(await it.catalogue.discReleases({ ...UNKNOWN, toc: "1 1 300150 150" }), []);
  same(it.fake.seen.map(({ status }) => status), [200, 200, 404]);
});

test("a release is read whole by its id, and by either form of its barcode", async () => {
  await using it = await world();
  const release = await it.catalogue.release(idOf("Two Rooms"), DISC);
  same([release.discNumber, release.tracks.length], [2, 6]);
  const other = await it.catalogue.release(idOf("Two Rooms"), {
    discId: "y",
    toc: "1 6 99000 150 9000 20000 30000 40000 50000",
  });
  same([other.discNumber, other.discTitle], [1, "Studio"], "the kept answer serves another disc of the set");
  is(it.fake.seen.length, 1);
  same((await it.catalogue.barcodeReleases("016025911646", DISC)).map(({ title }) => title), ["Two Rooms"]);
  await rejects(it.catalogue.release(idOf("not there at all"), DISC), { code: "not_found" });
  const asked = it.fake.seen.length;
  for (const id of ["nothing", "..", "../artist/x", ""]) {
    await rejects(it.catalogue.release(id, DISC), { code: "not_found" });
  }
  is(it.fake.seen.length, asked, "what is no id is not asked for");
  await rejects(it.catalogue.release(idOf("Two Rooms"), { discId: "y", toc: "1 1 9000 150" }), { code: "bad_state" });
});

test("an invalid or refused response is a failure, and a busy service is queried again", async () => {
  await using it = await world();
  it.fake.busy.times = 2;
  is((await it.catalogue.discReleases(DISC)).length, 1);
  for (const [status, body] of [[500, ""], [200, "<html>"], [200, '{"releases":"no"}'], [400, "{}"]] as const) {
    Object.assign(it.fake.instead, { status, body });
    await rejects(it.catalogue.discReleases(UNKNOWN), { code: "upstream_failed" }, `${status} ${body}`);
  }
  Object.assign(it.fake.instead, { status: 200, body: '{"id":"x","title":"a stub","artist":"someone"}' });
  same(await it.catalogue.discReleases(UNKNOWN), [], "a stub has no releases");
  it.switchOff();
  await rejects(it.catalogue.discReleases(DISC), { code: "bad_state" });
});

Deno.test("invalid rows are skipped, and unknown lengths decide nothing", () => {
  const row = OneReleaseAnswer.parse({
    id: "r",
    title: "t",
    media: [
      "nonsense",
      { position: 1, tracks: [{ position: 1, length: 1 }, { position: "x" }, null] },
      { position: 2, tracks: [{ position: 1, title: "a" }] },
      { position: 3, "track-count": 2 },
    ],
  });
  is(mediumOf(row.media ?? [], { discId: "x", toc: "1 1 9000 150" })?.position, 2);
  is(mediumOf(row.media ?? [], { discId: "x", toc: "1 2 9000 150 4000" })?.position, 3);
  is(mediumOf(row.media ?? [], { discId: "x", toc: "" }), undefined);
});
