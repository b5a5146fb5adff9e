import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { Context } from "hono";
import type { LoginCaller } from "../../lib/platform/auth/service.ts";
import type { Session } from "../../lib/platform/auth/session.ts";
import { fieldErrors } from "../../lib/kit/json/field_errors.ts";
import { Fault, type FaultCode, FAULTS } from "../../lib/kit/fault.ts";

/** What every request carries: the caller's address from the socket, and an id for the log. */
export interface AppEnv {
  Bindings: {
    /** Address of the other end of the socket. */
    peer: string;
    /** The request came by our own HTTPS. */
    secure?: boolean;
    /** The request target as it was sent; absent: as the request's URL has it. */
    target?: string;
  };
  Variables: {
    requestId: string;
    /** The newest message of the live stream when the request came: what is drawn for it is followed from there. */
    followedFrom?: number;
    /** Set by the target check: the host this request names. */
    host?: string;
    /** Set by the gate: which credential admitted the request. */
    admittedBy?: "key" | "login" | "local" | "public";
    /** Set by the gate: who asks, the login it rests on, and whether browser and server speak HTTPS. */
    caller?: LoginCaller;
    session?: Session;
    secure?: boolean;
    /** The body came as a plain HTML form. */
    sentAsForm?: boolean;
    /** The answer is a page that was drawn for a plain form. */
    drawnPage?: boolean;
  };
}

/** A router that answers invalid input the same way everywhere. Every file in `routes/api` starts from this. */
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

/** The error body of every status from 400 up (RFC 9457). */
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

/** One `application/json` answer of a route. */
export const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** One answer of bytes or text that is no JSON. */
export const raw = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string().meta({ format: "binary" }) } },
});

/** What any route may answer before or instead of its own: refused callers, wrong hosts, limits, our own faults. */
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

/** What a route with a body may answer as well. */
const WITH_BODY = ["bad_json", "too_large", "unsupported_media_type", "invalid"] as const satisfies FaultCode[];

type ErrorResponses = Record<
  number,
  { description: string; content: { "application/problem+json": { schema: typeof Problem } } }
>;

/** Problem answers for a route: its own codes, those of any route, and with `body` those of a request body. */
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

/** A required JSON body. An absent body would otherwise reach the handler as `{}`. */
export const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { "application/json": { schema } } },
});

/** The id in a path. */
export const IdParam = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Not an id.") });

/** The id in a path, as a manager counts. */
export const ManagerIdParam = z.object({ id: z.coerce.number().int().positive() });

/** The name of a file in a list of ours. It is compared with the list, never joined to a path. */
export const NameParam = z.object({ name: z.string().min(1).max(255) });

/** `refresh=1` asks for it anew. */
export const Refresh = z.object({ refresh: z.enum(["0", "1"]).default("0").transform((value) => value === "1") });

/** The plain "it is done". */
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: "Ok" });

/** Says that it is done. */
export const done = (c: Context) => c.json({ ok: true } as const, 200);

/** True for browsers and htmx, false for scripts. */
export const wantsHtml = (c: Context): boolean => {
  const accept = c.req.header("accept") ?? "";
  return accept.includes("text/html") && !/application\/(problem\+)?json/.test(accept);
};

/** A JPEG that must not be kept. */
export const jpeg = (c: Context, bytes: Uint8Array<ArrayBuffer>): Response =>
  c.body(bytes, 200, { "Content-Type": "image/jpeg", "Cache-Control": "no-store" });
