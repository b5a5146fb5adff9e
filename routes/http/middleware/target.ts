import type { MiddlewareHandler } from "hono";
import { Fault } from "../../../lib/kit/fault.ts";
import { pathBelow, rawPath } from "../request_path.ts";
import type { AppEnv } from "../router.ts";

/** Maximum length of the request target and of the headers (safety.md, S-LIM-1). */
const MAX_TARGET = 8 * 1024;
const MAX_HEADERS = 32 * 1024;

/**
 * Returns the reason why two parsers could interpret `path` differently (safety.md, S-AUTH-2). Undefined if it is
 * unambiguous.
 */
export function ambiguity(path: string): string | undefined {
  if (path.includes("\\")) return "a backslash";
  if (path.includes("//")) return "an empty segment";
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  if (/[\x00-\x20\x7f]/.test(path)) return "a control character or a space";
  if (/%(?![0-9a-f]{2})/i.test(path)) return "an invalid percent-encoding";
  if (/%(2f|5c|25)/i.test(path)) return "a percent-encoded slash, backslash or percent sign";
  if (/%([01][0-9a-f]|7f)/i.test(path)) return "a percent-encoded control character";
  if (path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) return "a dot segment";
}

/** True if a Host header is a single name or address with an optional port, and valid in a URL. */
export const isOneHost = (host: string): boolean =>
  /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`);

/** Rejects targets that are too long or ambiguous, and methods that no route supports. */
export function target({ base }: { base: string }): MiddlewareHandler<AppEnv> {
  return async function target(c, next) {
    const { method, headers } = c.req.raw;
    // The URL is normalised, so it is used only if the raw target is unknown.
    const sent = c.env.target ?? c.req.raw.url;
    const url = sent.startsWith("/") ? `http://${headers.get("host") ?? ""}${sent}` : sent;
    const path = rawPath(url);
    const origin = url.slice(0, url.length - url.replace(/^\w+:\/\/[^/?#]*/, "").length);
    if (url.length - origin.length > MAX_TARGET) {
      throw new Fault("uri_too_long", `The address is longer than ${MAX_TARGET} characters.`);
    }
    let size = 0;
    for (const [name, value] of headers) size += name.length + value.length + 4;
    if (size > MAX_HEADERS) throw new Fault("headers_too_large", `The headers are larger than ${MAX_HEADERS} bytes.`);
    const doubt = ambiguity(path);
    if (doubt !== undefined) throw new Fault("bad_request", `The path contains ${doubt}.`);
    const named = origin.replace(/^\w+:\/\//, "");
    const host = headers.get("host") ?? "";
    if (host === "") throw new Fault("bad_request", "The Host header is missing.");
    if (!isOneHost(host)) throw new Fault("bad_request", "The Host header is not a single host name.");
    // All other code uses the Host header. A target in absolute form could contain a different host.
    if (named.toLowerCase() !== host.toLowerCase()) {
      throw new Fault("bad_request", "The target and the Host header specify different hosts.");
    }
    c.set("host", host);
    if (method === "TRACE" || method === "CONNECT") {
      throw new Fault("method_not_allowed", `${method} is not supported here.`);
    }
    if (pathBelow(base, path) === undefined) {
      if (path === "/" && (method === "GET" || method === "HEAD")) return c.redirect(`${base}/`, 302);
      throw new Fault("not_found", `This address does not exist; Lathe is available under ${base}/.`);
    }
    if (method === "OPTIONS") return c.body(null, 204);
    await next();
  };
}
