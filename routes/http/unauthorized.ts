import type { Context } from "hono";
import { pathBelow } from "./middleware/target.ts";
import { type AppEnv, wantsHtml } from "./router.ts";
import type { Services } from "../services.ts";

/** The page to log in at, with the way back to where this request wanted to go. */
export const loginPath = (c: Context<AppEnv>, base: string): string => {
  const back = backTo(c, base);
  return `${base}/login${back === "/" ? "" : `?to=${encodeURIComponent(back)}`}`;
};

/** The page that the browser shows: for a part of one, what htmx says of it. */
function backTo(c: Context<AppEnv>, base: string): string {
  const shown = URL.parse(c.req.header("hx-current-url") ?? "");
  if (shown !== null) return (pathBelow(base, shown.pathname) ?? "/") + shown.search;
  const query = c.req.raw.url.match(/\?[^#]*/)?.[0] ?? "";
  return c.req.method === "GET" && !c.req.path.startsWith("/api/") ? c.req.path + query : "/";
}

/**
 * What a refused caller is told besides the problem: a browser popup in mode Basic, the login page in mode Forms. Answers
 * the whole response where a person is to be sent on.
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
  // A part of a page: the whole page has to go.
  c.header("HX-Redirect", to);
}
