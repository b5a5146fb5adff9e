import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { createDiskTurns } from "./disk_turns.ts";
import { createDiskReads } from "./disk_reads.ts";

const HANG = new Promise<boolean>(() => {});

Deno.test("a dead share gets a few requests for any number of files, and does not delay other disks", async () => {
  const asked: string[] = [];
  const disks = createDiskReads((path) => {
    asked.push(path);
    return path.startsWith("/mnt/dead/") ? HANG : Promise.resolve(path.endsWith("here.mkv"));
  });
  const dead = Array.from({ length: 500 }, (_, i) => `/mnt/dead/films/${i}.mkv`);
  for (let page = 0; page < 5; page++) await disks.visible(dead, { patienceMs: 1, fresh: true });
  is(asked.length, 8);
  const well = Array.from({ length: 200 }, (_, i) => `/mnt/well/films/${i} ${i % 2 ? "here" : "gone"}.mkv`);
  same(await disks.visible(well, { patienceMs: 60_000 }), well.map((_, i) => i % 2 === 1));
  same(await disks.visible([...dead.slice(0, 1), ...dead.slice(400, 401)], { patienceMs: 1, otherwise: false }), [
    false,
    false,
  ]);
  is(asked.length, 208);
});

Deno.test("all requested file reads happen, within the limit of simultaneous ones", async () => {
  let open = 0;
  let most = 0;
  const disks = createDiskReads(async () => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return true;
  });
  const paths = Array.from({ length: 1_000 }, (_, i) => `/mnt/disk${i % 40}/${i}.mkv`);
  ok((await disks.visible(paths, { patienceMs: 60_000 })).every((visible) => visible));
  ok(most <= 64, `${most} at once`);
});

Deno.test("a read is answered or given up in time, and those that hang do not grow in number", async () => {
  const disks = createDiskReads();
  let begun = 0;
  const hang = () => (begun++, HANG);
  for (let look = 0; look < 20; look++) is(await disks.read("/mnt/dead/films", hang, 1), undefined);
  is(begun, 8);
  is(await disks.read("/mnt/well/films", () => Promise.resolve("here"), 60_000), "here");
  await rejects(disks.read("/mnt/well/films", () => Promise.reject(new Error("refused")), 60_000), /refused/);
});

Deno.test("a share that is there again is read again", async () => {
  const { disks, open, revive } = deadShare(/^\/mnt\/dead\//);
  const here = () => Promise.resolve("here");
  for (let look = 0; look < 20; look++) await disks.read("/mnt/dead/films", here);
  is(open(), 8);
  await revive();
  is(await disks.read("/mnt/dead/films", here), "here");
  is(open(), 0);
});

Deno.test("each of fifty thousand reads that wait for one disk is visited once, not at every answer", async () => {
  const turns = createDiskTurns();
  let goneThrough = 0;
  const waiter = {
    get over() {
      goneThrough++;
      return false;
    },
  };
  const reads = Array.from(
    { length: 50_000 },
    (_, i) => turns.run("/mnt/disk/films", () => Promise.resolve(i), waiter),
  );
  is((await Promise.all(reads)).at(-1), 49_999);
  ok(goneThrough <= 50_000, `${goneThrough} looks at what waits`);
});
