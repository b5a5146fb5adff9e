import { type Client, createClient, type Transaction } from "@libsql/client/sqlite3";
import { DrizzleQueryError } from "drizzle-orm/errors";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import { Fault } from "../lib/kit/fault.ts";
import { createMutex, type Mutex } from "../lib/kit/async.ts";
import { checkDatabase, damagedDatabase, fileUrl, hasCode, unreachableDatabase } from "./check.ts";
import type { OwnProgram } from "../lib/kit/process/own_program.ts";
import { runInDatabaseProcess } from "./database_process.ts";
import { runOnDatabaseThread } from "./database_thread.ts";
import { migrateStore } from "./migrate.ts";

/** What reads are written with. */
export type Database = LibSQLDatabase;
/** What `write` passes to its work: the database inside the transaction. `db` would read through another connection. */
export type Tx = Pick<Database, "select" | "selectDistinct" | "insert" | "update" | "delete" | "run" | "all">;

/** Where the data lies, and what happens around it. */
export interface StoreOptions {
  /** The database file; or `url`, the `libsql://` or `http://` address of a libSQL server. */
  path?: string;
  url?: string;
  authToken?: string;
  /** Where the verified copy goes that is made before an existing database is migrated. */
  backups?: string;
  /** Frees reserved space on a full disk; true when there was any: the write is then tried once more. */
  onFull?: () => Promise<boolean>;
  /** False on network shares, where a write-ahead log does not work (safety.md, S-DB-2). */
  writeAheadLog?: boolean;
  busyTimeoutMs?: number;
  /** Where the migrations lie; tests point elsewhere. */
  migrationsFolder?: string;
  now?: () => Date;
  /** The database was used before: an empty one is a `StoreProblem("missing")`. */
  mustExist?: boolean;
  /** Copies are made by this program in a process of its own; without one, in a thread. */
  copyProgram?: OwnProgram;
  /** Told when an existing database was brought to a newer schema, with the copy that was made before. */
  onMigrated?: (copy: string | undefined) => void;
}

/** Parts of the data that others keep a copy of in memory. */
export type DataPart = "catalogue" | "local";

/** The one store of a service. */
export interface Store {
  /** For reading. */
  db: Database;
  /**
   * Runs `work` in one transaction. Writers take turns: two at once would block the whole process. No file, network or
   * process work inside. Throws `busy` when another process holds the database for longer than the busy timeout.
   * `part` names what it changes, where a copy in memory depends on it.
   */
  write<T>(work: (tx: Tx) => Promise<T>, part?: DataPart): Promise<T>;
  /** Rises with every write to this part. */
  revision(part: DataPart): number;
  /**
   * Writes a checked copy of the database to `path`, which must not exist, in a process or thread of its own. It
   * holds what was written before the call. Local files only.
   */
  copyTo(path: string): Promise<void>;
  /** Waits for the writers and closes. */
  close(): Promise<void>;
}

/** SQLite's own 1,000 of 4 kB take tens of milliseconds. */
const CHECKPOINT_PAGES = 200;

/** Opens the store, checks it, and brings it to the newest schema. Throws `StoreProblem`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { path, url, onFull, writeAheadLog = true, busyTimeoutMs: timeout = 5000 } = options;
  if ((path === undefined) === (url === undefined)) throw new TypeError("Give the store a path or a url, not both.");
  if (path !== undefined) await createPrivately(path);
  // The client of servers is large; few have one.
  const make = url === undefined ? createClient : (await import("@libsql/client")).createClient;
  const connect = () => make({ url: url ?? fileUrl(path ?? ""), authToken: options.authToken, timeout });
  const reader = connect();
  try {
    if (path !== undefined) await prepareFile(reader, path, writeAheadLog);
    await migrateStore(reader, {
      local: path !== undefined,
      backups: options.backups,
      folder: options.migrationsFolder,
      now: options.now,
      onMigrated: options.onMigrated,
      mustExist: options.mustExist,
    });
  } catch (error) {
    reader.close();
    throw url === undefined ? error : unreachableDatabase(url, error);
  }
  const writer = connect();
  // What is taken over from the log at once holds the whole process: little at a time.
  if (path !== undefined && writeAheadLog) await writer.execute(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return storeOn(reader, { writer, path, onFull, writeAheadLog, copyProgram: options.copyProgram });
}

/** What a store holds while it is open. */
interface StoreState {
  readonly writeMutex: Mutex;
  readonly copying: Set<Promise<void>>;
  readonly revisions: Record<DataPart, number>;
}

