import * as z from "zod";
import type { Context } from "hono";
import { writeCookie } from "../lib/platform/auth/request/cookie.ts";
import { loginTarget } from "../lib/platform/auth/request/redirect.ts";
import { Fault } from "../lib/kit/fault.ts";
import type { LoginProps } from "./pages/platform/login.tsx";
import { loginPage, type LoginStatus, offersProvider } from "./login_page.tsx";
import { ownAddress } from "./data/own_address.ts";
import { asFault } from "./http/problem.ts";
import { type AppEnv, router, wantsHtml } from "./http/router.ts";
import type { Services } from "./services/services.ts";

const LoginInput = z.object({
  username: z.string().max(200),
  password: z.string().max(1024),
  rememberMe: z.boolean().default(false),
  to: z.string().max(2000).optional(),
});

/** Routes for the login page, its form, and logout. They return HTML to browsers and JSON to scripts. */
export function loginRoutes(services: Services) {
  const { auth, instance, oidc, settings, stream } = services;
  const base = instance.urlBase;
  const place = (c: Context<AppEnv>) => ({ secure: c.get("secure") ?? false, base, tag: auth.tag });
  const page = (c: Context<AppEnv>, props: Omit<LoginProps, "provider">, status: LoginStatus = 200) =>
    loginPage(c, services, props, status);

  const app = router();
  app.get("/login", async (c) => {
    if (settings.current().general.security.authentication !== "forms") return c.redirect(`${base}/`, 303);
    const to = loginTarget(c.req.query("to"));
    const key = c.req.query("once");
    if (c.req.query("out") !== undefined) {
      return page(c, { to, leave: await oidc.logoutUrl(ownAddress(c, services, "/login")) });
    }
    if (key === undefined) return page(c, { to });
    // A link preview (HEAD) must not use the key.
    const cookie = c.req.method === "GET" ? await auth.redeem(key) : undefined;
    if (cookie === undefined) {
      return page(c, {
        to,
        error: "This QR code was already used or has expired. Reload the page that shows it to get a new one.",
      });
    }
    c.header("Set-Cookie", writeCookie(cookie, false, place(c)));
    return c.redirect(base + to, 303);
  });
  app.post("/login", async (c) => {
    const html = wantsHtml(c);
    const parsed = LoginInput.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) throw new Fault("invalid", "Enter a user name and a password.");
    const { username, password, rememberMe, to: wanted } = parsed.data;
    const to = loginTarget(wanted);
    const caller = c.get("caller");
    if (caller === undefined) throw new TypeError("The authentication middleware did not set the caller.");
    try {
      const cookie = await auth.login(username, password, rememberMe, caller);
      c.header("Set-Cookie", writeCookie(cookie, rememberMe, place(c)));
      return html ? c.redirect(base + to, 303) : c.json({ ok: true }, 200);
    } catch (error) {
      const fault = asFault(error);
      if (!html || !["unauthorized", "throttled"].includes(fault.code)) throw error;
      if (fault.retryAfterSeconds !== undefined) c.header("Retry-After", String(fault.retryAfterSeconds));
      return page(c, { to, error: fault.message, username }, fault.code === "throttled" ? 429 : 401);
    }
  });
  app.post("/logout", async (c) => {
    const session = c.get("session");
    if (session !== undefined) {
      await auth.logout(session);
      stream.cut(session.idDigest);
    }
    c.header("Set-Cookie", writeCookie("", false, place(c)));
    return wantsHtml(c)
      ? c.redirect(`${base}/login${offersProvider(services) ? "?out" : ""}`, 303)
      : c.json({ ok: true }, 200);
  });
  return app;
}
