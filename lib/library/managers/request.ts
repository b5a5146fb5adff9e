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

/** Address and API key of a manager. */
export interface ManagerAddress {
  url: string;
  apiKey: string;
}

/** Connection to an application at one address. */
export interface ManagerConnection {
  kind: ManagerKind;
  url: string;
  json: JsonClient;
  /** Requests a response of any size. Throws `HttpProblem`. */
  open(
    path: string,
    limits: { headersMs: number; totalMs: number; signal: AbortSignal | undefined },
  ): Promise<HttpStream>;
}

/** Thrown if a request to a manager fails. The message is shown to users and contains the name of the application. */
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

  /** HTTP status of a request that was refused. */
  readonly status: number | undefined;
}

const MAX_BYTES = 64 << 20;
/** Default timeout in milliseconds for requests that are not known to take longer. */
const FIRST_BYTE_MS = 15_000;
const TOTAL_MS = 30_000;

/** Time limit of a request in milliseconds, and a signal to abort it. */
export interface Limits {
  totalMs?: number;
  signal?: AbortSignal;
}

/** `query` is appended to the URL of a GET request. */
export interface ReadOptions extends Limits {
  query?: Query;
}

/** A request with any method, GET by default. */
export interface ManagerRequest extends ReadOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Body that is sent as JSON. */
  json?: unknown;
}

/** Creates a connection to an application. No request is sent. */
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
  if (url === "") throw new ManagerProblem("unreachable", `Enter the address of ${MANAGERS[kind].app}.`);
}

/**
 * Sends a request and validates the response. `date` is the date of the response, on the application's clock. Throws
 * `ManagerProblem`.
 */
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
  // For a request without a response body, there is nothing to validate.
  const silent = method !== "GET" && answer.text === "";
  if (!silent) throwIfNoJson(kind, answer.headers.get("content-type") ?? "");
  const parsed = schema.safeParse(answer.value);
  if (!parsed.success) {
    const message = `The response from ${MANAGERS[kind].app} has an unknown format.`;
    throw new ManagerProblem("malformed", message, { cause: parsed.error });
  }
  const date = new Date(answer.headers.get("date") ?? "");
  return { data: parsed.data, date: Number.isNaN(date.getTime()) ? undefined : date };
}

/** Converts an HTTP error to a `ManagerProblem`. Other errors are rethrown unchanged. */
export const asManagerProblem = (kind: ManagerKind) => (error: unknown): never => {
  if (!(error instanceof HttpProblem)) throw error;
  throw new ManagerProblem("unreachable", `${MANAGERS[kind].app} is not available: ${error.message}`, { cause: error });
};

/** Throws `ManagerProblem` for a response with an error status. `text` is at least the start of the body. */
export function throwIfRefused(
  kind: ManagerKind,
  method: string,
  { status, headers, text, value }: JsonAnswer,
): void {
  const { app } = MANAGERS[kind];
  if (status === 401 || status === 403) {
    const why = status === 403 && method !== "GET"
      ? `The API key for ${app} is read-only.`
      : `${app} does not accept the API key.`;
    throw new ManagerProblem("unauthorized", why, { status });
  }
  if (status >= 300 && status < 400) {
    throw new ManagerProblem(
      "wrong_application",
      `${app} redirects to another page: the URL base may be missing or wrong.`,
    );
  }
  if (status < 400) return;
  const message = refusalText(value) ?? bareText(text, headers.get("content-type") ?? "");
  throw new ManagerProblem("refused", message ? `${app} reports: ${message}` : `${app} returned status ${status}.`, {
    status,
  });
}

/** Throws `ManagerProblem` for a response from a different kind of server. */
export function throwIfNoJson(kind: ManagerKind, type: string): void {
  if (/\bjson\b/.test(type)) return;
  throw new ManagerProblem(
    "wrong_application",
    `The server is not ${MANAGERS[kind].app}: it sent ${type.split(";")[0] || "no type"}.`,
  );
}
