import type { Context } from "hono";
import { LOGIN_LIFE_MS } from "../lib/platform/auth/oidc/pending_logins.ts";
import { readCookie, writeCookie } from "../lib/platform/auth/request/cookie.ts";
import { loginTarget } from "../lib/platform/auth/request/redirect.ts";
import { CALLBACK_PATH, ownAddress } from "./data/own_address.ts";
import { asFault } from "./http/problem.ts";
import { type AppEnv, router } from "./http/router.ts";
import { loginPage, offersProvider } from "./login_page.tsx";
import type { Services } from "./services/services.ts";

/** Routes for logging in at an OpenID Connect provider. They are opened by the browser, so they return HTML. */
export function providerLoginRoutes(services: Services) {
  const { auth, instance, oidc } = services;
  const base = instance.urlBase;
  const place = (c: Context<AppEnv>) => ({ secure: c.get("secure") ?? false, base, tag: auth.tag });
  const pendingPlace = (c: Context<AppEnv>) => ({ ...place(c), purpose: "oidc" as const });
  const addressOf = (c: Context<AppEnv>) => c.get("caller")?.address ?? "";
  // A link preview (HEAD) neither starts nor completes a login.
  const isUsable = (c: Context<AppEnv>) => c.req.method === "GET" && offersProvider(services);

  function failed(c: Context<AppEnv>, error: unknown, to: string): Response {
    const fault = asFault(error);
    if (!["bad_state", "unauthorized", "throttled", "upstream_failed"].includes(fault.code)) throw error;
    if (fault.retryAfterSeconds !== undefined) c.header("Retry-After", String(fault.retryAfterSeconds));
    const status = fault.code === "throttled" ? 429 : fault.code === "upstream_failed" ? 502 : 401;
    return loginPage(c, services, { to, error: fault.message }, status);
  }

  const app = router();
  app.get("/login/oidc", async (c) => {
    if (!isUsable(c)) return c.redirect(`${base}/login`, 303);
    const to = loginTarget(c.req.query("to"));
    try {
      const redirectUri = ownAddress(c, services, CALLBACK_PATH);
      const { url, cookie } = await oidc.start({ redirectUri, to, address: addressOf(c) });
      c.header("Set-Cookie", `${writeCookie(cookie, false, pendingPlace(c))}; Max-Age=${LOGIN_LIFE_MS / 1000}`);
      return c.redirect(url, 303);
    } catch (error) {
      return failed(c, error, to);
    }
  });
  app.get(CALLBACK_PATH, async (c) => {
    if (!isUsable(c)) return c.redirect(`${base}/login`, 303);
    const cookie = readCookie(c.req.header("cookie") ?? null, pendingPlace(c));
    const parameters = new URL(c.req.url).searchParams;
    try {
      const { session, to } = await oidc.finish({ cookie, parameters, address: addressOf(c) });
      c.header("Set-Cookie", writeCookie(session, false, place(c)));
      c.header("Set-Cookie", writeCookie("", false, pendingPlace(c)), { append: true });
      return c.redirect(base + to, 303);
    } catch (error) {
      return failed(c, error, "/");
    }
  });
  return app;
}
