import type { MiddlewareHandler } from "hono";
import { type AppEnv, wantsHtml } from "../router.ts";

/** Page to redirect to after a form without JavaScript, by API path. */
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

/** Forms of a disc lead back to its page, unless the disc was removed with `forget`. */
const ONE_DISC = /^\/api\/disc\/rips\/([^/]+)(?!.*\/forget$)/;

function pageAfter(path: string): string {
  const [, disc] = ONE_DISC.exec(path) ?? [];
  if (disc !== undefined) return `/discs/${disc}`;
  return PAGES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "/";
}

/** Returns the page for settings that the form was sent from, as it shows the saved values. */
function settingsPageOf(referrer: string | undefined, base: string): string | undefined {
  const path = URL.parse(referrer ?? "")?.pathname ?? "";
  return path.startsWith(`${base}/`) && /^\/(settings\/[a-z]+|agents|first-steps)$/.test(path.slice(base.length))
    ? path.slice(base.length)
    : undefined;
}

/** Responds to a plain form with a redirect in place of JSON: to the created resource, else to the page of its area. */
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
    // Cleared first, as assigning over a response keeps its headers.
    c.res = undefined;
    c.res = new Response(null, {
      status: 303,
      headers: { Location: made ?? `${base}${page}${c.get("queryAfterForm") ?? ""}` },
    });
  };
}
