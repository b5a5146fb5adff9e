import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { applyStagedRestore, confirmRestore, decideRestore, openStaging, rollBackRestore } from "./staging.ts";

const NAMES = ["lathe.db", "lathe.db-wal", "lathe.db-shm", "settings.json", "settings.json.copy"];

class PowerCut extends Error {}

/** A data folder with old files, and a committed restore that replaces them with new files at the next start. */
async function setUp(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_restore_" });
  for (const name of NAMES) await Deno.writeTextFile(join(folder, name), `old ${name}`);
  const staging = await openStaging(folder);
  for (const name of ["lathe.db", "settings.json"]) await Deno.writeTextFile(join(staging, name), `new ${name}`);
  return folder;
}

/** Returns the files in place as `name: content`. */
async function state(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of NAMES) {
    const text = await Deno.readTextFile(join(folder, name)).catch(() => undefined);
    if (text !== undefined) found[name] = text;
  }
  return found;
}

const OLD = Object.fromEntries(NAMES.map((name) => [name, `old ${name}`]));
const NEW = { "lathe.db": "new lathe.db", "settings.json": "new settings.json" };

/** Runs `work` with a power cut at the `n`-th step of each attempt until an attempt has fewer steps. */
async function interrupted(n: number, work: (step: () => void) => Promise<unknown>): Promise<number> {
  for (let cuts = 0;; cuts++) {
    let left = n;
    try {
      await work(() => {
        if (--left <= 0) throw new PowerCut();
      });
      return cuts;
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
  }
}

Deno.test("S-DB-7: a restore has no effect before it is decided, and the next start removes it", async () => {
  const folder = await setUp();
  is(await applyStagedRestore(folder), undefined);
  same(await state(folder), OLD);
  is(await Deno.stat(join(folder, "restore")).then(() => true, () => false), false);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("S-DB-7: a decided restore is completed by the next start, after a power failure at any point", async () => {
  let cuts = 0;
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const folder = await setUp();
    await decideRestore(folder, { backup: "b.zip", notes: [] });
    cuts += await interrupted(n, (step) => applyStagedRestore(folder, step));
    same(await state(folder), NEW, `cut at ${n}`);
    same(await applyStagedRestore(folder), { backup: "b.zip", notes: [] }, "it waits to be confirmed");
    await confirmRestore(folder);
    is(await applyStagedRestore(folder), undefined);
    same(await state(folder), NEW);
    await Deno.remove(folder, { recursive: true });
  }
  ok(cuts > 9);
});

Deno.test("S-DB-7: a restored state that does not work is replaced by the old one, after a power failure at any point", async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const folder = await setUp();
    await decideRestore(folder, { backup: "b.zip", notes: [] });
    await applyStagedRestore(folder);
    // The new database has been opened and has its own log.
    await Deno.writeTextFile(join(folder, "lathe.db-wal"), "new log");
    let begun = false;
    await interrupted(n, async (step) => {
      if (begun) await applyStagedRestore(folder, step);
      else {
        begun = true;
        await rollBackRestore(folder, step);
      }
    });
    same(await state(folder), OLD, `cut at ${n}`);
    is(await Deno.readTextFile(join(folder, "restore-failed", "lathe.db-wal")), "new log");
    is(await applyStagedRestore(folder), undefined);
    same(await state(folder), OLD);
    await Deno.remove(folder, { recursive: true });
  }
});
