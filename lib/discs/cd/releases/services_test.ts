import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { startCddb } from "../../../../tests/fakes/cddb.ts";
import { type FakeRelease, startMusicBrainz } from "../../../../tests/fakes/musicbrainz.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { systemClock } from "../../../kit/clock.ts";
import { createMusicCatalogue } from "../../../library/metadata/musicbrainz/service.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import type { CdToc } from "../model.ts";
import { createCddb } from "./cddb.ts";
import { findReleases } from "./find_releases.ts";

const OFFSETS = [150, 15363, 32314, 46592, 63414, 80489];
const LEAD_OUT = 95462;
const TOC_TEXT = `1 6 ${LEAD_OUT} ${OFFSETS.join(" ")}`;
const TOC: CdToc = {
  tracks: OFFSETS.map((offset, i) => ({
    number: i + 1,
    start: offset - 150,
    sectors: (OFFSETS[i + 1] ?? LEAD_OUT) - offset,
    isAudio: true,
    preEmphasis: false,
  })),
  leadOut: LEAD_OUT - 150,
};
const DISC = { toc: TOC, discId: "49HHV7Eb8UKF3aQiNmu1GR8vKTY-", cddbId: "3404f606", tocText: TOC_TEXT };
const KNOWN: FakeRelease = {
  title: "Quiet Rooms",
  artist: "The Tests",
  discs: [{
    discId: DISC.discId,
    toc: TOC_TEXT,
    tracks: OFFSETS.map((_, i) => ({ title: `Song ${i + 1}` })),
  }],
};
const ENTRY = {
  category: "rock",
  id: DISC.cddbId,
  heading: "A / B",
  text: [`DISCID=${DISC.cddbId}`, "DTITLE=A / B", ...OFFSETS.map((_, i) => `TTITLE${i}=Notice ${i}`)].join("\n"),
};

/** Runs the search with the real clients against local servers. */
async function find(known: FakeRelease[], { down = false } = {}) {
  await using musicBrainz = await startMusicBrainz({ releases: known });
  await using cddb = startCddb([ENTRY]);
  if (down) Object.assign(musicBrainz.instead, { status: 500 });
  await using http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: (host) => Promise.resolve([host === "127.0.0.1" ? host : "93.184.216.34"]),
    reroute: (address, port) =>
      address.startsWith("93.") ? { address: "127.0.0.1", port: musicBrainz.port } : { address, port },
  });
  const settings = Settings.parse({ cddb: { server: cddb.url } });
  const catalogue = createMusicCatalogue({
    http,
    clock: systemClock,
    url: "https://musicbrainz.example/ws/2/",
    waits: { spacingMs: 0 },
    settings: { current: () => settings },
    cache: { get: () => Promise.resolve(undefined), save: () => Promise.resolve(), forget: () => Promise.resolve() },
  });
  const found = await findReleases(DISC, {
    catalogue,
    cddb: createCddb({ http, clock: systemClock, spacingMs: 0 }),
    settings,
  });
  await catalogue.close();
  return { ...found, cddbRequests: cddb.seen.length };
}

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

test("a disc in MusicBrainz is certain, with its titles, and CDDB is not queried", async () => {
  const { releases, selected, sure, cddbRequests } = await find([KNOWN]);
  same([selected, sure, cddbRequests, releases.length], [0, true, 0, 1]);
  same(releases[0]?.tracks.map(({ title }) => title), OFFSETS.map((_, i) => `Song ${i + 1}`));
});

test("a disc that MusicBrainz lacks, or cannot answer for, is suggested by CDDB", async () => {
  for (const down of [false, true]) {
    const { releases, selected, sure, log } = await find([], { down });
    same([selected, sure], [-1, false]);
    same([releases[0]?.source, releases[0]?.tracks[5]?.title], ["cddb", "Notice 5"]);
    is(log[0], down ? "MusicBrainz returned status 500." : `MusicBrainz has no entry for this disc (${DISC.discId}).`);
    ok(log.includes("CDDB suggests A - B."));
  }
});
