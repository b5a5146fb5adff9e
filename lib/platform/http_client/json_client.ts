import { createFetch, FetchError } from "ofetch";
import { foreignJson } from "../../kit/json/json.ts";
import { type HttpClient, HttpProblem, type HttpRequest, type HttpResponse, type TargetClass } from "./model.ts";

/**
 * Clients of JSON services. ofetch builds the requests and our own client sends them, so that its rules apply to every
 * address.
 */

/** A JSON service and the headers sent with every request to it. */
export interface JsonService {
  class: TargetClass;
  baseUrl: string;
  headers?: Record<string, string>;
}

/** Query parameters. A list repeats its name, and undefined is omitted. */
export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;

/** One request of a JSON client. Limits default to those of `HttpRequest`. `json` and `query` may be combined. */
export interface JsonRequest
  extends Pick<HttpRequest, "method" | "headers" | "maxBytes" | "headersMs" | "totalMs" | "redirects" | "signal"> {
  query?: Query | undefined;
  /** Request body, sent as JSON. */
  json?: unknown;
}

/** A complete response with any status. */
export interface JsonAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed value within the limits of `foreignJson`. Undefined if the text is not JSON. */
  value: unknown;
}

/**
 * Sends a request to a path below the service's base URL. Throws `HttpProblem` if no response arrives, or the signal's
 * reason.
 */
export type JsonClient = (path: string, request?: JsonRequest) => Promise<JsonAnswer>;

/** Statuses for which the platform's `Response` allows no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Creates the client of one service. Sends nothing yet. */
export const createJsonClient = (http: Pick<HttpClient, "send">, service: JsonService): JsonClient => (path, request) =>
  fetchJson(http, service, path, request);

async function fetchJson(
  http: Pick<HttpClient, "send">,
  service: JsonService,
  path: string,
  { method = "GET", query, json, headers, ...limits }: JsonRequest = {},
): Promise<JsonAnswer> {
  const request = createFetch({
    fetch: async (url, init) => {
      const body = typeof init?.body === "string" ? { body: init.body } : {};
      const sent = Object.fromEntries(new Headers(init?.headers));
      return responseOf(
        await http.send({ ...limits, class: service.class, url: String(url), method, headers: sent, ...body }),
      );
    },
  });
  try {
    const response = await request.raw<Pick<JsonAnswer, "text" | "value">>(path, {
      baseURL: service.baseUrl,
      method,
      query: query && wellFormed(query),
      ...(json === undefined ? {} : { body: json }),
      headers: { accept: "application/json", ...service.headers, ...headers },
      // A failed request may have been carried out, and a failing target must not get extra requests.
      retry: false,
      ignoreResponseError: true,
      parseResponse: (text) => ({ text, value: foreignJson(text) }),
    });
    const { status, _data: { text, value } = { text: "", value: undefined } } = response;
    return { status, headers: response.headers, text, value };
  } catch (error) {
    // ofetch's message contains the whole address including keys. Its cause is our own error.
    throw error instanceof FetchError ? error.cause : error;
  }
}

/** A lone surrogate cannot be encoded in a URL. */
const wellFormed = (query: NonNullable<JsonRequest["query"]>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === "string" ? value.toWellFormed() : value]),
  );

function responseOf({ status, headers, body, url }: HttpResponse): Response {
  if (status > 599) {
    throw new HttpProblem(
      "dropped",
      `${URL.parse(url)?.host ?? "The server"} returned ${status}, which is not a valid status.`,
    );
  }
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}
