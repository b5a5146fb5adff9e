import type { MiddlewareHandler } from "hono";
import { type AppEnv, wantsHtml } from "../router.ts";

/** Where a browser without script goes after its form was accepted. Our pages send no referrer, so areas decide. */
const PAGES: [prefix: string, page: string][] = [
  ["/api/profiles", "/profiles"],
  ["/api/settings", "/settings"],
  ["/api/system/tasks", "/system/tasks"],
  ["/api/system/backups", "/system/backups"],
  ["/api/system/events", "/system/events"],
  ["/api/system", "/system"],
  ["/api/local", "/local"],
  ["/api/music/import-folder", "/music/import"],
  ["/api/music", "/music"],
  ["/api/search/add", "/search"],
  ["/api/", "/"],
];

/** A plain form is answered with the page to look at next, not with JSON: what was made, else the page of its area. */
export function formAnswer({ base }: { base: string }): MiddlewareHandler<AppEnv> {
  return async function formAnswer(c, next) {
    await next();
    if (!c.get("sentAsForm") || !wantsHtml(c) || c.req.header("hx-request") !== undefined || c.res.status >= 400) {
      return;
    }
    const made = c.res.headers.get("location")?.replace(`${base}/api/`, `${base}/`);
    const page = PAGES.find(([prefix]) => c.req.path.startsWith(prefix))?.[1] ?? "/";
    await c.res.body?.cancel();
    // Emptied first: assigning over an answer would keep its headers.
    c.res = undefined;
    c.res = new Response(null, { status: 303, headers: { Location: made ?? `${base}${page}` } });
  };
}
