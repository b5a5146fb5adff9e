import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { jobs as jobsTable } from "../../../../db/schema/jobs.ts";
import { openStore } from "../../../../db/store.ts";
import { archiveDatabase, tamper } from "../../../../tests/fixtures/archive_database.ts";
import { Job } from "../../../jobs/schema.ts";
import { toJob } from "../../../jobs/job_view.ts";
import { Fault } from "../../../kit/fault.ts";
import { ID_PATTERN } from "../../../kit/id.ts";
import { importDatabase } from "./import_database.ts";
import { IMPORTED_TABLES, KNOWN_TABLES } from "./imported_tables.ts";

/** Archives whose database does not come from this program, each judged by what the restored one holds. */

const MIGRATIONS = new URL("../../../../db/migrations/", import.meta.url).pathname;
const PATHS = { mediaRoots: ["/media"], ownFolders: ["/media/config"], rips: "/media/config/rips" };

interface Hostile {
  name: string;
  /** As SQL, or on the bytes of the file. */
  change: string[] | ((path: string) => void | Promise<void>);
  /** The archive has to be refused; else it may be refused or restored without harm. */
  refused?: boolean;
  /** What must still arrive of the honest part. */
  keeps?: "jobs" | "profiles";
}

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;
const insertSession = "INSERT INTO sessions VALUES ('evil', 'author', 1, 9e12, 1)";
const own = IMPORTED_TABLES.map(({ name }) => name);
const text = (bytes: string) => `CAST(x'${bytes}' AS TEXT)`;
const JOB = "UPDATE jobs SET";
const DONE = "WHERE id = 'job-done'";

const TRIGGERS: Hostile[] = [
  ...["DELETE", "INSERT", "UPDATE"].flatMap((event) =>
    ["sessions", "jobs", "key_values", "events"].map((table): Hostile => ({
      name: `a trigger at each ${event} of ${table}`,
      change: [`CREATE TRIGGER evil AFTER ${event} ON ${table} BEGIN ${insertSession}; END`],
      keeps: "jobs",
    }))
  ),
  {
    name: "a trigger of ours with another body",
    change: [
      "DROP TRIGGER job_counted_in",
      `CREATE TRIGGER job_counted_in AFTER INSERT ON jobs BEGIN ${insertSession}; END`,
    ],
    keeps: "jobs",
  },
];

