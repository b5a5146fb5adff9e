import type { Context } from "hono";
import type { AppEnv } from "../http/router.ts";
import type { Services } from "../services/services.ts";

/** Path to which an OpenID Connect provider sends the browser back. */
export const CALLBACK_PATH = "/login/oidc/callback";

/**
 * Returns the address of a local path as users open it: below the application URL if there is one, otherwise at the
 * host of the request.
 */
export function ownAddress(
  c: Context<AppEnv>,
  { settings, instance }: Pick<Services, "settings" | "instance">,
  path: string,
): string {
  const { applicationUrl } = settings.current().general.host;
  if (/^https?:/i.test(applicationUrl)) return applicationUrl.replace(/\/+$/, "") + path;
  return `${c.get("secure") ? "https" : "http"}://${c.get("host") ?? ""}${instance.urlBase}${path}`;
}
