import { createFetch, FetchError } from "ofetch";
import { parseUntrustedJson } from "../../kit/json/json.ts";
import { type HttpClient, HttpProblem, type HttpRequest, type HttpResponse, type TargetClass } from "./model.ts";

/**
 * Clients of JSON services. ofetch builds the requests, and Lathe's HTTP client sends them, so that its rules apply to
 * all addresses.
 */

/** A JSON service, and the headers that are sent with each request to it. */
export interface JsonService {
  class: TargetClass;
  baseUrl: string;
  headers?: Record<string, string>;
}

/** Query parameters. For a list, the name is repeated. Undefined values are omitted. */
export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;

/**
 * One request of a JSON client. By default, the limits are those of `HttpRequest`. `json` and `query` may be combined.
 */
export interface JsonRequest extends
  Pick<
    HttpRequest,
    "method" | "headers" | "maxBytes" | "headersMs" | "totalMs" | "maxPauseMs" | "redirects" | "signal"
  > {
  query?: Query | undefined;
  /** Request body, which is sent as JSON. */
  json?: unknown;
}

/** A complete response with any status. */
export interface JsonAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed value within the limits of `parseUntrustedJson`. Undefined if the text is not JSON. */
  value: unknown;
}

/**
 * Sends a request to a path below the base URL of the service. Throws `HttpProblem` if there is no response, or the
 * signal's reason.
 */
export type JsonClient = (path: string, request?: JsonRequest) => Promise<JsonAnswer>;

/** Statuses with which `Response` allows no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Creates the client of one service. No request is sent. */
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
      // Failed requests are not repeated. The target may have processed them, and a failing target must not get
      // additional requests.
      retry: false,
      ignoreResponseError: true,
      parseResponse: (text) => ({ text, value: parseUntrustedJson(text) }),
    });
    const { status, _data: { text, value } = { text: "", value: undefined } } = response;
    return { status, headers: response.headers, text, value };
  } catch (error) {
    // The message from ofetch contains the whole address, including keys. Its cause is Lathe's own error, which is safe
    // to show.
    throw error instanceof FetchError ? error.cause : error;
  }
}

/** Replaces lone surrogates, which cannot be encoded in a URL. */
const wellFormed = (query: NonNullable<JsonRequest["query"]>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === "string" ? value.toWellFormed() : value]),
  );

/** Converts a response of the HTTP client to a `Response`, as `fetch` returns it. */
export function responseOf({ status, headers, body, url }: HttpResponse): Response {
  if (status > 599) {
    throw new HttpProblem(
      "dropped",
      `${URL.parse(url)?.host ?? "The server"} returned ${status}, which is not a valid status.`,
    );
  }
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}