const SHAPES: Hostile[] = [
  ...own.map((table): Hostile => ({
    name: `a view instead of ${table}`,
    change: [
      `DROP TABLE ${table}`,
      `CREATE VIEW ${table} AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n`,
    ],
  })),
  ...["jobs", "profiles", "events", "key_values"].map((table): Hostile => ({
    name: `${table} without row numbers`,
    change: [
      `ALTER TABLE ${table} RENAME TO old_${table}`,
      `CREATE TABLE ${table} (id TEXT PRIMARY KEY, title TEXT) WITHOUT ROWID`,
      `INSERT INTO ${table} VALUES ('x', 'y')`,
    ],
  })),
  {
    name: "jobs as a virtual table",
    change: ["DROP TABLE jobs", "CREATE VIRTUAL TABLE jobs USING fts5(id, title)"],
  },
  {
    name: "a generated column",
    change: ["ALTER TABLE jobs ADD COLUMN g AS (zeroblob(900000000)) VIRTUAL"],
  },
  {
    name: "a generated column in the place of a title",
    change: [
      "ALTER TABLE jobs DROP COLUMN subtitle",
      "ALTER TABLE jobs ADD COLUMN subtitle AS (hex(zeroblob(400000000)))",
    ],
  },
  { name: "a column named _rowid_", change: ["ALTER TABLE jobs ADD COLUMN _rowid_ INTEGER"] },
  { name: "a column named oid", change: ["ALTER TABLE events ADD COLUMN oid INTEGER"], keeps: "jobs" },
  { name: "extra columns", change: ["ALTER TABLE jobs ADD COLUMN evil TEXT DEFAULT 'x'"], keeps: "jobs" },
  {
    name: "an extra column that hides one in other case",
    change: ['ALTER TABLE profiles ADD COLUMN "Profile " TEXT'],
    keeps: "profiles",
  },
  { name: "extra tables", change: ["CREATE TABLE evil (a)", "INSERT INTO evil VALUES (1)"], keeps: "jobs" },
  {
    name: "more tables than any program has",
    change: Array.from({ length: 1001 }, (_, i) => `CREATE TABLE t${i} (a)`),
    refused: true,
  },
  {
    name: "an index on an expression that never ends",
    change: ["CREATE INDEX evil ON jobs (length(title) + length(hex(id)))"],
    keeps: "jobs",
  },
  { name: "a table without its columns", change: ["DROP TABLE profiles", "CREATE TABLE profiles (x)"], keeps: "jobs" },
  { name: "no tables but the migrations", change: own.map((table) => `DROP TABLE ${table}`) },
  {
    name: "the same job twice",
    change: [
      "CREATE TABLE copy AS SELECT * FROM jobs",
      "DROP TABLE jobs",
      "CREATE TABLE jobs AS SELECT * FROM copy UNION ALL SELECT * FROM copy",
    ],
    keeps: "jobs",
  },
  {
    name: "a check that calls for a gigabyte",
    change: [
      "CREATE TABLE copy AS SELECT * FROM profiles",
      "DROP TABLE profiles",
      "CREATE TABLE profiles (id, name, profile, created_at, updated_at, CHECK (length(zeroblob(900000000)) > 0))",
      "PRAGMA ignore_check_constraints = ON",
      "INSERT INTO profiles SELECT * FROM copy",
    ],
    keeps: "profiles",
  },
];

