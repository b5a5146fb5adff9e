import { type Client, createClient } from "@libsql/client/sqlite3";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import { migrate } from "drizzle-orm/libsql/migrator";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyDatabase, fileUrl, missingDatabase, StoreProblem } from "./check.ts";

/** Options for migrating a database to the newest schema. */
export interface MigrateOptions {
  local: boolean;
  backups?: string;
  now?: () => Date;
  /** Folder of the migrations. Replaced in tests. */
  folder?: string;
  onMigrated?: (copy: string | undefined) => void;
  /** True if the database was used before, so that an empty one is an error. */
  mustExist?: boolean;
}

/** Number of copies made before migrations that are kept, including the newest. */
const KEPT_COPIES = 3;
const COPY_NAME = /^before-migration-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/;

/**
 * Migrates the database to the newest schema in one transaction. An existing local database is copied first, and the
 * copy is checked. Only the newest of these copies are kept. Throws `StoreProblem("newer")` if the database was written
 * by a newer version.
 */
export async function migrateStore(client: Client, options: MigrateOptions): Promise<void> {
  const folder = options.folder ?? fileURLToPath(new URL("./migrations", import.meta.url));
  const known = await knownMigrations(folder);
  const newestKnown = known.at(-1) ?? 0;
  const applied = await newestApplied(client);
  if (applied === undefined && options.mustExist) throw missingDatabase();
  if (applied === newestKnown) return;
  if (applied !== undefined && !known.includes(applied)) {
    throw new StoreProblem(
      "newer",
      "The database was written by a newer version of this program. Install that version again, " +
        "or restore a backup created before the update.",
    );
  }
  let copy: string | undefined;
  if (applied !== undefined && options.local && options.backups !== undefined) {
    await Deno.mkdir(options.backups, { recursive: true, mode: 0o700 });
    const stamp = (options.now?.() ?? new Date()).toISOString().replace(/[:.]/g, "-");
    copy = join(options.backups, `before-migration-${stamp}.db`);
    await copyDatabase(client, copy);
  }
  await migrate(drizzle(client), { migrationsFolder: folder });
  if (copy !== undefined) await removeOldCopies(copy);
  if (applied !== undefined) options.onMigrated?.(copy);
}

/**
 * Removes copies of earlier migrations. A failure does not prevent the start. The removal is retried after the next
 * migration.
 */
async function removeOldCopies(newest: string): Promise<void> {
  const folder = join(newest, "..");
  try {
    const older = (await Array.fromAsync(Deno.readDir(folder)))
      // If the clock was set back, the newest copy may not have the latest time in its name.
      .filter(({ name, isFile }) => isFile && COPY_NAME.test(name) && name !== basename(newest))
      .map(({ name }) => name).sort().reverse().slice(KEPT_COPIES - 1);
    await Promise.allSettled(older.map((name) => Deno.remove(join(folder, name))));
  } catch {
    // The folder cannot be read.
  }
}

/** Returns the timestamp of the newest migration of this version. */
export const newestMigration = async (folder: string): Promise<number> => (await knownMigrations(folder)).at(-1) ?? 0;

/** Creates a database with a schema version of this program, by default the newest. The file must not exist. */
export async function createDatabase(path: string, folder: string, stamp?: number): Promise<void> {
  (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
  await migrateFile(path, folder, stamp);
}

/** Migrates a closed database file to a schema version of this program, by default the newest. */
export async function migrateFile(path: string, folder: string, stamp?: number): Promise<void> {
  const client = createClient({ url: fileUrl(path) });
  try {
    if (stamp === undefined) await migrate(drizzle(client), { migrationsFolder: folder });
    else await migrateUpTo(client, folder, stamp);
  } finally {
    client.close();
  }
}

/** The migrator applies all migrations in a folder, so it is given a copy of the folder without later migrations. */
async function migrateUpTo(client: Client, folder: string, stamp: number): Promise<void> {
  const older = await Deno.makeTempDir({ prefix: "lathe_migrations_" });
  try {
    const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
      await Deno.readTextFile(join(folder, "meta", "_journal.json")),
    );
    const entries = journal.entries.filter(({ when }) => when <= stamp);
    await Deno.mkdir(join(older, "meta"));
    await Deno.writeTextFile(join(older, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await Deno.copyFile(join(folder, `${tag}.sql`), join(older, `${tag}.sql`));
    await migrate(drizzle(client), { migrationsFolder: older });
  } finally {
    await Deno.remove(older, { recursive: true });
  }
}

/** Returns the timestamps of the migrations known to this version, oldest first. */
export async function knownMigrations(folder: string): Promise<number[]> {
  const journal: unknown = JSON.parse(await Deno.readTextFile(join(folder, "meta", "_journal.json")));
  if (typeof journal !== "object" || journal === null || !("entries" in journal) || !Array.isArray(journal.entries)) {
    throw new TypeError(`${folder} contains no migrations.`);
  }
  return journal.entries.map((entry: { when: number }) => entry.when);
}

/** Returns the timestamp of the last migration applied to the database, or undefined for an empty one. */
async function newestApplied(client: Client): Promise<number | undefined> {
  const table = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'");
  if (table.rows.length === 0) return undefined;
  const newest = await client.execute("SELECT max(created_at) AS newest FROM __drizzle_migrations");
  const value = newest.rows[0]?.newest;
  return value === null || value === undefined ? undefined : Number(value);
}