interface Connections extends Pick<StoreOptions, "onFull" | "path" | "copyProgram"> {
  writer: Client;
  writeAheadLog: boolean;
}

function storeOn(reader: Client, connections: Connections): Store {
  const state: StoreState = { writeMutex: createMutex(), copying: new Set(), revisions: { catalogue: 0, local: 0 } };
  return {
    db: drizzle(reader),
    write: (work, part) => state.writeMutex(() => writeOnce(connections, work).finally(() => countWrite(state, part))),
    revision: (part) => state.revisions[part],
    copyTo: (target) => copyStore(state, connections, target),
    async close() {
      await Promise.allSettled([writersDone(state), ...state.copying]);
      const { writer, path } = connections;
      // The library leaves the log behind otherwise; a backup program that copies one file would then copy nothing.
      if (path !== undefined) await writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => {});
      writer.close();
      reader.close();
    },
  };
}

/** Resolves when all writers so far have ended. */
const writersDone = ({ writeMutex }: StoreState): Promise<void> => writeMutex(() => Promise.resolve());

function countWrite({ revisions }: StoreState, part: DataPart | undefined): void {
  if (part !== undefined) revisions[part]++;
}

/** One transaction; once more where a full disk had room that could be given back. */
async function writeOnce<T>({ writer, onFull }: Connections, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transact(writer, work);
  } catch (error) {
    if (!hasCode(error, "SQLITE_FULL") || onFull === undefined || !await onFull()) throw error;
    return await transact(writer, work);
  }
}

async function copyStore(
  state: StoreState,
  { path: source, writeAheadLog, copyProgram }: Connections,
  target: string,
): Promise<void> {
  if (source === undefined) throw new TypeError("The database of a server is not copied.");
  const request = { kind: "copy", source, target } as const;
  const copy = () =>
    copyProgram === undefined ? runOnDatabaseThread(request) : runInDatabaseProcess(copyProgram, request);
  // Beside a write-ahead log writers go on; without one they would wait for the copy with the whole thread.
  const mine = writeAheadLog ? writersDone(state).then(copy) : state.writeMutex(copy);
  state.copying.add(mine);
  await mine.finally(() => state.copying.delete(mine));
}

/** One transaction, with drizzle on top of it. */
async function transact<T>(client: Client, work: (tx: Tx) => Promise<T>): Promise<T> {
  let transaction: Transaction | undefined;
  try {
    transaction = await client.transaction("write");
    // Drizzle asks its client for nothing but `execute` and `batch`, which a transaction has as well.
    const result = await work(drizzle(transaction as unknown as Client));
    await transaction.commit();
    return result;
  } catch (error) {
    // SQLite undoes some failures (a full disk) by itself; then there is nothing left to roll back.
    await transaction?.rollback().catch(() => {});
    // A statement refused for being busy stays open on its connection and would block the next commit: start afresh.
    if (hasCode(unwrapped(error), "SQLITE_BUSY")) client.reconnect();
    throw plain(error);
  }
}

/** A new database starts as an empty file that only we may read; its log files inherit the mode. */
async function createPrivately(path: string): Promise<void> {
  try {
    (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

async function prepareFile(client: Client, path: string, writeAheadLog: boolean): Promise<void> {
  try {
    await client.execute(`PRAGMA journal_mode = ${writeAheadLog ? "WAL" : "DELETE"}`);
    // The library's own default already is FULL and 5 s; set again because a crash must not lose a committed step.
    await client.execute("PRAGMA synchronous = FULL");
  } catch (error) {
    throw damagedDatabase(path, error);
  }
  await checkDatabase(client, path);
}

const unwrapped = (error: unknown): unknown => error instanceof DrizzleQueryError ? error.cause : error;

/** The error below drizzle's, whose text would show the parameters (secrets among them). */
function plain(error: unknown): unknown {
  const cause = unwrapped(error);
  if (hasCode(cause, "SQLITE_BUSY")) {
    return new Fault("busy", "The database is in use by another program; try again in a moment.", {
      cause,
      retryAfterSeconds: 5,
    });
  }
  return cause;
}
