import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { refusal } from "../../../platform/backup/manifest.ts";

/**
 * An untrusted database file. It is opened read-only and immutable. Only ordinary tables of its schema are read, by row
 * ID and column by column, so that its views, triggers, indexes, generated columns, checks and virtual tables are never
 * evaluated. Invalid UTF-8 is replaced with U+FFFD. Such texts would crash the client of the main database, so the
 * client of the runtime (`node:sqlite`) is used.
 */
export interface ForeignDatabase {
  /**
   * Returns the reason why a table is not read although an object with that name exists, or undefined if the table is
   * read or does not exist.
   */
  problem(table: string): string | undefined;
  /**
   * Returns the plain columns of an ordinary table in lower case, or undefined if it does not exist or cannot be read.
   */
  columns(table: string): string[] | undefined;
  /** Returns the names of all other objects in the schema, such as `trigger x`, at most `MAX_NAMED`. */
  others(known: readonly string[]): string[];
  /**
   * Yields rows in batches, oldest first. A row with a value that is too large or invalid is replaced with undefined.
   * Throws `invalid`.
   */
  rows(table: string, columns: string[]): Generator<(ForeignRow | undefined)[]>;
  close(): void;
}

/** Values by column. Integers beyond 2^53 are bigints. */
export type ForeignRow = Record<string, string | number | bigint | null>;

/** Maximum size of one value in bytes. The plan of a long movie has less than a tenth of that. */
const MAX_VALUE_BYTES = 8 * 1024 ** 2;
/** Maximum size in bytes of the result of one statement, regardless of the file's own settings. */
const MAX_LENGTH_BYTES = 64 * 1024 ** 2;
const MAX_SCHEMA_ENTRIES = 1000;
const MAX_NAMED = 20;
const BATCH_ROWS = 200;
/** Maximum number of rows. A million finished jobs have at most ten million. */
const MAX_ROWS = 20_000_000;

interface Table {
  columns: string[];
  problem?: string;
}

/** Opens a file that no process writes to. Throws `invalid` if it is not a valid SQLite database. */
export function openForeignDatabase(path: string): ForeignDatabase {
  const db = withDamageCheck(() => {
    const url = pathToFileURL(path);
    url.search = "?immutable=1";
    return new DatabaseSync(url, { readOnly: true, allowExtension: false });
  });
  try {
    return withDamageCheck(() => opened(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

function opened(db: DatabaseSync): ForeignDatabase {
  // The setter is not in all type definitions, but it exists in the runtime and in Node 24.
  Object.assign(Reflect.get(db, "limits") ?? {}, { length: MAX_LENGTH_BYTES, exprDepth: 100, attach: 0 });
  for (
    const pragma of ["trusted_schema = OFF", "cell_size_check = ON", "ignore_check_constraints = ON", "query_only = ON"]
  ) {
    db.exec(`PRAGMA ${pragma}`);
  }
  if (db.prepare("SELECT encoding AS text FROM pragma_encoding").get()?.text !== "UTF-8") {
    throw refusal("its database is not in UTF-8");
  }
  const entries = db.prepare(
    "SELECT substr(type, 1, 20) AS type, substr(name, 1, 200) AS name FROM main.sqlite_schema LIMIT ?",
  ).all(MAX_SCHEMA_ENTRIES + 1);
  if (entries.length > MAX_SCHEMA_ENTRIES) throw refusal("its database has too many tables");
  const tables = new Map<string, Table>();
  const table = (name: string): Table | undefined => {
    const known = tables.get(name);
    if (known !== undefined) return known;
    const found = withDamageCheck(() => describe(db, name));
    if (found !== undefined) tables.set(name, found);
    return found;
  };
  const columnsOf = (name: string) => {
    const found = table(name);
    return found?.problem === undefined ? found?.columns : undefined;
  };
  return {
    problem: (name) => table(name)?.problem,
    columns: columnsOf,
    others: (known) =>
      entries.filter(({ type, name }) => type !== "index" && !(type === "table" && known.includes(String(name))))
        .slice(0, MAX_NAMED).map(({ type, name }) => `${type} ${name}`),
    rows: (name, columns) => readRows(db, name, columns.filter((column) => columnsOf(name)?.includes(column))),
    close: () => db.close(),
  };
}

/** Describes the object with this name. Only an ordinary table with a row ID is read. */
function describe(db: DatabaseSync, name: string): Table | undefined {
  const found = db.prepare("SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE")
    .all(name);
  const [first] = found;
  if (first === undefined) return undefined;
  const none = (problem: string): Table => ({ columns: [], problem });
  if (found.length > 1 || first.type !== "table") return none(`it is a ${first.type}, not a table`);
  if (first.wr !== 0) return none("it has no row IDs");
  const columns = db.prepare("SELECT name, hidden FROM pragma_table_xinfo(?)").all(name)
    .map((column) => ({ name: String(column.name).toLowerCase(), hidden: column.hidden }));
  if (columns.some(({ hidden }) => hidden !== 0)) return none("it has generated columns");
  if (columns.some(({ name }) => ["rowid", "oid", "_rowid_"].includes(name))) {
    return none("a column hides its row IDs");
  }
  const verdict = db.prepare("SELECT quick_check AS text FROM pragma_quick_check(?)").get(name)?.text;
  if (verdict !== "ok") throw refusal(`the database is damaged (${String(verdict).slice(0, 200)})`);
  return { columns: columns.map((column) => column.name) };
}

function* readRows(
  db: DatabaseSync,
  table: string,
  columns: string[],
): Generator<(ForeignRow | undefined)[]> {
  const name = quoted(table);
  const odd = columns.map((column) =>
    `(typeof(${quoted(column)}) = 'blob' OR ifnull(octet_length(${quoted(column)}), 0) > ${MAX_VALUE_BYTES})`
  );
  const values = columns.map((column, i) => `CASE WHEN ${odd[i]} THEN NULL ELSE ${quoted(column)} END AS c${i}`);
  const statement = withDamageCheck(() =>
    db.prepare(
      `SELECT _rowid_ AS r, ${odd.length === 0 ? "0" : odd.join(" OR ")} AS odd ${
        values.map((one) => `, ${one}`).join("")
      }
       FROM main.${name} NOT INDEXED WHERE _rowid_ > ? ORDER BY _rowid_ LIMIT ${BATCH_ROWS}`,
    )
  );
  statement.setReadBigInts(true);
  // The smallest row ID cannot be queried with "greater than", but no valid row has this ID.
  let last = -(2n ** 63n);
  for (let count = 0;;) {
    const found = withDamageCheck(() => statement.all(last)) as Record<string, string | bigint | number | null>[];
    if (found.length === 0) return;
    yield found.map((row) => {
      const { r, odd } = row;
      if (typeof r !== "bigint" || r <= last) throw refusal("the database is damaged (its rows are out of order)");
      last = r;
      if (odd !== 0n) return undefined;
      return Object.fromEntries(columns.map((column, i) => [column, plain(row[`c${i}`] ?? null)]));
    });
    count += found.length;
    if (count > MAX_ROWS) throw refusal("its database has too many rows");
  }
}

const plain = (value: string | bigint | number | null): ForeignRow[string] =>
  typeof value === "bigint" && value === BigInt(Number(value)) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;

/** Throws for a file that SQLite cannot read. Only the first line of SQLite's message is shown. */
function withDamageCheck<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_SQLITE")) {
      throw refusal(`the database is damaged (${error.message.slice(0, 200)})`, error);
    }
    throw error;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
