import { createFetch, FetchError } from "ofetch";
import { foreignJson } from "../../kit/json/json.ts";
import { type HttpClient, HttpProblem, type HttpRequest, type HttpResponse, type TargetClass } from "./model.ts";

/** JSON services: ofetch spells the requests and our own client sends them, so that its rules hold for every address. */

/** A service that answers JSON, and what every request to it carries. */
export interface JsonService {
  class: TargetClass;
  baseUrl: string;
  headers?: Record<string, string>;
}

/** What a query may hold: a list repeats its name, undefined is left out. */
export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;

/** One request of a JSON client; absent limits are those of `HttpRequest`. `json` and `query` may both be given. */
export interface JsonRequest
  extends Pick<HttpRequest, "method" | "headers" | "maxBytes" | "headersMs" | "totalMs" | "redirects" | "signal"> {
  query?: Query | undefined;
  /** Sent as JSON. */
  json?: unknown;
}

/** An answer of any status, read to its end. */
export interface JsonAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The value, bounded as by `foreignJson`; undefined when the text is no JSON. */
  value: unknown;
}

/** Asks a service; the path lies below its base. Throws `HttpProblem` when no answer comes, and the signal's reason. */
export type JsonClient = (path: string, request?: JsonRequest) => Promise<JsonAnswer>;

/** Statuses that a `Response` of the platform takes no body with. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Makes the client of one service; nothing is asked yet. */
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
      // A request that failed may have been carried out; and a target in trouble is not asked the more for it.
      retry: false,
      ignoreResponseError: true,
      parseResponse: (text) => ({ text, value: foreignJson(text) }),
    });
    const { status, _data: { text, value } = { text: "", value: undefined } } = response;
    return { status, headers: response.headers, text, value };
  } catch (error) {
    // The message of ofetch holds the whole address, and with it keys; its cause is the failure in our words.
    throw error instanceof FetchError ? error.cause : error;
  }
}

/** Half a character cannot be spelled in an address. */
const wellFormed = (query: NonNullable<JsonRequest["query"]>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === "string" ? value.toWellFormed() : value]),
  );

function responseOf({ status, headers, body, url }: HttpResponse): Response {
  if (status > 599) {
    throw new HttpProblem(
      "dropped",
      `${URL.parse(url)?.host ?? "What answers"} answers ${status}, which is no status.`,
    );
  }
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}
