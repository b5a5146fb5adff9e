import type { MiddlewareHandler } from "hono";
import { type AppEnv, wantsHtml } from "../router.ts";

/** Where a browser without script goes after its form was accepted, by the area of the call. */
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
  ["/api/disc", "/discs"],
  ["/api/agents", "/agents"],
  ["/api/setup", "/"],
  ["/api/", "/activity"],
];

/** A disc that is not forgotten is looked at further. */
const ONE_DISC = /^\/api\/disc\/rips\/([^/]+)(?!.*\/forget$)/;

function pageAfter(path: string): string {
  const [, disc] = ONE_DISC.exec(path) ?? [];
  if (disc !== undefined) return `/discs/${disc}`;
  return PAGES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "/";
}

/** The page with settings that a form was sent from: there one sees what was saved. */
function settingsPageOf(referrer: string | undefined, base: string): string | undefined {
  const path = URL.parse(referrer ?? "")?.pathname ?? "";
  return path.startsWith(`${base}/`) && /^\/(settings\/[a-z]+|agents)$/.test(path.slice(base.length))
    ? path.slice(base.length)
    : undefined;
}

/** A plain form is answered with the page to look at next, not with JSON: what was made, else the page of its area. */
export function formAnswer({ base }: { base: string }): MiddlewareHandler<AppEnv> {
  return async function formAnswer(c, next) {
    await next();
    if (
      c.get("drawnPage") || !c.get("sentAsForm") || !wantsHtml(c) || c.req.header("hx-request") !== undefined ||
      c.res.status >= 400
    ) {
      return;
    }
    const made = c.res.headers.get("location")?.replace(`${base}/api/`, `${base}/`);
    const page = settingsPageOf(c.req.header("referer"), base) ?? pageAfter(c.req.path);
    await c.res.body?.cancel();
    // Emptied first: assigning over an answer would keep its headers.
    c.res = undefined;
    c.res = new Response(null, { status: 303, headers: { Location: made ?? `${base}${page}` } });
  };
}
