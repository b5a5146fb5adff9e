import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { Fault, JobFailure } from "../../lib/kit/fault.ts";
import type { AppEnv } from "./router.ts";

const TITLES: Record<number, string> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  408: "Request timeout",
  409: "Conflict",
  410: "Gone",
  413: "Too large",
  414: "Address too long",
  415: "Unsupported media type",
  421: "Misdirected request",
  422: "Not valid",
  429: "Too many requests",
  431: "Headers too large",
  500: "Internal error",
  501: "Not implemented",
  502: "Upstream failed",
  503: "Unavailable",
  504: "Upstream timeout",
};

/** Converts any error to a `Fault`. Assigns a code to exceptions of the framework and to media errors. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof HTTPException && error.status === 400) {
    return new Fault("bad_json", "The body is not valid JSON.", { cause: error });
  }
  if (error instanceof HTTPException && error.status === 415) {
    return new Fault("unsupported_media_type", "Send the body as application/json or as a form.", { cause: error });
  }
  if (error instanceof JobFailure) {
    const code = error.code === "source_missing"
      ? "not_found"
      : error.code === "tool_missing"
      ? "tool_missing"
      : CODES[error.code];
    return new Fault(code ?? "unreadable", error.message, { cause: error });
  }
  return new Fault("internal", "An internal error occurred; see the log for details.", { cause: error });
}

const CODES: Partial<Record<JobFailure["code"], Fault["code"]>> = {
  encoder_missing: "encoder_missing",
  nothing_to_do: "nothing_to_do",
  output_exists: "output_exists",
  invalid_plan: "invalid",
};

/** Returns the problem document of a fault (RFC 9457). */
export function problemOf(c: Context<AppEnv>, { code, status, message: detail, fields, retryAfterSeconds }: Fault) {
  return {
    type: "about:blank",
    title: TITLES[status] ?? "Error",
    status,
    detail,
    code,
    error: detail,
    requestId: c.get("requestId") ?? "",
    ...(fields.length > 0 ? { errors: fields } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Returns the problem+json response for a fault. `login` is the address of the login page. */
export function problemResponse(c: Context<AppEnv>, fault: Fault, login?: string): Response {
  const { status, retryAfterSeconds } = fault;
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  return c.body(JSON.stringify({ ...problemOf(c, fault), login }), status, {
    "Content-Type": "application/problem+json; charset=utf-8",
  });
}
