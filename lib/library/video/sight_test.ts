import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { createSight } from "./sight.ts";

const HANG = new Promise<boolean>(() => {});

Deno.test("a dead share gets a few questions however many files it holds, and keeps no other disk waiting", async () => {
  const asked: string[] = [];
  const sight = createSight((path) => {
    asked.push(path);
    return path.startsWith("/mnt/dead/") ? HANG : Promise.resolve(path.endsWith("here.mkv"));
  });
  const dead = Array.from({ length: 500 }, (_, i) => `/mnt/dead/films/${i}.mkv`);
  for (let page = 0; page < 5; page++) await sight.visible(dead, { patienceMs: 1, fresh: true });
  is(asked.length, 8);
  const well = Array.from({ length: 200 }, (_, i) => `/mnt/well/films/${i} ${i % 2 ? "here" : "gone"}.mkv`);
  same(await sight.visible(well, { patienceMs: 60_000 }), well.map((_, i) => i % 2 === 1));
  same(await sight.visible([...dead.slice(0, 1), ...dead.slice(400, 401)], { patienceMs: 1, otherwise: false }), [
    false,
    false,
  ]);
  is(asked.length, 208);
});

Deno.test("no more looks are open at once than the runtime can spare, and all are made", async () => {
  let open = 0;
  let most = 0;
  const sight = createSight(async () => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return true;
  });
  const paths = Array.from({ length: 1_000 }, (_, i) => `/mnt/disk${i % 40}/${i}.mkv`);
  ok((await sight.visible(paths, { patienceMs: 60_000 })).every((visible) => visible));
  ok(most <= 64, `${most} at once`);
});
