import { decodeBase64, encodeBase64 } from "hono/utils/encode";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/**
 * A minimal libSQL server on a real SQLite file. It supports Hrana over HTTP, version 2 as JSON, which the client uses
 * for `http://` addresses. Every stream has a separate connection, so transactions can span several requests.
 */
export interface LibsqlServer extends AsyncDisposable {
  url: string;
  /** Makes the next `count` requests fail this way. */
  misbehave(how: "500" | "cut" | "html", count: number): void;
}

export interface LibsqlServerOptions {
  path: string;
  token?: string;
}

type Value =
  | { type: "null" }
  | { type: "integer"; value: string }
  | { type: "float"; value: number }
  | { type: "text"; value: string }
  | { type: "blob"; base64: string };

interface Statement {
  sql?: string;
  sql_id?: number;
  args?: Value[];
  named_args?: { name: string; value: Value }[];
  want_rows?: boolean;
}

interface Condition {
  type: "ok" | "error" | "not" | "and" | "or" | "is_autocommit";
  step?: number;
  cond?: Condition;
  conds?: Condition[];
}

type Request =
  | { type: "execute"; stmt: Statement }
  | { type: "batch"; batch: { steps: { condition?: Condition | null; stmt: Statement }[] } }
  | { type: "sequence"; sql?: string; sql_id?: number }
  | { type: "store_sql"; sql_id: number; sql: string }
  | { type: "close_sql"; sql_id: number }
  | { type: "get_autocommit" }
  | { type: "close" };

interface Stream {
  db: DatabaseSync;
  texts: Map<number, string>;
}

export function startLibsqlServer({ path, token }: LibsqlServerOptions): LibsqlServer {
  const streams = new Map<string, Stream>();
  let trouble: { how: "500" | "cut" | "html"; left: number } | undefined;

  async function pipeline(request: globalThis.Request): Promise<Response> {
    const { baton, requests } = await request.json() as { baton?: string | null; requests: Request[] };
    const isNew = baton === null || baton === undefined;
    const stream = isNew ? openStream(path) : streams.get(baton);
    if (stream === undefined) return new Response("unknown baton", { status: 400 });
    if (!isNew) streams.delete(baton);
    let closed = false;
    const results = requests.map((one) => {
      try {
        if (one.type === "close") closed = true;
        return { type: "ok", response: { type: one.type, ...answer(stream, one) } };
      } catch (error) {
        return { type: "error", error: problem(error) };
      }
    });
    if (closed) {
      stream.db.close();
      return Response.json({ baton: null, base_url: null, results });
    }
    const next = crypto.randomUUID();
    streams.set(next, stream);
    return Response.json({ baton: next, base_url: null, results });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (trouble !== undefined && trouble.left > 0) {
      trouble.left--;
      if (trouble.how === "500") return new Response("broken", { status: 500 });
      if (trouble.how === "html") return new Response("<h1>Gateway</h1>", { headers: { "Content-Type": "text/html" } });
      return new Response('{"baton":nu', { headers: { "Content-Type": "application/json" } });
    }
    if (token !== undefined && request.headers.get("authorization") !== `Bearer ${token}`) {
      return Response.json({ error: "no valid token" }, { status: 401 });
    }
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/v2/pipeline") return await pipeline(request);
    return new Response(null, { status: pathname === "/v2" ? 200 : 404 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    misbehave: (how, count) => void (trouble = { how, left: count }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      for (const { db } of streams.values()) db.close();
    },
  };
}

function openStream(path: string): Stream {
  const db = new DatabaseSync(path, { timeout: 5000 });
  db.exec("pragma journal_mode = wal; pragma foreign_keys = on");
  return { db, texts: new Map() };
}

function answer(stream: Stream, request: Request): object {
  const { db, texts } = stream;
  switch (request.type) {
    case "execute":
      return { result: execute(stream, request.stmt) };
    case "batch":
      return { result: batch(stream, request.batch.steps) };
    case "sequence":
      db.exec(textOf(stream, request));
      return {};
    case "store_sql":
      texts.set(request.sql_id, request.sql);
      return {};
    case "close_sql":
      texts.delete(request.sql_id);
      return {};
    case "get_autocommit":
      return { is_autocommit: !db.isTransaction };
    case "close":
      return {};
  }
}

function batch(stream: Stream, steps: { condition?: Condition | null; stmt: Statement }[]): object {
  const results: (object | null)[] = [];
  const errors: (object | null)[] = [];
  const holds = (condition: Condition): boolean => {
    switch (condition.type) {
      case "ok":
        return (results[condition.step ?? 0] ?? null) !== null;
      case "error":
        return (errors[condition.step ?? 0] ?? null) !== null;
      case "not":
        return condition.cond === undefined || !holds(condition.cond);
      case "and":
        return (condition.conds ?? []).every(holds);
      case "or":
        return (condition.conds ?? []).some(holds);
      case "is_autocommit":
        return !stream.db.isTransaction;
    }
  };
  for (const { condition, stmt } of steps) {
    let [result, error]: (object | null)[] = [null, null];
    try {
      if (!condition || holds(condition)) result = execute(stream, stmt);
    } catch (thrown) {
      error = problem(thrown);
    }
    results.push(result ?? null);
    errors.push(error ?? null);
  }
  return { step_results: results, step_errors: errors };
}

function execute(stream: Stream, stmt: Statement): object {
  const { db } = stream;
  const statement: StatementSync & { setReturnArrays?(on: boolean): void } = db.prepare(textOf(stream, stmt));
  statement.setReadBigInts(true);
  statement.setReturnArrays?.(true);
  const before = changes(db);
  const named = Object.fromEntries((stmt.named_args ?? []).map(({ name, value }) => [name, plain(value)]));
  const values = (stmt.args ?? []).map(plain);
  const rows = (stmt.named_args?.length ?? 0) > 0 ? statement.all(named, ...values) : statement.all(...values);
  return {
    cols: statement.columns().map(({ name, type }) => ({ name, decltype: type })),
    rows: (rows as unknown as unknown[][]).map((row) => row.map(wire)),
    affected_row_count: changes(db) - before,
    last_insert_rowid: null,
  };
}

const changes = (db: DatabaseSync): number => Number(db.prepare("select total_changes() as n").get()?.n);

function textOf({ texts }: Stream, { sql, sql_id }: { sql?: string; sql_id?: number }): string {
  const text = sql ?? texts.get(sql_id ?? -1);
  if (text === undefined) throw new Error("no such stored text");
  return text;
}

function plain(value: Value): SQLInputValue {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return BigInt(value.value);
    case "blob":
      return decodeBase64(value.base64);
    default:
      return value.value;
  }
}

function wire(value: unknown): Value {
  if (value === null || value === undefined) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  if (value instanceof Uint8Array) return { type: "blob", base64: encodeBase64(new Uint8Array(value).buffer) };
  return { type: "text", value: String(value) };
}

/** The message and code of SQLite, as a server returns them. */
function problem(error: unknown): { message: string; code: string } {
  const { message, errcode } = error as { message: string; errcode?: number };
  const code = { 5: "SQLITE_BUSY", 19: "SQLITE_CONSTRAINT", 2067: "SQLITE_CONSTRAINT_UNIQUE" }[errcode ?? 0];
  return { message: `SQLite error: ${message}`, code: code ?? "SQLITE_ERROR" };
}