const LAYOUTS: Hostile[] = [
  {
    name: "a layout of the future",
    change: ["UPDATE __drizzle_migrations SET created_at = 9999999999999"],
    refused: true,
  },
  {
    name: "a layout that never was",
    change: [
      "DELETE FROM __drizzle_migrations",
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 1234)",
    ],
    refused: true,
  },
  { name: "a layout that is text", change: ["UPDATE __drizzle_migrations SET created_at = 'x'"], refused: true },
  { name: "no layout", change: ["DELETE FROM __drizzle_migrations"], refused: true },
  { name: "no migrations", change: ["DROP TABLE __drizzle_migrations"], refused: true },
  {
    name: "migrations that are a view",
    change: ["DROP TABLE __drizzle_migrations", "CREATE VIEW __drizzle_migrations AS SELECT 1 AS created_at"],
    refused: true,
  },
  {
    name: "a newer database that says it is the oldest",
    change: ["DELETE FROM __drizzle_migrations WHERE created_at > (SELECT min(created_at) FROM __drizzle_migrations)"],
    keeps: "jobs",
  },
  { name: "texts in UTF-16", change: utf16, refused: true },
  { name: "no database at all", change: (path) => Deno.writeTextFile(path, "x".repeat(100_000)), refused: true },
  { name: "an empty file", change: (path) => Deno.writeTextFile(path, ""), refused: true },
  { name: "the first half of a file", change: async (path) => Deno.truncate(path, (await Deno.stat(path)).size / 2) },
  {
    name: "a schema that is no SQL",
    change: [
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE jobs (((' WHERE name = 'jobs'",
    ],
    refused: true,
  },
  {
    name: "a schema with bytes that are no text",
    change: ["PRAGMA writable_schema = ON", `UPDATE sqlite_schema SET sql = ${text("ff43524541")} WHERE name = 'jobs'`],
    refused: true,
  },
  {
    name: "two tables on one page",
    change: [
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'events') WHERE name = 'profiles'",
    ],
  },
  {
    name: "a table that is the schema itself",
    change: ["PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'profiles'"],
  },
  { name: "the mark of a write-ahead log", change: (path) => setBytes(path, 18, [2, 2]), keeps: "jobs" },
];

const PATH_COLUMNS = [
  "source_path",
  "output_path",
  "temp_path",
  "planned_output",
  "original_kept_at",
  "poster",
  "space_needs",
  "source",
];
const BAD_PATHS = [
  "/etc/passwd",
  "/media/../etc/passwd",
  "/media/config/data/lathe.db",
  "relative.mkv",
  "/proc/self/environ",
  "/media/a\u0000b",
  "//media/x",
  "/mediaX/film.mkv",
];
const PATH_ARCHIVES: Hostile[] = PATH_COLUMNS.flatMap((column) =>
  (["source_path", "output_path", "source"].includes(column) ? BAD_PATHS : BAD_PATHS.slice(0, 2)).map((
    path,
  ): Hostile => ({
    name: `${JSON.stringify(path)} in ${column}`,
    change: [
      `${JOB} ${column} = ${
        column === "source"
          ? sqlText(JSON.stringify({ kind: "file", localPath: path }))
          : column === "space_needs"
          ? sqlText(JSON.stringify([{ path, bytes: 1 }]))
          : `CAST(x'${new TextEncoder().encode(path).toHex()}' AS TEXT)`
      }`,
    ],
    keeps: "profiles",
  }))
);

const VALUES: Hostile[] = [
  ...["rebooting", "DONE", "", "done "].map((state): Hostile => ({
    name: `the future state ${JSON.stringify(state)}`,
    change: [`${JOB} status = ${sqlText(state)} ${DONE}`],
    keeps: "profiles",
  })),
  ...["../../evil", "a/b", "", "x".repeat(65), ".", "a\nb"].map((id): Hostile => ({
    name: `the id ${JSON.stringify(id)}`,
    change: [`${JOB} id = ${sqlText(id)} ${DONE}`, `UPDATE profiles SET id = ${sqlText(id)}`],
  })),
  { name: "the id of a preset", change: ["UPDATE profiles SET id = 'builtin-movie-1080p'"], keeps: "jobs" },
  {
    name: "texts that are not UTF-8",
    change: [`${JOB} title = ${text("ff41fe")}, error = ${text("c3")}`],
    keeps: "jobs",
  },
  { name: "half characters", change: [`${JOB} title = ${text("eda080")}`], keeps: "jobs" },
  { name: "a title with a zero byte", change: [`${JOB} title = ${text("410042")}`], keeps: "jobs" },
  { name: "a title of 10 MB", change: [`${JOB} title = hex(zeroblob(5000000)) ${DONE}`], keeps: "profiles" },
  { name: "a blob of 20 MB", change: [`${JOB} source = zeroblob(20000000) ${DONE}`], keeps: "profiles" },
  { name: "numbers beyond 2^53", change: [`${JOB} input_size_bytes = 9223372036854775807`], keeps: "profiles" },
  { name: "infinite numbers", change: [`${JOB} duration_seconds = 9e999, saved_bytes = 9e999`], keeps: "profiles" },
  { name: "dates beyond the calendar", change: [`${JOB} created_at = 9007199254740991`], keeps: "profiles" },
  {
    name: "JSON nested a million deep",
    change: [`${JOB} labels = replace(hex(zeroblob(500000)), '0', '[')`],
    keeps: "profiles",
  },
  {
    name: "JSON with a prototype",
    change: [`${JOB} source = '{"__proto__":{"localPath":"/etc/passwd"},"kind":"file"}'`],
    keeps: "jobs",
  },
  {
    name: "plans that are not objects",
    change: ["UPDATE job_details SET plan = '[1]', quality = '7', ocr = '{}'"],
    keeps: "jobs",
  },
  {
    name: "a recipe under the hash of another",
    change: [`INSERT INTO recipes VALUES ('${"a".repeat(64)}', '{"id":"x","name":"x"}')`],
    keeps: "jobs",
  },
  {
    name: "a profile with arguments of its own",
    change: [`UPDATE profiles SET profile = json_set(profile, '$.video.extraArgs', '-i /etc/passwd -f data')`],
    keeps: "jobs",
  },
  {
    name: "facts of every kind",
    change: ["UPDATE key_values SET value = 'no json'", `INSERT INTO key_values VALUES ('queue.paused', '{"a":1}')`],
    keeps: "jobs",
  },
  {
    name: "sessions under every column",
    change: [insertSession, "INSERT INTO login_failures VALUES ('x', 1, 1)"],
    keeps: "jobs",
  },
  {
    name: "a journal that deletes",
    change: [`INSERT INTO file_steps VALUES ('job-done', 'undo-begun', '{"bin":"/etc/passwd"}', NULL, 1, NULL)`],
    keeps: "jobs",
  },
];

/** Every column of jobs with every odd kind of value, in one archive each. */
const columns = Object.values(jobsTable).filter((column) =>
  typeof column === "object" && column !== null && "name" in column
)
  .map((column) => String((column as { name: unknown }).name)).filter((name) => /^[a-z_]+$/.test(name));
const ODD_TYPES = ["x'00ff'", "'text'", "-1", "1.5", "9223372036854775807", "NULL", text("ff"), "'{}'"];
const TYPES: Hostile[] = ODD_TYPES.map((value) => ({
  name: `${value} in every column of a job, one at a time`,
  change: [
    "CREATE TABLE copy AS SELECT * FROM jobs",
    "DROP TABLE jobs",
    "CREATE TABLE jobs AS SELECT * FROM copy",
    ...columns.flatMap((column) => [
      "UPDATE copy SET id = 'odd-' || hex(randomblob(8)) WHERE id NOT IN (SELECT id FROM jobs WHERE 0)",
      `INSERT INTO jobs SELECT * FROM copy WHERE status = 'done'`,
      `UPDATE jobs SET ${column} = ${value} WHERE id IN (SELECT id FROM copy)`,
    ]),
  ],
  keeps: "jobs",
}));

const ALL = [...TRIGGERS, ...SHAPES, ...LAYOUTS, ...PATH_ARCHIVES, ...VALUES, ...TYPES];

Deno.test(`S1, S2: no hostile archive brings anything in but history (${ALL.length} archives)`, async (t) => {
  ok(ALL.length >= 60);
  const folder = await Deno.makeTempDir({ prefix: "lathe_hostile_" });
  const honest = await archiveDatabase(folder);
  const layout = await schemaOf(honest);
  try {
    for (const archive of ALL) {
      await t.step(archive.name, () => judge(archive, { folder, honest, layout }));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("S1, S2: damage anywhere in an archive's database is refused or harmless", async () => {
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
  { change, refused, keeps }: Hostile,
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

async function judgeContent(path: string, keeps: Hostile["keeps"]): Promise<void> {
  const store = await openStore({ path });
  try {
    const rows = async (table: string) => (await store.db.all<Record<string, unknown>>(`SELECT * FROM ${table}`));
    const never = KNOWN_TABLES.filter((table) =>
      !own.includes(table) && !/^(?:sqlite_|__drizzle|job_counts)/.test(table)
    );
    for (const table of never) same(await rows(table), [], table);
    ok((await rows("key_values")).every(({ key }) => ["setup.dismissed", "queue.paused"].includes(String(key))));
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

async function setBytes(path: string, at: number, bytes: number[]): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.seek(at, Deno.SeekMode.Start);
  await file.write(Uint8Array.from(bytes));
}

function utf16(path: string): void {
  Deno.removeSync(path);
  const db = new DatabaseSync(path);
  db.exec("PRAGMA encoding = 'UTF-16le'; CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash, created_at)");
  db.close();
}
