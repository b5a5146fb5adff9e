import type * as z from "zod";
import { createJsonClient, type JsonRequest } from "../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import { type PlayerAddress, type PlayerLimits, PlayerProblem } from "./player_client.ts";

/** One request to a player. Responses are validated with `schema`, and unknown fields are ignored. */
export type PlayerRequest = <T extends z.ZodType>(
  path: string,
  schema: T,
  request?: PlayerRequestOptions,
) => Promise<z.output<T>>;

/** `silent` is true for requests whose response is not used. */
export interface PlayerRequestOptions extends PlayerLimits, Pick<JsonRequest, "method" | "query" | "json"> {
  silent?: boolean;
  maxBytes?: number;
}

/** Maximum size of a response. A page of a library has less than 8 MB. */
const MAX_BYTES = 16 << 20;
/** Maximum size of a list of sessions, which is read every second. */
export const SESSION_BYTES = 2 << 20;
const TOTAL_MS = 15_000;

/** Creates the requests of one player. None is sent. */
export function connectPlayer(
  http: Pick<HttpClient, "send">,
  { name, url }: PlayerAddress,
  headers: Record<string, string>,
): PlayerRequest {
  const client = createJsonClient(http, { class: "configured", baseUrl: url.replace(/\/+$/, ""), headers });
  return async (path, schema, { silent = false, totalMs = TOTAL_MS, maxBytes = MAX_BYTES, ...request } = {}) => {
    if (url === "") throw new PlayerProblem("unreachable", `Enter the address of ${name}.`);
    const limits = { redirects: 0, maxBytes, headersMs: totalMs, totalMs };
    const answer = await client(path, { ...request, ...limits }).catch((error) => {
      if (!(error instanceof HttpProblem)) throw error;
      throw new PlayerProblem("unreachable", `${name} is not available: ${error.message}`, { cause: error });
    });
    throwIfRefused(name, answer.status);
    if (silent) return undefined as z.output<typeof schema>;
    const type = answer.headers.get("content-type") ?? "";
    if (!/\bjson\b/.test(type)) {
      throw new PlayerProblem("wrong_application", `At the address of ${name}, another application responds.`);
    }
    const parsed = schema.safeParse(answer.value);
    if (parsed.success) return parsed.data;
    throw new PlayerProblem("malformed", `The response from ${name} has an unknown format.`, { cause: parsed.error });
  };
}

function throwIfRefused(name: string, status: number): void {
  if (status === 401 || status === 403) {
    throw new PlayerProblem("unauthorized", `${name} does not accept the token.`);
  }
  if (status >= 300 && status < 400) {
    throw new PlayerProblem(
      "wrong_application",
      `${name} redirects to another page: the address or its URL base may be wrong.`,
    );
  }
  if (status >= 400) throw new PlayerProblem("refused", `${name} returned status ${status}.`);
}
