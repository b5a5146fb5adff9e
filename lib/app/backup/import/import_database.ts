import { DatabaseSync } from "node:sqlite";
import { createDatabase, knownMigrations, migrateFile } from "../../../../db/migrate.ts";
import { syncFile } from "../../../kit/atomic_file.ts";
import { Fault } from "../../../kit/fault.ts";
import { refusal } from "../../../platform/backup/manifest.ts";
import { type ForeignDatabase, type ForeignRow, openForeignDatabase } from "./foreign_database.ts";
import {
  type ImportContext,
  IMPORTED_TABLES,
  type ImportedTable,
  KNOWN_TABLES,
  KNOWN_TRIGGERS,
} from "./imported_tables.ts";

/**
 * Imports the database of a backup. An archive is untrusted data, whoever created it:
 *
 *   archive's file ── read-only, tables and columns by name (`foreign_database.ts`)
 *      │ older layout: its rows are copied into a new database of that layout, which the migrations update
 *      ▼
 *   every row ── strict schemas, the API's where there is one (`imported_tables.ts`, `imported_job.ts`)
 *      │ not imported: leases, processes, temporary paths, bins, the journal of file moves, sessions, secrets, and
 *      │ data that is read from managers and disks again; unfinished jobs are imported as interrupted
 *      ▼
 *   a new database created by the migrations, and notes on what was changed or omitted
 *
 * At the next start, `carry_over.ts` adds the data of the replaced database about files on this machine.
 */
export interface ImportOptions extends ImportContext {
  /** Database file from the archive, which is not modified. */
  source: string;
  /** Path of the new database. Must not exist. */
  target: string;
  migrations: string;
}

/**
 * Imports a database. Returns sentences about data that was changed or omitted. Throws `invalid`, or `conflict` for a
 * newer schema version.
 */
export async function importDatabase({ source, target, migrations, ...context }: ImportOptions): Promise<string[]> {
  const known = await knownMigrations(migrations);
  const notes: string[] = [];
  const older = `${target}.older`;
  const foreign = openForeignDatabase(source);
  try {
    const stamp = stampOf(foreign, known);
    notes.push(...notRead(foreign));
    if (stamp === known.at(-1)) return [...notes, ...await importTables(foreign, target, migrations, context)];
    await createDatabase(older, migrations, stamp);
    notes.push(...copyAsItIs(foreign, older));
  } finally {
    foreign.close();
  }
  try {
    await migrateFile(older, migrations);
    const updated = openForeignDatabase(older);
    try {
      return [...notes, ...await importTables(updated, target, migrations, context)];
    } finally {
      updated.close();
    }
  } finally {
    await Deno.remove(older);
  }
}

/** Returns the newest migration applied to the database. Throws if this version of Lathe does not contain it. */
function stampOf(foreign: ForeignDatabase, known: number[]): number {
  let stamp: number | undefined;
  if (foreign.columns("__drizzle_migrations")?.includes("created_at")) {
    for (const rows of foreign.rows("__drizzle_migrations", ["created_at"])) {
      for (const row of rows) stamp = Math.max(stamp ?? 0, Number(row?.created_at ?? 0));
    }
  }
  if (stamp === undefined) throw refusal("its database is not a Lathe database");
  if (stamp > (known.at(-1) ?? 0)) {
    throw new Fault("conflict", "The database in the backup was created by a newer version of Lathe.");
  }
  if (!known.includes(stamp)) throw refusal("its database schema does not match any version of Lathe");
  return stamp;
}

/** Lists unknown tables and objects, and known tables that cannot be read. */
function notRead(foreign: ForeignDatabase): string[] {
  const others = foreign.others(KNOWN_TABLES).filter((other) =>
    !KNOWN_TRIGGERS.some((name) => other === `trigger ${name}`)
  );
  const problems = IMPORTED_TABLES.flatMap(({ name }) => {
    const problem = foreign.problem(name);
    return problem === undefined ? [] : [`The table ${name} was omitted: ${problem}.`];
  });
  return others.length === 0
    ? problems
    : [`Omitted because they are not part of Lathe's database: ${others.join(", ")}.`, ...problems];
}

/** A valid database contains every table of its schema version. Importing one without them would delete all data. */
function refuseWithoutTables(foreign: ForeignDatabase, into: Filling): void {
  const missing = IMPORTED_TABLES.map(({ name }) => name).filter((name) =>
    into.columnsOf(name).length > 0 && foreign.columns(name) === undefined && foreign.problem(name) === undefined
  );
  if (missing.length > 0) throw refusal(`its database has no table ${missing.slice(0, 3).join(", ")}`);
}

