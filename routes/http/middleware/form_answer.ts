import type { MiddlewareHandler } from "hono";
import { type AppEnv, wantsHtml } from "../router.ts";

/** Page to which a form redirects without JavaScript, by API path. */
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
  ["/api/jobs/undo", "/bin"],
  ["/api/bin", "/bin"],
  ["/api/", "/activity"],
];

/** Forms of a disc redirect to its page, unless the disc was removed with `forget`. */
const ONE_DISC = /^\/api\/disc\/rips\/([^/]+)(?!.*\/forget$)/;

function pageAfter(path: string): string {
  const [, disc] = ONE_DISC.exec(path) ?? [];
  if (disc !== undefined) return `/discs/${disc}`;
  return PAGES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "/";
}

/** Returns the settings page from which the form was sent, because this page shows the saved values. */
function settingsPageOf(referrer: string | undefined, base: string): string | undefined {
  const path = URL.parse(referrer ?? "")?.pathname ?? "";
  return path.startsWith(`${base}/`) && /^\/(settings\/[a-z]+|agents|first-steps)$/.test(path.slice(base.length))
    ? path.slice(base.length)
    : undefined;
}

/** Returns the page of the next encode to review, after a decision on the review pages. */
function nextReviewOf(path: string, referrer: string | undefined, base: string): string | undefined {
  const [, id] = /^\/api\/jobs\/([^/]+)\/[a-z-]+$/.exec(path) ?? [];
  const isReview = URL.parse(referrer ?? "")?.pathname.startsWith(`${base}/review/`) ?? false;
  return id !== undefined && isReview ? `/review?after=${id}` : undefined;
}

/** Responds to a plain form with a redirect to the created resource or to the page for the API path. */
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
    const referrer = c.req.header("referer");
    const page = settingsPageOf(referrer, base) ?? nextReviewOf(c.req.path, referrer, base) ?? pageAfter(c.req.path);
    await c.res.body?.cancel();
    // The response is cleared first, because assigning a new one would keep the old headers.
    c.res = undefined;
    c.res = new Response(null, {
      status: 303,
      headers: { Location: made ?? `${base}${page}${c.get("queryAfterForm") ?? ""}` },
    });
  };
}
