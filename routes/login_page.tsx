import type { Context } from "hono";
import { renderView } from "../lib/ui/render.tsx";
import type { AppEnv } from "./http/router.ts";
import { ownAddress } from "./data/own_address.ts";
import { viewOf } from "./http/view.ts";
import { LoginPage, type LoginProps } from "./pages/platform/login.tsx";
import type { Services } from "./services/services.ts";

export type LoginStatus = 200 | 401 | 422 | 429 | 502;

/** Draws the login page, with the button for the provider if logging in there is enabled. */
export function loginPage(
  c: Context<AppEnv>,
  services: Services,
  props: Omit<LoginProps, "provider">,
  status: LoginStatus,
): Response {
  const { to } = props;
  const { buttonLabel: label } = services.settings.current().general.security.oidc;
  const query = to === "/" ? "" : `?to=${encodeURIComponent(to)}`;
  const provider = offersProvider(services)
    ? { href: ownAddress(c, services, `/login/oidc${query}`), label }
    : undefined;
  const page = <LoginPage {...props} {...(provider === undefined ? {} : { provider })} />;
  return c.body("<!doctype html>" + renderView(viewOf(c, services), page), status, {
    "Content-Type": "text/html; charset=UTF-8",
  });
}

/** True if users can log in at a provider. */
export function offersProvider({ settings }: Pick<Services, "settings">): boolean {
  const { authentication, oidc } = settings.current().general.security;
  return authentication === "forms" && oidc.enabled;
}
