import type { Context } from "hono";
import { pathBelow } from "./request_path.ts";
import { type AppEnv, wantsHtml } from "./router.ts";
import type { Services } from "../services/services.ts";

/** Returns the path of the login page, with a link back to the requested page. */
export const loginPath = (c: Context<AppEnv>, base: string): string => {
  const back = backTo(c, base);
  return `${base}/login${back === "/" ? "" : `?to=${encodeURIComponent(back)}`}`;
};

/**
 * Returns the path of the page that the browser shows. If the request is for a fragment, htmx sends this path in a
 * header.
 */
function backTo(c: Context<AppEnv>, base: string): string {
  const shown = URL.parse(c.req.header("hx-current-url") ?? "");
  if (shown !== null) return (pathBelow(base, shown.pathname) ?? "/") + shown.search;
  const query = c.req.raw.url.match(/\?[^#]*/)?.[0] ?? "";
  return c.req.method === "GET" && !c.req.path.startsWith("/api/") ? c.req.path + query : "/";
}

/**
 * Adds the login challenge to the response for a rejected request: a prompt of the browser in Basic mode, the login
 * page in Forms mode. Returns the whole response if the user is redirected.
 */
export function challenge(
  c: Context<AppEnv>,
  { settings, instance }: Pick<Services, "settings" | "instance">,
): Response | undefined {
  const { authentication } = settings.current().general.security;
  if (authentication === "basic") c.header("WWW-Authenticate", 'Basic realm="Lathe", charset="UTF-8"');
  if (authentication !== "forms" || !wantsHtml(c)) return undefined;
  const to = loginPath(c, instance.urlBase);
  if (c.req.header("hx-request") === undefined) return c.redirect(to, 303);
  // The request was for a fragment, but the whole page must change.
  c.header("HX-Redirect", to);
}