/** Copies the rows of known tables whose columns exist in a database of the same schema version. */
function copyAsItIs(foreign: ForeignDatabase, target: string): string[] {
  return filled(target, (into) => {
    refuseWithoutTables(foreign, into);
    const notes: string[] = [];
    for (const { name } of IMPORTED_TABLES) {
      const columns = into.columnsOf(name).filter((column) => foreign.columns(name)?.includes(column));
      if (columns.length === 0) continue;
      const left = new Left(name);
      for (const rows of foreign.rows(name, columns)) {
        into.batch(() => {
          for (const row of rows) left.count(row === undefined ? TOO_LARGE : into.insert(name, row));
        });
      }
      notes.push(...left.notes());
    }
    return notes;
  });
}

/** Copies the valid rows into a new database. */
async function importTables(
  foreign: ForeignDatabase,
  target: string,
  migrations: string,
  context: ImportContext,
): Promise<string[]> {
  await createDatabase(target, migrations);
  const notes = filled(target, (into) => {
    refuseWithoutTables(foreign, into);
    const notes: string[] = [];
    for (const table of IMPORTED_TABLES) notes.push(...importTable(foreign, into, table, context));
    into.run("DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - 10000");
    return notes;
  });
  await syncFile(target);
  return notes;
}

function importTable(
  foreign: ForeignDatabase,
  into: Filling,
  { name, read }: ImportedTable,
  context: ImportContext,
): string[] {
  const columns = into.columnsOf(name);
  if (foreign.columns(name) === undefined) return [];
  const left = new Left(name);
  let interrupted = 0;
  let pathsLeftOut = 0;
  for (const rows of foreign.rows(name, columns)) {
    into.batch(() => {
      for (const raw of rows) {
        const row = raw === undefined ? { problem: TOO_LARGE } : judged(() => read(raw, context));
        if (row === "not taken") continue;
        const problem = "problem" in row ? row.problem : into.insert(name, row.values);
        left.count(problem);
        if (problem !== undefined || "problem" in row) continue;
        if (row.interrupted) interrupted++;
        if (row.pathLeftOut) pathsLeftOut++;
      }
    });
  }
  return [
    ...(interrupted === 0
      ? []
      : [`Jobs that were unfinished when the backup was taken and are now listed as interrupted: ${interrupted}.`]),
    ...(pathsLeftOut === 0
      ? []
      : [`Jobs restored without their file because it is outside this server's media folders: ${pathsLeftOut}.`]),
    ...left.notes(),
  ];
}

const TOO_LARGE = "a value is too large, or neither text nor a number";

/** A row that the schema rejects with an error is also omitted. */
function judged<T>(work: () => T): T | { problem: string } {
  try {
    return work();
  } catch (error) {
    return { problem: error instanceof Error ? error.message.slice(0, 200) : "not readable" };
  }
}

/** Counts the rows of a table that are omitted, and keeps the first reason. */
class Left {
  #rows = 0;
  #first = "";
  constructor(readonly table: string) {}
  count(problem: string | undefined): void {
    if (problem === undefined) return;
    if (this.#rows++ === 0) this.#first = problem;
  }
  notes(): string[] {
    return this.#rows === 0
      ? []
      : [`Invalid rows of the table ${this.table} that were omitted: ${this.#rows} (first: ${this.#first}).`];
  }
}

/** A new database while rows are being added to it. */
interface Filling {
  columnsOf(table: string): string[];
  batch(work: () => void): void;
  /** Inserts a row. Returns the reason if it cannot be inserted, otherwise undefined. Events get a new row ID. */
  insert(table: string, row: ForeignRow): string | undefined;
  run(statement: string): void;
}

function filled<T>(path: string, work: (into: Filling) => T): T {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  try {
    // Durability is not needed, because the file is not used until it is complete.
    db.exec("PRAGMA journal_mode = MEMORY");
    db.exec("PRAGMA synchronous = OFF");
    const statements = new Map<string, ReturnType<typeof db.prepare>>();
    return work({
      columnsOf: (table) =>
        db.prepare("SELECT name FROM pragma_table_info(?)").all(table).map(({ name }) => String(name))
          .filter((column) => table !== "events" || column !== "id"),
      batch(work) {
        db.exec("BEGIN");
        try {
          work();
        } finally {
          db.exec("COMMIT");
        }
      },
      insert(table, row) {
        const columns = Object.keys(row).filter((column) => table !== "events" || column !== "id");
        const key = `${table} ${columns.join()}`;
        let statement = statements.get(key);
        if (statement === undefined) {
          const names = columns.map((column) => `"${column}"`).join(", ");
          statement = db.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`);
          statements.set(key, statement);
        }
        try {
          statement.run(...columns.map((column) => row[column] ?? null));
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          if (!/constraint|mismatch/i.test(message)) throw error;
          return message;
        }
      },
      run: (statement) => db.exec(statement),
    });
  } finally {
    db.close();
  }
}
