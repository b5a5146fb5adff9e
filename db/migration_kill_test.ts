import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { inFolder } from "../tests/fixtures/folder.ts";
import { keyValueRepository } from "./platform/key_values.ts";
import { createDatabase, knownMigrations, newestMigration } from "./migrate.ts";
import { openStore } from "./store.ts";

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));
const PROCESS = fileURLToPath(new URL("../tests/fakes/migrating_process.ts", import.meta.url));
const ROWS = 5_000;

/** A database with the first schema and some content. */
async function oldDatabase(path: string): Promise<void> {
  const [first] = await knownMigrations(MIGRATIONS);
  await createDatabase(path, MIGRATIONS, first);
  const db = new DatabaseSync(path);
  const insert = db.prepare("insert into key_values (key, value) values (?, ?)");
  db.exec("begin");
  for (let i = 0; i < ROWS; i++) insert.run(`kept ${i}`, JSON.stringify("x".repeat(200)));
  db.exec("commit");
  db.close();
}

/**
 * Starts the migration and kills its process after `ms` milliseconds. Returns true if the migration had finished
 * before.
 */
async function killedAfter(ms: number, path: string, backups: string): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", PROCESS, path, backups],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let said = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (timer === undefined && said.includes("begins")) timer = setTimeout(() => killIfRunning(child), ms);
  }
  clearTimeout(timer);
  await child.status;
  return said.includes("done");
}

/** Kills a process, unless it exits at the same moment. */
function killIfRunning(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // The process has ended.
  }
}

inFolder(
  "slow: S-DB-4, S19: a kill -9 at any moment of a migration leaves a database that the next start repairs",
  async (folder) => {
    const newest = await newestMigration(MIGRATIONS);
    let kills = 0;
    // Kills the process later each time, until the migration finishes before.
    for (let ms = 0, done = false; !done; ms = ms < 8 ? ms + 4 : Math.ceil(ms * 1.6)) {
      const at = join(folder, String(ms));
      await Deno.mkdir(at);
      const [path, backups] = [join(at, "lathe.db"), join(at, "backups")];
      await oldDatabase(path);
      done = await killedAfter(ms, path, backups);
      if (!done) kills++;
      const store = await openStore({ path, backups });
      const [{ count = 0 } = {}] = await store.db.all<{ count: number }>(
        "select count(*) as count from key_values where key like 'kept %'",
      );
      same(
        [count, String(await keyValueRepository(store).get("kept 17")).length],
        [ROWS, 200],
        `killed after ${ms} ms`,
      );
      const [{ stamp } = {}] = await store.db.all<{ stamp: number }>(
        "select max(created_at) as stamp from __drizzle_migrations",
      );
      is(stamp, newest);
      await store.close();
      const db = new DatabaseSync(path);
      same(db.prepare("pragma integrity_check").all().map((row) => ({ ...row })), [{ integrity_check: "ok" }]);
      const stamps = db.prepare("select created_at from __drizzle_migrations order by created_at").all();
      same(
        stamps.map(({ created_at }) => Number(created_at)),
        await knownMigrations(MIGRATIONS),
        "each migration once",
      );
      db.close();
      // Only complete copies have the name of a backup. An interrupted copy is not mistaken for a backup.
      for (const { name } of Deno.readDirSync(backups)) {
        if (!/^before-migration-.*\.db$/.test(name)) continue;
        const copy = new DatabaseSync(join(backups, name), { readOnly: true });
        same({ ...copy.prepare("select count(*) as n from key_values").get() }, { n: ROWS }, name);
        copy.close();
      }
    }
    ok(kills > 0, "the migration was done before the first kill");
  },
);
