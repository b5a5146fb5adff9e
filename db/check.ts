import { type Client, createClient, LibsqlError } from "@libsql/client/sqlite3";
import { Fault } from "../lib/kit/fault.ts";

/** Reason why a database cannot be used. */
export type StoreProblemReason = "damaged" | "newer" | "unreachable" | "missing" | "settings_missing";

/** Thrown when the database cannot be used. The message is shown to users. Nothing was deleted or overwritten. */
export class StoreProblem extends Error {
  override name = "StoreProblem";
  constructor(
    readonly reason: StoreProblemReason,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** Returns the error for a database that was used before but no longer exists. */
export const missingDatabase = (): StoreProblem =>
  new StoreProblem("missing", "The database is missing or empty, although Lathe has used this folder before.");

/**
 * Copies the database in use through its client, syncs the copy to disk and checks it (safety.md, S-DB-4, S-DB-8). The
 * copy is renamed to its final name only when it is complete. If the process is killed during the copy, a `.partial`
 * file remains.
 */
export async function copyDatabase(client: Client, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await writeCopy(client, partial);
  await checkCopy(partial);
  await Deno.rename(partial, target);
}

/** Writes and syncs the copy without checking it. */
export async function writeCopy(client: Client, target: string): Promise<void> {
  await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  using file = await Deno.open(target, { read: true, write: true });
  await Deno.chmod(target, 0o600).catch(() => {});
  await file.sync();
}

/** Opens a separate connection to a database in use. */
export const openForCopy = (path: string): Client => createClient({ url: fileUrl(path), timeout: 5000 });

/** Throws `StoreProblem("damaged")` unless a closed database file is intact. */
export async function checkCopy(path: string): Promise<void> {
  const copy = createClient({ url: fileUrl(path) });
  try {
    await checkDatabase(copy, path);
  } finally {
    copy.close();
  }
}

/** Throws `StoreProblem("damaged")` unless the database passes SQLite's quick check. */
export async function checkDatabase(client: Client, path: string): Promise<void> {
  let verdict: unknown;
  try {
    verdict = Object.values((await client.execute("PRAGMA quick_check(1)")).rows[0] ?? {})[0];
  } catch (error) {
    throw damagedDatabase(path, error);
  }
  if (verdict !== "ok") throw damagedDatabase(path, verdict);
}

/** Returns the error for a file that SQLite cannot read. */
export function damagedDatabase(path: string, cause: unknown): Error {
  if (hasCode(cause, "SQLITE_BUSY")) return new Fault("busy", "The database is in use by another program.", { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreProblem(
    "damaged",
    `The database ${path} is damaged (${reason}). Nothing was changed; replace it with a backup.`,
    { cause },
  );
}

/**
 * Returns the error for a database server that fails at startup. The message contains its host name, never its
 * credentials.
 */
export function unreachableDatabase(url: string, cause: unknown): Error {
  if (cause instanceof StoreProblem || cause instanceof Fault) return cause;
  const { host } = new URL(url);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const hint = /\b401\b/.test(reason) ? " Check SERVICE_DATABASE_TOKEN." : "";
  return new StoreProblem("unreachable", `The database server at ${host} cannot be used: ${reason}.${hint}`, { cause });
}

/** The client expects file paths as URLs, so `%`, `?` and `#` in a folder name must be escaped. */
export const fileUrl = (path: string): string => `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;

/** True if a libSQL error has this code or one of its extended codes. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof LibsqlError && (error.code === code || (error.extendedCode?.startsWith(code) ?? false));
