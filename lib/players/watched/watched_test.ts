import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { ALICE, BOB, startJellyfin } from "../../../tests/fakes/jellyfin.ts";
import { rescan } from "../../../tests/fakes/player.ts";
import { startPlex } from "../../../tests/fakes/plex.ts";
import { testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { until } from "../../../tests/kit/until.ts";
import { Player, PLAYER_KINDS } from "../../platform/settings/sections/players.ts";
import { createPlayerClient } from "../clients/create_client.ts";
import type { PlayerTime } from "../player_time.ts";
import { createWatched, SEARCH_MS } from "./watched.ts";

// The timers of the connections to the fake servers outlive a test.
const test = (name: string, fn: () => Promise<void> | void) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const OLD = "/data/movies/Dune/Dune.avi";
const NEW = "/data/movies/Dune/Dune.mkv";

/** Virtual time: every pause ends immediately, except while a test blocks it. */
function quickTime() {
  let now = 0;
  let gate = Promise.resolve();
  const sleeps: number[] = [];
  const time: PlayerTime = {
    nowMs: () => now,
    async sleep(ms, signal) {
      sleeps.push(ms);
      await gate;
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (!signal.aborted) now += ms;
    },
  };
  return { time, sleeps, hold: (until: Promise<void>) => void (gate = until) };
}

for (const kind of PLAYER_KINDS) {
  test(`${kind}: a renamed file keeps its watched state, and what a user did since then takes precedence`, async () => {
    await using fake = kind === "plex" ? startPlex() : startJellyfin({ kind });
    await using http = testHttpClient();
    const player = Player.parse({ id: "p", name: "P", kind, url: fake.url, token: fake.token });
    const { time, hold } = quickTime();
    const watched = createWatched({
      ...{ players: () => [player], time, log: () => {} },
      client: (one) => createPlayerClient(http, one),
    });
    const alice = kind === "plex" ? "" : ALICE;
    fake.movies.items.push({ id: "100", file: OLD, states: new Map([[alice, { watched: true, positionMs: 0 }]]) });
    if (kind !== "plex") fake.movies.items[0]?.states.set(BOB, { watched: false, positionMs: 61_000 });
    fake.movies.disk.add(NEW);
    const scanned = Promise.withResolvers<void>();
    hold(scanned.promise);
    watched.add({ from: OLD, to: NEW });
    await watched.statesRead("p");
    rescan(fake.movies, "/data/movies/Dune");
    const item = fake.movies.items.find(({ file }) => file === NEW);
    ok(item && fake.movies.items.length === 1 && item.states.size === 0);
    // Bob continued with the new file before the state was transferred.
    if (kind !== "plex") item.states.set(BOB, { watched: false, positionMs: 90_000 });
    scanned.resolve();
    await until(() => watched.stateOf("p").waiting === 0);
    is(item.states.get(alice)?.watched, true);
    if (kind !== "plex") is(item.states.get(BOB)?.positionMs, 90_000);
    same(watched.stateOf("p"), { waiting: 0, kept: 1, lost: 0 });
    await watched.stop();
  });
}

test("an unwatched file is not searched for, and a new file that never appears is given up after the last search", async () => {
  await using fake = startPlex();
  await using http = testHttpClient();
  const player = Player.parse({ id: "p", name: "P", kind: "plex", url: fake.url, token: fake.token });
  const { time, sleeps } = quickTime();
  const watched = createWatched({
    ...{ players: () => [player], time, log: () => {} },
    client: (one) => createPlayerClient(http, one),
  });
  fake.movies.items.push({ id: "100", file: OLD, states: new Map() });
  watched.add({ from: OLD, to: NEW });
  watched.add({ from: OLD, to: OLD });
  watched.add({ to: NEW });
  await until(() => watched.stateOf("p").waiting === 0);
  same(watched.stateOf("p"), { waiting: 0, kept: 0, lost: 0 });
  fake.movies.items[0]?.states.set("", { watched: true, positionMs: 0 });
  sleeps.length = 0;
  watched.add({ from: OLD, to: NEW });
  await until(() => watched.stateOf("p").lost === 1);
  is(sleeps.length, SEARCH_MS.length);
  fake.behave("error");
  watched.add({ from: OLD, to: NEW });
  await until(() => watched.stateOf("p").lost === 2);
  await watched.stop();
});
