import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import { startShareDb } from "../../../../tests/fakes/sharedb.ts";
import { discTitle } from "../../../../tests/fixtures/discs/rips_world.ts";
import { testHttpClient } from "../../../../tests/fixtures/http_client.ts";
import { createBus } from "../../../kit/bus.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import type { Rip } from "../../rip_schema.ts";
import type { RipBusEvents } from "../../rip_bus_events.ts";
import { CatalogueProblem } from "./catalogue_disc.ts";
import { findShared } from "./sharedb.ts";
import { contributeDelivered } from "./contribute_delivered.ts";
import { contributionOf, contributionToAsk, sendContribution } from "./sharedb_contribution.ts";

const HASH = "00112233445566778899AABBCCDDEEFF";
const signal = new AbortController().signal;
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

// A rip with the fields that are submitted, and with fields that must not be disclosed.
const rip = (more: Partial<Rip> = {}) =>
  ({
    id: "secret-id",
    label: "ANNA_PRIVATE_LABEL",
    source: "iso:/home/anna/disc.iso",
    status: "done",
    fingerprint: { contentHash: HASH.toLowerCase(), discId: "F".repeat(40) },
    counts: { selected: 3, ripped: 3, verified: 3, delivered: 3 },
    episodeMapSource: "user",
    media: {
      ...{ kind: "series", title: "The Lamp Post", externalId: 81189, seasonNumber: 1, discNumber: 2, discCount: 3 },
      ...{ genres: [], confidence: 100, matchedBy: "user" },
    },
    titles: [
      discTitle(0, { sourceFile: "00800.mpls", durationSeconds: 2671.4 }),
      discTitle(1, { sourceFile: "/home/anna/00801.mpls", durationSeconds: 5300 }),
      discTitle(2, { sourceFile: "00802.mpls", durationSeconds: 1300 }),
      discTitle(3, { sourceFile: "00803.mpls" }),
    ],
    selectedTitleIds: [0, 1, 2],
    titleRoles: { 2: { kind: "special", episode: 4 } },
    episodeMap: { 0: 3, 1: [4, 5] },
    log: ["read /home/anna"],
    ...more,
  }) as unknown as Rip;

Deno.test("a contribution contains hash, IDs, numbers and lengths", () => {
  const contribution = contributionOf(rip());
  same(contribution, {
    ...{ hash: HASH, kind: "series", tvdbId: 81189, season: 1, disc: 2, discs: 3 },
    titles: [
      { sourceFile: "00800.mpls", seconds: 2671, role: "episode", episodes: [3] },
      { seconds: 5300, role: "episode", episodes: [4, 5] },
      { sourceFile: "00802.mpls", seconds: 1300, role: "special", episodes: [4] },
    ],
  });
  is(/anna|secret|lamp/i.test(JSON.stringify(contribution)), false);
});

Deno.test("a disc that was not delivered whole, or that was not confirmed by hand, is not contributed", () => {
  const media = rip().media;
  const refused: Partial<Rip>[] = [
    { status: "failed" },
    { counts: { selected: 3, ripped: 3, verified: 3, delivered: 2 } },
    { counts: { selected: 0, ripped: 0, verified: 0, delivered: 0 } },
    { fingerprint: {} },
    { media: { ...media, matchedBy: "library" }, episodeMapSource: "order" },
    { media: { ...media, kind: "album" } },
    { media: { ...media, externalId: undefined } },
  ];
  for (const more of refused) is(contributionOf(rip(more)), undefined, JSON.stringify(more));
});

test("a contributed disc is found again; entries that disagree are disputed", async () => {
  await using fake = startShareDb();
  await using http = testHttpClient();
  const contribution = contributionOf(rip());
  fake.entries[HASH] = contribution;
  const { discs: [disc], disputed } = await findShared(http, fake.url, HASH.toLowerCase(), signal);
  same([disc?.tvdbId, disc?.season, disc?.titles.map(({ item }) => item.episodes), disputed], [81189, 1, [[3], [4, 5], [
    4,
  ]], false]);
  fake.entries[HASH] = [contribution, { ...contribution, season: 2 }];
  is((await findShared(http, fake.url, HASH, signal)).disputed, true);
  fake.entries[HASH] = { ...contribution, votes: { for: 3, against: 1 } };
  is((await findShared(http, fake.url, HASH, signal)).disputed, true);
  delete fake.entries[HASH];
  same((await findShared(http, fake.url, HASH, signal)).discs, []);
});

test("an index that refuses, redirects or is unreachable causes a problem in words", async () => {
  await using fake = startShareDb();
  await using http = testHttpClient();
  const contribution = contributionOf(rip());
  if (contribution === undefined) throw new Error("expected a contribution");
  for (const status of [302, 403, 500, 503]) {
    fake.instead = new Response(null, { status, headers: status === 302 ? { location: "http://127.0.0.1:1/" } : {} });
    await rejects(sendContribution(http, fake.url, contribution, signal), CatalogueProblem, String(status));
  }
  await rejects(sendContribution(http, "http://127.0.0.1:1", contribution, signal), CatalogueProblem);
});

Deno.test("a disc is looked up once, and never if the settings name no index or forbid sharing", () => {
  const on = { enabled: true, indexUrl: "http://index/", contribute: "ask" as const };
  const shouldAsk = (more: Partial<typeof on> | { contribute: "never" | "always" }, of: Partial<Rip> = {}) =>
    contributionToAsk(rip(of), { ...on, ...more }) !== undefined;
  same([shouldAsk({}), shouldAsk({ contribute: "always" })], [true, true]);
  same([shouldAsk({ enabled: false }), shouldAsk({ indexUrl: "" }), shouldAsk({ contribute: "never" })], [
    false,
    false,
    false,
  ]);
  same([shouldAsk({}, { shareAnswer: "shared" }), shouldAsk({}, { shareAnswer: "declined" })], [false, false]);
});

Deno.test("discs are shared automatically only if the settings say always, and failures are logged", async () => {
  const bus = createBus<RipBusEvents>((error) => {
    throw error;
  });
  const logged: string[] = [];
  const shared: string[] = [];
  for (const contribute of ["never", "ask", "always"] as const) {
    const settings = Settings.parse({ sharedb: { enabled: true, indexUrl: "http://index/", contribute } });
    const stop = contributeDelivered({
      share: (id) => id === "no" ? Promise.reject(new Error("down")) : Promise.resolve(shared.push(id)),
      settings: { current: () => settings },
      bus,
      log: (_, message) => void logged.push(message),
    });
    for (const id of ["yes", "no"]) bus.publish("rip-ended", { rip: rip({ id }) });
    bus.publish("rip-ended", { rip: rip({ id: "answered", shareAnswer: "shared" }) });
    await stop();
    bus.publish("rip-ended", { rip: rip({ id: "late" }) });
  }
  same([shared, logged.length], [["yes"], 1]);
});
