import assert, { deepStrictEqual as same } from "node:assert/strict";
import { createClient } from "@libsql/client";
import { join } from "node:path";
import { Fault } from "../lib/kit/fault.ts";
import { keyValueRepository } from "./platform/key_values.ts";
import { canMount, withTmpfs } from "../tests/fixtures/tmpfs.ts";
import { checkCopy, fileUrl } from "./check.ts";
import { ownProgram } from "../lib/kit/process/own_program.ts";
import { openStore, type StoreOptions } from "./store.ts";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const base = await Deno.makeTempDir({ prefix: "lathe_store_" });
  const folder = join(base, "a config #1? 100%");
  await Deno.mkdir(folder);
  try {
    await work(folder);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

const open = (folder: string, options: Partial<StoreOptions> = {}) =>
  openStore({ path: join(folder, "lathe.db"), backups: join(folder, "backups"), ...options });

Deno.test("openStore() creates a private file in a folder whose name needs escaping, and opens it again", () =>
  withFolder(async (folder) => {
    const first = await open(folder);
    await keyValueRepository(first).set("paused", true);
    await first.close();
    const second = await open(folder);
    same(await keyValueRepository(second).get("paused"), true);
    await second.close();
    same(((await Deno.stat(join(folder, "lathe.db"))).mode ?? 0) & 0o777, 0o600);
    same([...Deno.readDirSync(folder)].map((e) => e.name).filter((name) => name === "backups"), []);
  }));

Deno.test("S-DB-1: write() runs writers one after another and reverts failed ones", () =>
  withFolder(async (folder) => {
    const store = await open(folder);
    const kv = keyValueRepository(store);
    const writes = Array.from({ length: 40 }, (_, i) => kv.set(`k${i}`, i));
    const failed = store.write(async (tx) => {
      await tx.run("INSERT INTO key_values VALUES ('lost', '1')");
      throw new Fault("invalid", "no");
    });
    await assert.rejects(failed, Fault);
    await Promise.all(writes);
    same(await kv.get("k39"), 39);
    same(await kv.get("lost"), undefined);
    await store.close();
  }));

Deno.test("write() throws busy, without parameters, when another program locks the database", () =>
  withFolder(async (folder) => {
    const store = await open(folder, { busyTimeoutMs: 50 });
    const other = createClient({
      url: `file:${encodeURI(join(folder, "lathe.db")).replace(/[?#]/g, encodeURIComponent)}`,
    });
    const held = await other.transaction("write");
    await assert.rejects(keyValueRepository(store).set("token", "sesame"), (error) => {
      assert(error instanceof Fault && error.code === "busy", String(error));
      assert(!Deno.inspect(error).includes("sesame"));
      return true;
    });
    await held.rollback();
    other.close();
    await keyValueRepository(store).set("token", "sesame");
    await store.close();
  }));

Deno.test("openStore() refuses a damaged database and does not change it", () =>
  withFolder(async (folder) => {
    const store = await open(folder);
    await keyValueRepository(store).set("big", "x".repeat(200_000));
    await store.close();
    const path = join(folder, "lathe.db");
    const bytes = await Deno.readFile(path);
    bytes.fill(0xAA, 8192, 40_000);
    await Deno.writeFile(path, bytes);
    await assert.rejects(open(folder), { name: "StoreProblem", reason: "damaged" });
    same(await Deno.readFile(path), bytes);

    await Promise.all([path, `${path}-wal`, `${path}-shm`].map((file) => Deno.remove(file).catch(() => {})));
    await Deno.writeTextFile(path, "this is a shopping list, not a database ".repeat(200));
    await assert.rejects(open(folder), { name: "StoreProblem", reason: "damaged" });
  }));

Deno.test("openStore() refuses a database of a newer program", () =>
  withFolder(async (folder) => {
    const store = await open(folder);
    await store.write(async (tx) => {
      await tx.run(`INSERT INTO __drizzle_migrations ("hash", "created_at") VALUES ('x', ${Date.now() + 1e12})`);
    });
    await store.close();
    await assert.rejects(open(folder), { name: "StoreProblem", reason: "newer" });
  }));

/** The command that runs Lathe from its sources. */
const PROGRAM = ownProgram(new URL("../main.ts", import.meta.url).href, "work");

for (
  const [writeAheadLog, copyProgram] of [[true, undefined], [false, undefined], [true, PROGRAM], [
    false,
    PROGRAM,
  ]] as const
) {
  const where = `${copyProgram ? "in a process" : "in a thread"} ${
    writeAheadLog ? "beside" : "without"
  } a write-ahead log`;
  Deno.test(`S-DB-8: copyTo() ${where} blocks no writer, and its copy is complete`, () =>
    withFolder(async (folder) => {
      const store = await open(folder, { writeAheadLog, copyProgram });
      const kv = keyValueRepository(store);
      await store.write(async (tx) => {
        await tx.run(
          "CREATE TABLE ballast AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, randomblob(1000) AS b FROM n",
        );
      });
      const written = kv.set("before", 1);
      const ended: string[] = [];
      const copying = store.copyTo(join(folder, "copy.db")).then(() => ended.push("copy"));
      const asking = kv.get("before").then(() => ended.push("read"));
      const writing = kv.set("after", 2).then(() => ended.push("write"));
      await Promise.all([written, copying, asking, writing]);
      // Without the write-ahead log, only writes wait for the copy, not reads.
      same(ended, writeAheadLog ? ["read", "write", "copy"] : ["read", "copy", "write"]);
      same(await kv.get("after"), 2);
      await store.close();
      const copy = await openStore({ path: join(folder, "copy.db") });
      same(await keyValueRepository(copy).get("before"), 1);
      same(await copy.db.all("SELECT count(*) AS n FROM ballast"), [{ n: 20000 }]);
      await copy.close();
      same(((await Deno.stat(join(folder, "copy.db"))).mode ?? 0) & 0o777, 0o600);
    }));
}

for (const copyProgram of [undefined, PROGRAM]) {
  Deno.test(`copyTo() ${copyProgram ? "in a process" : "in a thread"} overwrites nothing and throws why it failed; the store stays usable`, () =>
    withFolder(async (folder) => {
      const store = await open(folder, { copyProgram });
      await Deno.writeTextFile(join(folder, "taken"), "mine");
      await assert.rejects(store.copyTo(join(folder, "taken")), /not a database/);
      await assert.rejects(store.copyTo(join(folder, "nowhere", "copy.db")), /unable to open/);
      same(await Deno.readTextFile(join(folder, "taken")), "mine");
      // Closing waits for a copy in progress.
      const copying = store.copyTo(join(folder, "copy.db"));
      await store.close();
      await copying;
      await checkCopy(join(folder, "copy.db"));
    }));
}

Deno.test("the copy process ends with the process that started it, and a silent one is reported", () =>
  withFolder(async (folder) => {
    const store = await open(folder, {
      copyProgram: { path: "/bin/sh", args: ["-c", "echo no >&2; exit 7"], env: {} },
    });
    await assert.rejects(store.copyTo(join(folder, "copy.db")), /exited with code 7: no/);
    await store.close();
    const { path, args, env } = PROGRAM;
    // Another process has locked the database, so the copy process would respond only after several seconds.
    const source = join(folder, "held.db");
    const held = createClient({ url: fileUrl(source) });
    await held.execute("BEGIN EXCLUSIVE");
    const request = JSON.stringify({ kind: "copy", source, target: join(folder, "other.db") });
    const child = new Deno.Command(path, { args: [...args, request], env, stdin: "piped", stdout: "piped" }).spawn();
    const [printed] = await Promise.all([new Response(child.stdout).text(), child.stdin.close()]);
    same(printed, "");
    same((await child.status).code, 1);
    held.close();
  }));

/** Writes the migrations of a newer program version. */
async function newerMigrations(folder: string): Promise<string> {
  const journal = JSON.parse(await Deno.readTextFile(new URL("./migrations/meta/_journal.json", import.meta.url)));
  const newer = join(folder, "migrations");
  await Deno.mkdir(join(newer, "meta"), { recursive: true });
  const added = { idx: 99, version: "6", when: journal.entries.at(-1).when + 1, tag: "0099_next", breakpoints: true };
  await Deno.writeTextFile(
    join(newer, "meta/_journal.json"),
    JSON.stringify({ ...journal, entries: [...journal.entries, added] }),
  );
  for (const { tag } of journal.entries) {
    await Deno.copyFile(new URL(`./migrations/${tag}.sql`, import.meta.url), join(newer, `${tag}.sql`));
  }
  await Deno.writeTextFile(join(newer, "0099_next.sql"), "CREATE TABLE `next` (`id` text)");
  return newer;
}

Deno.test("openStore() copies and checks an existing database before it migrates it", () =>
  withFolder(async (folder) => {
    const store = await open(folder);
    await keyValueRepository(store).set("kept", "yes");
    await store.close();

    const migrated = await open(folder, {
      migrationsFolder: await newerMigrations(folder),
      now: () => new Date("2026-11-20T19:32:00Z"),
    });
    await migrated.db.run("INSERT INTO next VALUES ('1')");
    await migrated.close();
    const copy = join(folder, "backups", "before-migration-2026-11-20T19-32-00-000Z.db");
    const restored = await openStore({ path: copy });
    same(await keyValueRepository(restored).get("kept"), "yes");
    await restored.close();
  }));

for (
  const [words, now, left] of [
    ["two older", "2026-11-20T19:32:00Z", ["2026-08-01", "2026-09-01", "2026-11-20"]],
    ["when the clock was set back, two others", "2020-01-01T19:32:00Z", ["2020-01-01", "2026-08-01", "2026-09-01"]],
  ] as const
) {
  Deno.test(`after a migration its copy and ${words} exist, and all other copies are removed`, () =>
    withFolder(async (folder) => {
      await (await open(folder)).close();
      const backups = join(folder, "backups");
      await Deno.mkdir(backups);
      const copyOf = (day: string, time = "00-00-00-000Z") => `before-migration-${day}T${time}.db`;
      const others = ["before-migration-2026-01-01T00-00-00-000Z.db-mine", "before-migration-old.db", "my.db"];
      for (const day of ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01"]) others.push(copyOf(day));
      for (const name of others) await Deno.writeTextFile(join(backups, name), "");
      await Deno.mkdir(join(backups, copyOf("2026-05-01")));
      await (await open(folder, {
        migrationsFolder: await newerMigrations(folder),
        now: () => new Date(now),
      })).close();
      same(
        [...Deno.readDirSync(backups)].map(({ name }) => name).sort(),
        [
          ...left.map((day) => copyOf(day, now.startsWith(day) ? "19-32-00-000Z" : undefined)),
          ...others.slice(0, 3),
          copyOf("2026-05-01"),
        ].sort(),
      );
    }));
}

Deno.test({
  name: "write() releases reserved space once when the disk is full",
  ignore: !canMount,
  fn: () =>
    withTmpfs(4096, async (folder) => {
      const reserve = join(folder, "reserve");
      let calls = 0;
      const store = await openStore({
        path: join(folder, "lathe.db"),
        onFull: async () => {
          calls++;
          await Deno.remove(reserve);
          return true;
        },
      });
      await Deno.writeFile(reserve, new Uint8Array(3 * 1024 * 1024));
      const kv = keyValueRepository(store);
      await kv.set("big", "x".repeat(1_200_000));
      same(calls, 1);
      same(String(await kv.get("big")).length, 1_200_000);
      await store.close();
    }),
});
