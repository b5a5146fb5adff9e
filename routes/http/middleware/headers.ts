import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { newId } from "../../../lib/kit/id.ts";
import type { AppEnv } from "../router.ts";
import type { Services } from "../../services/services.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of all responses, including errors, streams and images (safety.md, S-WEB-5). */
const EVERYWHERE = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  "Content-Security-Policy": POLICY,
};

/** Permissions policy of the page that uses the camera. Routes may set no other value. */
export const CAMERA_POLICY = "camera=(self), microphone=(), geolocation=()";

/**
 * Sets the ID of the request and the headers of the response, writes to the request log, and disables caching unless
 * the route allows it.
 */
export function safeHeaders(
  { clock, requestLog, metrics }: Pick<Services, "clock" | "requestLog" | "metrics">,
): MiddlewareHandler<AppEnv> {
  return async function safeHeaders(c, next) {
    c.set("requestId", newId());
    const started = clock.monotonicMs();
    await next();
    requestLog("info", `${c.req.method} ${c.req.path}`, {
      status: c.res.status,
      ms: Math.round(clock.monotonicMs() - started),
      requestId: c.get("requestId"),
    });
    // The label is the pattern of the route, because each path would otherwise create a separate time series.
    metrics.request(c.req.method, matchedRoute(c), c.res.status, (clock.monotonicMs() - started) / 1000);
    const { headers } = c.res;
    const isCameraPage = headers.get("Permissions-Policy") === CAMERA_POLICY;
    for (const [name, value] of Object.entries(EVERYWHERE)) headers.set(name, value);
    if (isCameraPage) headers.set("Permissions-Policy", CAMERA_POLICY);
    headers.set("X-Request-Id", c.get("requestId"));
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  };
}

/** Returns the last pattern that matched the request. If only middleware matched, there is no route. */
const matchedRoute = (c: Context<AppEnv>): string =>
  matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? "none";
