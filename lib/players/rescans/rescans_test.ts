import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { createVirtualTime } from "../../../tests/kit/farm_model.ts";
import { Player } from "../../platform/settings/sections/players.ts";
import { type PlayerChange, PlayerProblem } from "../clients/player_client.ts";
import { COLLECT_MS, createRescans, RETRY_MS } from "./rescans.ts";

const player = (change: object = {}) =>
  Player.parse({
    ...{ id: "p", name: "Plex", kind: "plex", url: "http://plex:32400", token: "t" },
    mappings: ["/data = /mnt/media", { remote: "/kids", local: "/mnt/media/kids" }],
    ...change,
  });
const never = new AbortController().signal;

/** Rescans of players whose responses a test determines. */
function world(players: Player[], answer: (attempt: number) => "ok" | "refused" | "slow" | "outside" = () => "ok") {
  const time = createVirtualTime();
  const requests: { atMs: number; changes: readonly PlayerChange[] }[] = [];
  const all = { players };
  const rescans = createRescans({
    players: () => all.players,
    ...{ time, ready: () => Promise.resolve(), log: () => {} },
    clock: { now: () => new Date(time.nowMs()), monotonicMs: time.nowMs },
    client: () => ({
      async rescan(changes, { signal = never } = {}) {
        requests.push({ atMs: time.nowMs(), changes });
        const how = answer(requests.length);
        if (how === "slow") {
          await time.sleep(15_000, signal);
          throw new PlayerProblem("unreachable", "Plex did not respond in time.");
        }
        if (how === "refused") throw new PlayerProblem("refused", "Plex returned status 500.");
        return how === "outside" ? ["/data/other"] : [];
      },
    }),
  });
  return { time, requests, rescans, all };
}

Deno.test("changes of a few seconds are one request with the player's paths: the longest mapping wins", async () => {
  const { time, requests, rescans } = world([player()]);
  await time.run((async () => {
    rescans.add({ from: "/mnt/media/Dune/Dune.avi", to: "/mnt/media/Dune/Dune.mkv" });
    await time.sleep(1_000, never);
    rescans.add({ to: "/mnt/media/kids/Up/Up.mkv" });
    rescans.add({ from: "/mnt/media/A/A.mkv", to: "/mnt/media/A/A.mkv" });
    rescans.add({ from: "/other/B.mkv" });
    rescans.add({ to: "/mnt/media/kids/Up/Up.mkv", from: "/mnt/media/kids/Up/Up.mkv" });
    await time.sleep(60_000, never);
    await rescans.stop();
  })());
  is(requests.length, 1);
  is(requests[0]?.atMs, COLLECT_MS);
  same(requests[0]?.changes, [
    { path: "/data/Dune/Dune.avi", type: "Deleted" },
    { path: "/data/Dune/Dune.mkv", type: "Created" },
    { path: "/kids/Up/Up.mkv", type: "Created" },
    { path: "/data/A/A.mkv", type: "Modified" },
    { path: "/other/B.mkv", type: "Deleted" },
  ]);
});

Deno.test("a failed rescan is requested again with growing pauses and then given up; the next success clears the failure", async () => {
  let works = false;
  const { time, requests, rescans } = world([player()], () => works ? "ok" : "refused");
  await time.run((async () => {
    rescans.add({ to: "/mnt/media/A/A.mkv" });
    await time.sleep(30 * 60_000, never);
    same(
      requests.map(({ atMs }, i) => atMs - (requests[i - 1]?.atMs ?? 0)),
      [COLLECT_MS, ...RETRY_MS],
    );
    same(rescans.stateOf("p"), { waiting: 0, lastFolders: [], failed: 1, error: "Plex returned status 500." });
    works = true;
    rescans.add({ to: "/mnt/media/B/B.mkv" });
    await time.sleep(COLLECT_MS, never);
    await time.sleep(1, never);
    const { failed, error, lastFolders, lastAt } = rescans.stateOf("p");
    same([failed, error, lastFolders], [0, undefined, ["/data/B"]]);
    ok(lastAt);
    await rescans.stop();
  })());
});

Deno.test("200 imports whose rescans are lost, slow and refused: none waits, and every folder is rescanned in the end", async () => {
  const { time, requests, rescans } = world(
    [player()],
    (attempt) => (["slow", "refused", "ok", "refused", "slow"] as const)[attempt % 5] ?? "ok",
  );
  const done = new Set<string>();
  await time.run((async () => {
    for (let i = 0; i < 200; i++) {
      const before = time.nowMs();
      rescans.add({ from: `/mnt/media/${i}/old.avi`, to: `/mnt/media/${i}/new.mkv` });
      is(time.nowMs(), before);
      await time.sleep(2_000, never);
    }
    await time.sleep(3 * 3_600_000, never);
    is(rescans.stateOf("p").waiting, 0);
    is(rescans.stateOf("p").failed, 0);
    await rescans.stop();
  })());
  for (const [i, { changes }] of requests.entries()) {
    if ((["slow", "refused", "ok", "refused", "slow"] as const)[(i + 1) % 5] !== "ok") continue;
    for (const { path, type } of changes) if (type === "Created") done.add(path);
  }
  is(done.size, 200);
  ok(requests.length < 200, `${requests.length} requests`);
});

Deno.test("folders in no library are reported and not requested again; a removed or disabled player gets nothing", async () => {
  const { time, requests, rescans, all } = world([player(), player({ id: "off", enabled: false })], () => "outside");
  await time.run((async () => {
    rescans.add({ to: "/mnt/media/A/A.mkv" });
    await time.sleep(60_000, never);
    match(rescans.stateOf("p").error ?? "", /^\/data\/other is in no library of Plex\./);
    is(requests.length, 1);
    rescans.add({ to: "/mnt/media/B/B.mkv" });
    all.players = [];
    await time.sleep(60_000, never);
    same([requests.length, rescans.stateOf("p").waiting], [1, 0]);
    rescans.add({ to: "/mnt/media/C/C.mkv" });
    same(rescans.stateOf("off"), { waiting: 0, lastFolders: [], failed: 0 });
    await rescans.stop();
  })());
});
