import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { jobs as jobsTable } from "../../../../db/schema/jobs.ts";
import { openStore } from "../../../../db/store.ts";
import { archiveDatabase, tamper } from "../../../../tests/fixtures/archive_database.ts";
import { HOSTILE_ARCHIVES, type HostileArchive, setBytes } from "../../../../tests/fixtures/hostile_archives.ts";
import { Job } from "../../../jobs/schema.ts";
import { toJob } from "../../../jobs/job_view.ts";
import { Fault } from "../../../kit/fault.ts";
import { ID_PATTERN } from "../../../kit/id.ts";
import { importDatabase } from "./import_database.ts";
import { IMPORTED_TABLES, KNOWN_TABLES } from "./imported_tables.ts";

/** Archives with a foreign database, each checked by the content of the restored database. */

const MIGRATIONS = new URL("../../../../db/migrations/", import.meta.url).pathname;
const PATHS = { mediaRoots: ["/media"], ownFolders: ["/media/config"], rips: "/media/config/rips" };

const own = IMPORTED_TABLES.map(({ name }) => name);

Deno.test(`slow: S1, S2: no hostile archive imports anything but history (${HOSTILE_ARCHIVES.length} archives)`, async (t) => {
  ok(HOSTILE_ARCHIVES.length >= 60);
  const folder = await Deno.makeTempDir({ prefix: "lathe_hostile_" });
  const honest = await archiveDatabase(folder);
  const layout = await schemaOf(honest);
  try {
    for (const archive of HOSTILE_ARCHIVES) {
      await t.step(archive.name, () => judge(archive, { folder, honest, layout }));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("slow: S1, S2: damage anywhere in an archive's database is refused or harmless", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_hostile_" });
  const honest = await archiveDatabase(folder);
  const layout = await schemaOf(honest);
  const size = (await Deno.stat(honest)).size;
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let i = 0; i < 25; i++) {
    const bytes = Array.from({ length: 1 + random(64) }, () => random(256));
    const change = (path: string) => setBytes(path, random(size - 64), bytes);
    await judge({ name: `damage ${i}`, change }, { folder, honest, layout });
  }
  await Deno.remove(folder, { recursive: true });
});

async function judge(
  { change, refused, keeps }: HostileArchive,
  { folder, honest, layout }: { folder: string; honest: string; layout: string[] },
): Promise<void> {
  const source = join(folder, "archive.db");
  const target = join(folder, "restored.db");
  for (const path of [source, target]) await Deno.remove(path).catch(() => {});
  await Deno.copyFile(honest, source);
  if (typeof change === "function") await change(source);
  else tamper(source, ...change);
  let refusal: unknown;
  try {
    await importDatabase({ source, target, migrations: MIGRATIONS, paths: PATHS, now: new Date() });
  } catch (error) {
    refusal = error;
  }
  is(await Deno.stat(`${target}.older`).then(() => true, () => false), false, "nothing is left behind");
  if (refusal !== undefined) {
    ok(refusal instanceof Fault && ["invalid", "conflict"].includes(refusal.code), String(refusal));
    is(keeps, undefined, `it should have been restored without harm: ${refusal}`);
    return;
  }
  ok(!refused, "it should have been refused");
  same(await schemaOf(target), layout, "nothing of the archive's schema is taken over");
  await judgeContent(target, keeps);
}

async function judgeContent(path: string, keeps: HostileArchive["keeps"]): Promise<void> {
  const store = await openStore({ path });
  try {
    const rows = async (table: string) => (await store.db.all<Record<string, unknown>>(`SELECT * FROM ${table}`));
    const never = KNOWN_TABLES.filter((table) =>
      !own.includes(table) && !/^(?:sqlite_|__drizzle|job_counts)/.test(table)
    );
    for (const table of never) same(await rows(table), [], table);
    ok(
      (await rows("key_values")).every(({ key }) =>
        ["setup.dismissed", "queue.paused", "drives"].includes(String(key))
      ),
    );
    const jobs = await store.db.select().from(jobsTable);
    for (const row of jobs) {
      ok(ID_PATTERN.test(row.id), row.id);
      ok(["done", "skipped", "failed", "cancelled"].includes(row.status), row.status);
      for (
        const key of [
          "tempPath",
          "plannedOutput",
          "originalKeptAt",
          "leaseInstance",
          "leaseBoot",
          "childPid",
          "childToken",
          "childStart",
          "spaceNeeds",
        ] as const
      ) {
        is(row[key], null, key);
      }
      for (const place of [row.sourcePath, row.outputPath, row.source.localPath]) {
        ok(!place || /^\/media\/(?!config\/)(?!.*(?:\.\.|\0))/.test(place), String(place));
      }
      same(Job.parse(toJob(row)).id, row.id);
    }
    const counted = (await rows("job_counts")).reduce((sum, row) => sum + Number(row.jobs), 0);
    is(counted, jobs.length, "jobs are counted by our own triggers");
    if (keeps === "jobs") ok(jobs.some(({ id }) => id === "job-done"), "the honest job arrives");
    if (keeps !== undefined && keeps === "profiles") {
      is((await rows("profiles")).length, 1, "the honest profile arrives");
    }
  } finally {
    await store.close();
  }
}

async function schemaOf(path: string): Promise<string[]> {
  const store = await openStore({ path });
  try {
    return (await store.db.all<{ sql: string }>(
      "SELECT ifnull(sql, name) AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
    )).map(({ sql }) => sql);
  } finally {
    await store.close();
  }
}
