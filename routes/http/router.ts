import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { Context } from "hono";
import type { LoginCaller } from "../../lib/platform/auth/service.ts";
import type { Session } from "../../lib/platform/auth/session.ts";
import { byteRange, bytesOfFile } from "../../lib/kit/disk/byte_range.ts";
import { fieldErrors } from "../../lib/kit/json/field_errors.ts";
import { Fault, type FaultCode, FAULTS } from "../../lib/kit/fault.ts";

/** Variables of each request, such as the socket address of the caller and an ID for the log. */
export interface AppEnv {
  Bindings: {
    /** Remote address of the socket. */
    peer: string;
    /** True if Lathe received the request over HTTPS. */
    secure?: boolean;
    /** Raw request target. If absent, the URL of the request is used. */
    target?: string;
  };
  Variables: {
    requestId: string;
    /**
     * ID of the newest message of the live stream when the request arrived. The rendered page subscribes from this ID.
     */
    followedFrom?: number;
    /** Host in the request, which is set when the target is checked. */
    host?: string;
    /** Credential or rule that allowed the request. */
    admittedBy?: "key" | "login" | "local" | "public";
    /** The caller and its session. */
    caller?: LoginCaller;
    session?: Session;
    /** Name of the user who is logged in by a session or by a trusted proxy. */
    user?: string;
    /** True if the browser uses HTTPS. */
    secure?: boolean;
    /** True if the body was sent as a plain HTML form. */
    sentAsForm?: boolean;
    /** True if the response is a page that is rendered for a plain form. */
    drawnPage?: boolean;
    /** Query of the page that follows a plain form, including the `?`. */
    queryAfterForm?: string;
  };
}

/** Creates a router with the same response to invalid input in all routes. Every file in `routes/api` uses it. */
export const router = () =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      throw new Fault("invalid", "The request is not valid.", {
        fields: fieldErrors(result.error, "data" in result ? result.data : undefined),
        cause: result.error,
      });
    },
  });

/** The body of all responses with a status of 400 or higher (RFC 9457). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  error: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  login: z.string().optional(),
  retryAfterSeconds: z.int().optional(),
}).meta({ id: "Problem" });

/** Describes an `application/json` response. */
export const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** Describes a response with bytes or non-JSON text. */
export const raw = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string().meta({ format: "binary" }) } },
});

/**
 * Errors that any route may return in addition to its specific errors: rejected callers, wrong hosts, limits, internal
 * errors.
 */
const ANYWHERE = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "request_timeout",
  "uri_too_long",
  "wrong_host",
  "headers_too_large",
  "throttled",
  "internal",
  "busy",
] as const satisfies FaultCode[];

/** Additional errors of a route with a request body. */
const WITH_BODY = ["bad_json", "too_large", "unsupported_media_type", "invalid"] as const satisfies FaultCode[];

type ErrorResponses = Record<
  number,
  { description: string; content: { "application/problem+json": { schema: typeof Problem } } }
>;

/**
 * Returns the problem responses of a route: the specified codes, the common codes, and with `body` the codes for a
 * request body.
 */
export function problems(codes: FaultCode[] = [], { body = false }: { body?: boolean } = {}): ErrorResponses {
  const byStatus = new Map<number, FaultCode[]>();
  for (const code of new Set([...ANYWHERE, ...(body ? WITH_BODY : []), ...codes])) {
    byStatus.set(FAULTS[code], [...(byStatus.get(FAULTS[code]) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [status, {
      description: all.map((code) => `\`${code}\``).join(", "),
      content: { "application/problem+json": { schema: Problem } },
    }]),
  );
}

/** Describes a required JSON body. Without `required`, a missing body would be `{}` in the handler. */
export const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { "application/json": { schema } } },
});

/** ID in a path. */
export const IdParam = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Not an ID.") });

/** Numeric ID of a manager's record in a path. */
export const ManagerIdParam = z.object({ id: z.coerce.number().int().positive() });

/** File name from one of Lathe's lists, in a path. It is compared with the list, never joined to a file path. */
export const NameParam = z.object({ name: z.string().min(1).max(255) });

/** `refresh=1` bypasses the cache. */
export const Refresh = z.object({ refresh: z.enum(["0", "1"]).default("0").transform((value) => value === "1") });

/** Schema of the response of calls without a result. */
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: "Ok" });

/** Returns the response of calls without a result. */
export const done = (c: Context) => c.json({ ok: true } as const, 200);

/** True for browsers and htmx, false for scripts. */
export const wantsHtml = (c: Context): boolean => {
  const accept = c.req.header("accept") ?? "";
  return accept.includes("text/html") && !/application\/(problem\+)?json/.test(accept);
};

/** Returns a JPEG as a response that must not be cached. */
export const jpeg = (c: Context, bytes: Uint8Array<ArrayBuffer>): Response =>
  c.body(bytes, 200, { "Content-Type": "image/jpeg", "Cache-Control": "no-store" });

/** Returns a stored clip, or the part that a Range header requests. Throws `no_preview` if it is no longer stored. */
export async function clipResponse(c: Context, { path, type }: { path: string; type: string }): Promise<Response> {
  const file = await Deno.open(path).catch((cause) => {
    throw new Fault("no_preview", "This scene is no longer stored. Play it again.", { cause });
  });
  const { size } = await file.stat();
  const range = byteRange(c.req.header("Range"), size);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const headers = {
    "Content-Type": type,
    "Content-Length": String(last - first + 1),
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=3600",
    ...(range ? { "Content-Range": `bytes ${first}-${last}/${size}` } : {}),
  };
  return c.body(await bytesOfFile(file, { first, last }), range ? 206 : 200, headers);
}
