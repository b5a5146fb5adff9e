import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { createVirtualTime } from "../../../tests/kit/farm_model.ts";
import { Player } from "../../platform/settings/sections/players.ts";
import { PlayerProblem } from "../clients/player_client.ts";
import { createWatchedFiles, FRESH_MS, RETRY_MS, USABLE_MS, WAIT_MS } from "./watched_files.ts";

const never = new AbortController().signal;
const DUNE = "/media/Dune.mkv";
const ALIEN = "/media/Alien.mkv";
const PATHS = [DUNE, ALIEN, "/media/unknown.mkv"];

const playerOf = (id: string, change: object = {}) =>
  Player.parse({ id, name: id.toUpperCase(), kind: "plex", url: "http://x", token: "t", ...change });

type Read = () => Promise<Map<string, boolean>>;

/** Players whose libraries a test sets, in virtual time. */
function world(reads: Record<string, Read>, players = Object.keys(reads).map((id) => playerOf(id))) {
  const time = createVirtualTime();
  const state = { players, reads, count: 0 };
  const files = createWatchedFiles({
    players: () => state.players,
    client: ({ id }) => ({ watchedFiles: () => (state.count++, state.reads[id]?.() ?? Promise.reject(new Error())) }),
    time,
  });
  return { time, state, files };
}

const has = (files: Record<string, boolean>): Read => () => Promise.resolve(new Map(Object.entries(files)));
const fails = () => Promise.reject(new PlayerProblem("unreachable", "A is not available: refused"));

Deno.test("a file is watched if any player says so, and unknown if no player knows it", async () => {
  const { time, files } = world({ a: has({ [DUNE]: false, [ALIEN]: false }), b: has({ [DUNE]: true }) });
  await time.run((async () => {
    same(await files.statesOf(PATHS), { watched: new Map([[DUNE, true], [ALIEN, false]]), errors: [] });
  })());
});

Deno.test("no file is unwatched while one of the players cannot be read", async () => {
  const { time, files, state } = world({ a: fails, b: has({ [DUNE]: true, [ALIEN]: false }) });
  await time.run((async () => {
    const { watched, errors } = await files.statesOf(PATHS);
    same([watched, errors], [new Map([[DUNE, true]]), ["A is not available: refused"]]);
    state.players = state.players.map((one) => ({ ...one, enabled: one.id === "b" }));
    same((await files.statesOf(PATHS)).watched, new Map([[DUNE, true], [ALIEN, false]]));
  })());
});

Deno.test("the paths of a player are mapped to local paths", async () => {
  const mapped = playerOf("a", { mappings: [{ remote: "/data", local: "/media" }] });
  const { time, files } = world({ a: has({ "/data/Dune.mkv": true }) }, [mapped]);
  await time.run((async () => same((await files.statesOf(PATHS)).watched, new Map([[DUNE, true]])))());
});

Deno.test("a library is read once in a quarter of an hour, also by requests at the same time", async () => {
  const { time, files, state } = world({ a: has({ [DUNE]: true }) });
  await time.run((async () => {
    await Promise.all([files.statesOf(PATHS), files.statesOf(PATHS)]);
    await files.statesOf(PATHS);
    is(state.count, 1);
    await time.sleep(FRESH_MS, never);
    await files.statesOf(PATHS);
    is(state.count, 2);
  })());
});

Deno.test("a slow player does not delay a plan for longer than the wait, and its result is used later", async () => {
  const { promise, resolve } = Promise.withResolvers<Map<string, boolean>>();
  const { time, files, state } = world({ a: () => promise });
  await time.run((async () => {
    const beforeMs = time.nowMs();
    const { watched, errors } = await files.statesOf(PATHS);
    same([watched.size, time.nowMs() - beforeMs], [0, WAIT_MS]);
    same(errors, ["The watched states of A are still being read. Try again in a minute."]);
    resolve(new Map([[DUNE, false]]));
    same((await files.statesOf(PATHS)).watched, new Map([[DUNE, false]]));
    is(state.count, 1);
  })());
});

Deno.test("the last states are used for a day while a player cannot be read, and the error is reported", async () => {
  const { time, files, state } = world({ a: has({ [DUNE]: false }) });
  await time.run((async () => {
    await files.statesOf(PATHS);
    state.reads.a = fails;
    await time.sleep(FRESH_MS, never);
    const { watched, errors } = await files.statesOf(PATHS);
    same([watched, errors.length], [new Map([[DUNE, false]]), 1]);
    await time.sleep(USABLE_MS, never);
    is((await files.statesOf(PATHS)).watched.size, 0);
  })());
});

Deno.test("a player that failed is read again after a minute, not by every plan", async () => {
  const { time, files, state } = world({ a: fails });
  await time.run((async () => {
    for (let i = 0; i < 3; i++) is((await files.statesOf(PATHS)).errors.length, 1);
    is(state.count, 1);
    state.reads.a = has({ [DUNE]: true });
    await time.sleep(RETRY_MS, never);
    same([(await files.statesOf(PATHS)).errors, state.count], [[], 2]);
  })());
});

Deno.test("states of another address or token are not used", async () => {
  const { time, files, state } = world({ a: has({ [DUNE]: true }) });
  await time.run((async () => {
    await files.statesOf(PATHS);
    for (const change of [{ url: "http://y" }, { token: "other" }, { kind: "emby" }]) {
      state.players = [playerOf("a", change)];
      state.reads.a = fails;
      is((await files.statesOf(PATHS)).watched.size, 0, JSON.stringify(change));
      state.reads.a = has({ [DUNE]: true });
      await time.sleep(RETRY_MS, never);
      is((await files.statesOf(PATHS)).watched.size, 1);
    }
  })());
});

Deno.test("an error that is not of a player is reported without its text", async () => {
  const { time, files } = world({ a: () => Promise.reject(new Error("token t at http://x")) });
  await time.run((async () => {
    const { errors } = await files.statesOf(PATHS);
    same(errors, ["A could not be read."]);
    ok(!JSON.stringify(errors).includes("http"));
  })());
});
