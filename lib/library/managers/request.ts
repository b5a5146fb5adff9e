import type * as z from "zod";
import {
  createJsonClient,
  type JsonAnswer,
  type JsonClient,
  type Query,
} from "../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem, type HttpStream } from "../../platform/http_client/model.ts";
import { type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { bareText, refusalText } from "./search/refusal.ts";

/** How a manager is reached. */
export interface ManagerAddress {
  url: string;
  apiKey: string;
}

/** The way to an application at one address. */
export interface ManagerConnection {
  kind: ManagerKind;
  url: string;
  json: JsonClient;
  /** Asks for an answer of any size. Throws `HttpProblem`. */
  open(
    path: string,
    limits: { headersMs: number; totalMs: number; signal: AbortSignal | undefined },
  ): Promise<HttpStream>;
}

/** A manager did not do as asked. The message is for people and names the application. */
export class ManagerProblem extends Error {
  override name = "ManagerProblem";
  constructor(
    readonly reason: "unreachable" | "unauthorized" | "wrong_application" | "refused" | "malformed",
    message: string,
    options: { cause?: unknown; status?: number } = {},
  ) {
    super(message, options);
    this.status = options.status;
  }

  /** The HTTP status of a refusal. */
  readonly status: number | undefined;
}

const MAX_BYTES = 64 << 20;
/** Unless a caller knows that something takes longer. */
const FIRST_BYTE_MS = 15_000;
const TOTAL_MS = 30_000;

/** How long a request may take, in milliseconds, and who may end it before. */
export interface Limits {
  totalMs?: number;
  signal?: AbortSignal;
}

/** `query` is added to the address of a GET. */
export interface ReadOptions extends Limits {
  query?: Query;
}

/** A request of any method; GET when none is named. */
export interface ManagerRequest extends ReadOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  json?: unknown;
}

/** The way to an application; nothing is asked yet. */
export function connectTo(
  http: Pick<HttpClient, "send" | "open">,
  kind: ManagerKind,
  { url, apiKey }: ManagerAddress,
): ManagerConnection {
  const baseUrl = `${url.replace(/\/+$/, "")}${MANAGERS[kind].api}`;
  const headers = { "x-api-key": apiKey, accept: "application/json" };
  return {
    kind,
    url,
    json: createJsonClient(http, { class: "configured", baseUrl, headers }),
    open: (path, limits) =>
      http.open({ class: "configured", url: `${baseUrl}${path}`, headers, redirects: 0, ...limits }),
  };
}

/** Throws `ManagerProblem` for a manager without an address. */
export function throwIfNoAddress({ kind, url }: ManagerConnection): void {
  if (url === "") throw new ManagerProblem("unreachable", `Give the address of ${MANAGERS[kind].app}.`);
}

/** Asks an application and checks what it answers, with the time the other machine says it is. Throws `ManagerProblem`. */
export async function ask<T extends z.ZodType>(
  connection: ManagerConnection,
  path: string,
  schema: T,
  { method = "GET", query, json, totalMs, signal }: ManagerRequest = {},
): Promise<{ data: z.infer<T>; date: Date | undefined }> {
  const { kind } = connection;
  throwIfNoAddress(connection);
  const answer = await connection.json(path, {
    method,
    query,
    json,
    redirects: 0,
    maxBytes: MAX_BYTES,
    headersMs: totalMs ?? FIRST_BYTE_MS,
    totalMs: totalMs ?? TOTAL_MS,
    signal,
  }).catch(asManagerProblem(kind));
  throwIfRefused(kind, method, answer);
  // What is done without a word has nothing to check.
  const silent = method !== "GET" && answer.text === "";
  if (!silent) throwIfNoJson(kind, answer.headers.get("content-type") ?? "");
  const parsed = schema.safeParse(answer.value);
  if (!parsed.success) {
    const message = `The answer of ${MANAGERS[kind].app} has an unknown shape.`;
    throw new ManagerProblem("malformed", message, { cause: parsed.error });
  }
  const date = new Date(answer.headers.get("date") ?? "");
  return { data: parsed.data, date: Number.isNaN(date.getTime()) ? undefined : date };
}

/** Says of a manager that it did not answer; anything else is thrown as it is. */
export const asManagerProblem = (kind: ManagerKind) => (error: unknown): never => {
  if (!(error instanceof HttpProblem)) throw error;
  throw new ManagerProblem("unreachable", `${MANAGERS[kind].app}: ${error.message}`, { cause: error });
};

/** Throws `ManagerProblem` for an answer that is a refusal; the text is its beginning at least. */
export function throwIfRefused(
  kind: ManagerKind,
  method: string,
  { status, headers, text, value }: JsonAnswer,
): void {
  const { app } = MANAGERS[kind];
  if (status === 401 || status === 403) {
    const why = status === 403 && method !== "GET"
      ? `The API key of ${app} may read only.`
      : `${app} does not accept the API key.`;
    throw new ManagerProblem("unauthorized", why, { status });
  }
  if (status >= 300 && status < 400) {
    throw new ManagerProblem(
      "wrong_application",
      `${app} sends to another page: the URL base may be missing or wrong.`,
    );
  }
  if (status < 400) return;
  const said = refusalText(value) ?? bareText(text, headers.get("content-type") ?? "");
  throw new ManagerProblem("refused", said ? `${app} says: ${said}` : `${app} answers ${status}.`, { status });
}

/** Throws `ManagerProblem` for an answer that another kind of server gave. */
export function throwIfNoJson(kind: ManagerKind, type: string): void {
  if (/\bjson\b/.test(type)) return;
  throw new ManagerProblem(
    "wrong_application",
    `What answers is not ${MANAGERS[kind].app}: it sends ${type.split(";")[0] || "no type"}.`,
  );
}
