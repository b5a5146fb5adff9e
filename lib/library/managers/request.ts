import type { z } from "zod";
import { foreignJson } from "../../kit/json/json.ts";
import { type HttpClient, HttpProblem, type HttpRequest, type HttpResponse } from "../../platform/http_client/model.ts";
import { type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { bareText, refusalText } from "./search/refusal.ts";

/** How a manager is reached. */
export interface ManagerAddress {
  url: string;
  apiKey: string;
}

/** An application at an address, and what it is asked with. */
export interface ManagerConnection {
  http: Pick<HttpClient, "send" | "open">;
  kind: ManagerKind;
  address: ManagerAddress;
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
/** Unless a caller knows that something takes longer (behaviour.md, 39.5). */
const FIRST_BYTE_MS = 15_000;
const TOTAL_MS = 30_000;

/** How long a request may take, in milliseconds, and who may end it before. */
export interface Limits {
  totalMs?: number;
  signal?: AbortSignal;
}

export interface ManagerRequest extends Limits {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  json?: unknown;
}

/**
 * Asks an application and checks what it answers, with the time the other machine says it is. Throws `ManagerProblem`.
 */
export async function ask<T extends z.ZodType>(
  connection: ManagerConnection,
  path: string,
  schema: T,
  request: ManagerRequest = {},
): Promise<{ data: z.infer<T>; date: Date | undefined }> {
  const { http, kind } = connection;
  const { method = "GET" } = request;
  const { app } = MANAGERS[kind];
  const answer = await http.send({ ...requestOf(connection, path, request), maxBytes: MAX_BYTES })
    .catch(asManagerProblem(kind));
  const type = answer.headers.get("content-type") ?? "";
  throwIfRefused(kind, method, answer);
  // What is done without a word has nothing to check.
  const silent = method !== "GET" && answer.body.length === 0;
  if (!silent) throwIfNoJson(kind, type);
  const parsed = schema.safeParse(silent ? undefined : foreignJson(answer.body));
  if (!parsed.success) {
    throw new ManagerProblem("malformed", `The answer of ${app} has an unknown shape.`, { cause: parsed.error });
  }
  const date = new Date(answer.headers.get("date") ?? "");
  return { data: parsed.data, date: Number.isNaN(date.getTime()) ? undefined : date };
}

/** What is sent to a manager; nothing about the size of its answer. Throws `ManagerProblem` when its address is missing. */
export function requestOf(
  { kind, address: { url, apiKey } }: ManagerConnection,
  path: string,
  { totalMs, signal, method = "GET", json }: ManagerRequest,
): HttpRequest {
  const { app, api } = MANAGERS[kind];
  if (url === "") throw new ManagerProblem("unreachable", `Give the address of ${app}.`);
  return {
    class: "configured",
    method,
    url: `${url.replace(/\/+$/, "")}${api}${path}`,
    headers: {
      "X-Api-Key": apiKey,
      Accept: "application/json",
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    redirects: 0,
    headersMs: totalMs ?? FIRST_BYTE_MS,
    totalMs: totalMs ?? TOTAL_MS,
    signal,
  };
}

/** Says of a manager that it did not answer; anything else is thrown as it is. */
export const asManagerProblem = (kind: ManagerKind) => (error: unknown): never => {
  if (!(error instanceof HttpProblem)) throw error;
  throw new ManagerProblem("unreachable", `${MANAGERS[kind].app}: ${error.message}`, { cause: error });
};

/** Throws `ManagerProblem` for an answer that is a refusal; `body` is its beginning at least. */
export function throwIfRefused(
  kind: ManagerKind,
  method: string,
  { status, headers, body }: Pick<HttpResponse, "status" | "headers" | "body">,
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
  const said = refusalText(foreignJson(body)) ?? bareText(body, headers.get("content-type") ?? "");
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
