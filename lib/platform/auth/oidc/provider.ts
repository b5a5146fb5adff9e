import * as oauth from "oauth4webapi";
import type { Clock } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import { responseOf } from "../../http_client/json_client.ts";
import type { HttpClient } from "../../http_client/model.ts";

/** Requests to the provider. oauth4webapi builds them, and Lathe's HTTP client sends them within its rules. */

/** Maximum size of a response in bytes, and timeouts in milliseconds. */
const LIMITS = { maxBytes: 256 << 10, headersMs: 10_000, totalMs: 15_000, redirects: 0 } as const;

/** Lifetime of a provider's metadata, and minimum time between a failed request and the next one, in milliseconds. */
const KEPT_MS = 5 * 60_000;
const FAILED_MS = 5_000;

/** Options of oauth4webapi for every request. */
export interface RequestOptions {
  [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) => Promise<Response>;
  [oauth.allowInsecureRequests]: boolean;
}

/** Returns the options for requests to this provider. HTTP is only used if the issuer itself uses it. */
export const requestOptions = (http: Pick<HttpClient, "send">, issuer: string): RequestOptions => ({
  [oauth.customFetch]: async (url, { body, headers, method }) =>
    responseOf(
      await http.send({
        ...LIMITS,
        class: "configured",
        url,
        method: method === "POST" ? "POST" : "GET",
        headers,
        ...(body === null || body === undefined ? {} : { body: String(body) }),
      }),
    ),
  [oauth.allowInsecureRequests]: URL.parse(issuer)?.protocol === "http:",
});

/** Metadata of providers, cached for a few minutes together with their keys. */
export interface Discovery {
  find(issuer: string): Promise<oauth.AuthorizationServer>;
}

/** Creates the cache for one issuer at a time. Concurrent calls send one request. */
export function createDiscovery({ http, clock }: { http: Pick<HttpClient, "send">; clock: Clock }): Discovery {
  let known: { issuer: string; until: number; server: Promise<oauth.AuthorizationServer> } | undefined;
  return {
    find(issuer) {
      if (known?.issuer === issuer && known.until > clock.monotonicMs()) return known.server;
      const mine = known = { issuer, until: clock.monotonicMs() + KEPT_MS, server: discover(http, issuer) };
      mine.server.catch(() => void (mine.until = clock.monotonicMs() + FAILED_MS));
      return mine.server;
    },
  };
}

/** Requests the metadata of a provider. The issuer in it must be the configured one. */
export async function discover(http: Pick<HttpClient, "send">, issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, requestOptions(http, issuer));
  try {
    return await oauth.processDiscoveryResponse(url, response);
  } catch (error) {
    const isOther = error instanceof oauth.OperationProcessingError && error.code === oauth.JSON_ATTRIBUTE_COMPARISON;
    if (!isOther) throw error;
    throw new Fault(
      "upstream_failed",
      "The provider states another issuer in its discovery document. Enter the issuer exactly as stated there.",
    );
  }
}

/** Returns an address of the metadata to which a browser may be sent. Undefined if there is none. */
export function browserAddress(issuer: string, address: unknown): URL | undefined {
  const url = typeof address === "string" ? URL.parse(address) : null;
  const allowed = URL.parse(issuer)?.protocol === "http:" ? ["http:", "https:"] : ["https:"];
  return url !== null && allowed.includes(url.protocol) && url.username === "" ? url : undefined;
}
