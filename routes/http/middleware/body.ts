import type { MiddlewareHandler } from "hono";
import { concat } from "../../../lib/kit/bytes.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { formToJson } from "../../../lib/ui/form_fields.ts";
import type { AppEnv } from "../router.ts";

/** Limits for request bodies (safety.md, S-LIM-1). */
export interface BodyLimits {
  bytes: number;
  /** Limit for paths that accept long lists. */
  listBytes: number;
  depth: number;
  receiveMs: number;
}

const LIMITS: BodyLimits = { bytes: 1 << 20, listBytes: 16 << 20, depth: 32, receiveMs: 30_000 };
const LONG_LISTS = new Set(["/api/jobs/bulk", "/api/jobs/change", "/api/selections", "/api/search/grab"]);
/** Paths whose routes read the body as a stream, with separate limits. */
const UPLOADS = new Set(["/api/system/backups/restore"]);
/** Paths of webhooks whose bodies are not used. Their senders choose the content type. */
const UNREAD = /^\/api\/players\/[\w-]+\/webhook$/;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Reads the body of an API request within the limits, and converts a plain HTML form to the JSON that a script would
 * send. Handlers read the body from memory.
 */
export function boundedBody(limits: BodyLimits = LIMITS): MiddlewareHandler<AppEnv> {
  return async function boundedBody(c, next) {
    const request = c.req.raw;
    if (request.body !== null && !UPLOADS.has(c.req.path)) {
      const most = LONG_LISTS.has(c.req.path) ? limits.listBytes : limits.bytes;
      const bytes = await receive(request, most, limits.receiveMs);
      if (UNREAD.test(c.req.path)) {
        const headers = new Headers(request.headers);
        for (const name of ["content-length", "content-type"]) headers.delete(name);
        c.req.raw = new Request(request.url, { method: request.method, headers, signal: request.signal });
        return await next();
      }
      const type = request.headers.get("content-type") ?? "";
      // Only pages send forms. A script with an API key must send JSON.
      const form = FORM.test(type) && c.get("admittedBy") !== "key";
      if (bytes.length > 0 && !form && !JSON_TYPE.test(type)) {
        throw new Fault("unsupported_media_type", "Send the body as application/json.");
      }
      const text = new TextDecoder().decode(bytes);
      const json = form ? JSON.stringify(formToJson(new URLSearchParams(text))) : wellFormed(text);
      if (isDeeper(json, limits.depth)) {
        throw new Fault("bad_request", `The body is nested deeper than ${limits.depth} levels.`);
      }
      const headers = new Headers(request.headers);
      headers.delete("content-length");
      if (form) headers.set("content-type", "application/json");
      const { method, url, signal } = request;
      if (bytes.length === 0 && !headers.has("content-type")) {
        // A request with an empty body and no content type has no body.
        c.req.raw = new Request(url, { method, headers, signal });
        return await next();
      }
      c.req.raw = new Request(url, { method, headers, signal, body: json });
      c.set("sentAsForm", form);
    }
    await next();
  };
}

/** Replaces escaped lone surrogates in JSON strings with U+FFFD (safety.md, S-IN-5). */
export function wellFormed(json: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json;
  try {
    const value: unknown = JSON.parse(json, (_, part) => typeof part === "string" ? part.toWellFormed() : part);
    return JSON.stringify(value);
  } catch {
    // Invalid JSON is reported later, when the route parses the body.
    return json;
  }
}

async function receive(request: Request, most: number, ms: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Fault("too_large", `The body is larger than ${most} bytes.`);
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader?.cancel().catch(() => {});
  }, ms);
  try {
    for (;;) {
      const part = await reader?.read().catch((cause) => {
        throw new Fault("bad_request", "The body ended early, or its chunks are malformed.", { cause });
      });
      if (late) throw new Fault("request_timeout", `The body did not arrive within ${ms / 1000} seconds.`);
      if (part?.value === undefined) break;
      size += part.value.length;
      if (size > most) {
        await reader?.cancel().catch(() => {});
        throw tooLarge();
      }
      parts.push(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
  return concat(parts);
}

/** True if JSON text is nested deeper than `most`. Checked before it is parsed. Brackets in strings are ignored. */
export function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const letter = json.charCodeAt(i);
    if (inString) {
      if (letter === 0x5c) i++;
      else if (letter === 0x22) inString = false;
    } else if (letter === 0x22) inString = true;
    else if (letter === 0x5b || letter === 0x7b) {
      if (++depth > most) return true;
    } else if (letter === 0x5d || letter === 0x7d) depth--;
  }
  return false;
}
