import { type Client, createClient, LibsqlError } from "@libsql/client/sqlite3";
import { Fault } from "../lib/kit/fault.ts";

/** Why a store cannot be used. */
export type StoreProblemReason = "damaged" | "newer" | "unreachable" | "missing" | "settings_missing";

/** Why the store cannot be used. The message is for people; nothing was deleted or overwritten. */
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

/** What to throw where a database was and is no more. */
export const missingDatabase = (): StoreProblem =>
  new StoreProblem("missing", "The database is missing or empty, although Lathe was used with this folder before.");

/**
 * Copies the live database through its own client, forces the copy to disk and checks it (safety.md, S-DB-4, S-DB-8). The
 * name is given to a whole copy only: a service that is killed meanwhile leaves `.partial` behind.
 */
export async function copyDatabase(client: Client, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await writeCopy(client, partial);
  await checkCopy(partial);
  await Deno.rename(partial, target);
}

/** The copy on the disk, not yet checked. */
export async function writeCopy(client: Client, target: string): Promise<void> {
  await client.execute({ sql: "VACUUM INTO ?", args: [target] });
  using file = await Deno.open(target, { read: true, write: true });
  await Deno.chmod(target, 0o600).catch(() => {});
  await file.sync();
}

/** A connection of its own to a database that is in use. */
export const openForCopy = (path: string): Client => createClient({ url: fileUrl(path), timeout: 5000 });

/** Throws `StoreProblem("damaged")` unless a database file that nobody has open is sound. */
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

/** What to throw for a file that SQLite cannot read. */
export function damagedDatabase(path: string, cause: unknown): Error {
  if (hasCode(cause, "SQLITE_BUSY")) return new Fault("busy", "The database is in use by another program.", { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreProblem(
    "damaged",
    `The database ${path} is damaged (${reason}). Nothing was changed; put a backup in its place.`,
    { cause },
  );
}

/** What to throw when a database server does not do as asked at the start. Names its host, never its credentials. */
export function unreachableDatabase(url: string, cause: unknown): Error {
  if (cause instanceof StoreProblem || cause instanceof Fault) return cause;
  const { host } = new URL(url);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const hint = /\b401\b/.test(reason) ? " Check SERVICE_DATABASE_TOKEN." : "";
  return new StoreProblem("unreachable", `The database server at ${host} cannot be used: ${reason}.${hint}`, { cause });
}

/** The client's file addresses are URLs: `%`, `?` and `#` in a folder name must not become syntax. */
export const fileUrl = (path: string): string => `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;

/** Whether a libSQL error is of this kind, whatever its finer code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof LibsqlError && (error.code === code || (error.extendedCode?.startsWith(code) ?? false));
