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

/** Database handle for reads. */
export type Database = LibSQLDatabase;
/**
 * The database within a transaction, as passed to the callback of `write`. Reads through `db` would use another
 * connection.
 */
export type Tx = Pick<Database, "select" | "selectDistinct" | "insert" | "update" | "delete" | "run" | "all">;

/** Location and hooks of the store. */
export interface StoreOptions {
  /** Path of the database file. Alternatively, `url` is the `libsql://` or `http://` address of a libSQL server. */
  path?: string;
  url?: string;
  authToken?: string;
  /** Folder for the verified copy that is made before an existing database is migrated. */
  backups?: string;
  /** Frees reserved space on a full disk. If it returns true, the write is retried once. */
  onFull?: () => Promise<boolean>;
  /** False on network shares, which do not support a write-ahead log (safety.md, S-DB-2). */
  writeAheadLog?: boolean;
  busyTimeoutMs?: number;
  /** Folder of the migrations. Replaced in tests. */
  migrationsFolder?: string;
  now?: () => Date;
  /** True if the database was used before. An empty database is then reported as `StoreProblem("missing")`. */
  mustExist?: boolean;
  /** Program that creates copies in a separate process. Without it, copies are created in a worker. */
  copyProgram?: OwnProgram;
  /** Called after an existing database was migrated, with the path of the copy that was created before. */
  onMigrated?: (copy: string | undefined) => void;
}

/** Parts of the data that other modules cache in memory. */
export type DataPart = "catalogue" | "local";

/** The database of the service. */
export interface Store {
  /** Connection for reading. */
  db: Database;
  /**
   * Runs `work` in one transaction. Transactions run one after another, because two at the same time would block the
   * whole process. The callback must not access files, the network or processes. Throws `busy` if another process locks
   * the database for longer than the busy timeout. `part` is the changed part of the data, if a cache in memory depends
   * on it.
   */
  write<T>(work: (tx: Tx) => Promise<T>, part?: DataPart): Promise<T>;
  /** Returns a number that increases with every write to this part of the data. */
  revision(part: DataPart): number;
  /**
   * Writes a verified copy of the database to `path`, which must not exist. The copy is made in a separate process or
   * worker. Includes everything written before the call. Supports local files only.
   */
  copyTo(path: string): Promise<void>;
  /** Waits for running writes and closes the store. */
  close(): Promise<void>;
}

/**
 * Number of pages after which a checkpoint runs. SQLite's default of 1,000 pages of 4 kB takes tens of milliseconds.
 */
const CHECKPOINT_PAGES = 200;

/** Opens the store, checks it, and migrates it to the newest schema. Throws `StoreProblem`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { path, url, onFull, writeAheadLog = true, busyTimeoutMs: timeout = 5000 } = options;
  if ((path === undefined) === (url === undefined)) {
    throw new TypeError("Specify either a path or a url for the store, not both.");
  }
  if (path !== undefined) await createPrivately(path);
  // The client for database servers is loaded on demand, because it is large and rarely used.
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
  // A checkpoint blocks the whole process, so each one is kept small.
  if (path !== undefined && writeAheadLog) await writer.execute(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return storeOn(reader, { writer, path, onFull, writeAheadLog, copyProgram: options.copyProgram });
}

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
      // Otherwise libSQL would leave the log file behind, and a backup program that copies only the database file would
      // miss its content.
      if (path !== undefined) await writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => {});
      writer.close();
      reader.close();
    },
  };
}

/** Resolves when all current writes are complete. */
const writersDone = ({ writeMutex }: StoreState): Promise<void> => writeMutex(() => Promise.resolve());

function countWrite({ revisions }: StoreState, part: DataPart | undefined): void {
  if (part !== undefined) revisions[part]++;
}

/** Runs one transaction, and retries it once if space could be freed on a full disk. */
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
  if (source === undefined) throw new TypeError("A server database cannot be copied.");
  const request = { kind: "copy", source, target } as const;
  const copy = () =>
    copyProgram === undefined ? runOnDatabaseThread(request) : runInDatabaseProcess(copyProgram, request);
  // With a write-ahead log, writes continue during the copy. Without one, they would block the thread until the copy is
  // complete, so they wait for it.
  const mine = writeAheadLog ? writersDone(state).then(copy) : state.writeMutex(copy);
  state.copying.add(mine);
  await mine.finally(() => state.copying.delete(mine));
}

/** Runs one transaction through drizzle. */
async function transact<T>(client: Client, work: (tx: Tx) => Promise<T>): Promise<T> {
  let transaction: Transaction | undefined;
  try {
    transaction = await client.transaction("write");
    // Drizzle only uses `execute` and `batch` of its client. A transaction has both methods.
    const result = await work(drizzle(transaction as unknown as Client));
    await transaction.commit();
    return result;
  } catch (error) {
    // After some failures, such as a full disk, SQLite has already rolled back, which makes this rollback fail.
    await transaction?.rollback().catch(() => {});
    // A statement that failed because the database was busy stays open and would block the next commit. Reconnecting
    // closes it.
    if (hasCode(unwrapped(error), "SQLITE_BUSY")) client.reconnect();
    throw plain(error);
  }
}

/**
 * Creates a new database as an empty file that only its owner may read. SQLite creates its log files with the same
 * permissions.
 */
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
    // The values are the defaults of libSQL, FULL and 5 s. They are set explicitly, because a crash must not lose a
    // committed step.
    await client.execute("PRAGMA synchronous = FULL");
  } catch (error) {
    throw damagedDatabase(path, error);
  }
  await checkDatabase(client, path);
}

const unwrapped = (error: unknown): unknown => error instanceof DrizzleQueryError ? error.cause : error;

/** Returns the cause of drizzle's error. Its message would contain the parameters, including secrets. */
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
