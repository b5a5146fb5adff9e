import { urgentFindings } from "../../lib/platform/health/dismissals.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { VERSION } from "../../lib/kit/version.ts";
import type { View } from "../../lib/ui/render.tsx";
import type { AppEnv } from "./router.ts";
import type { Services } from "../services/services.ts";

/** Name of the cookie that the theme switch sets. */
const THEME_COOKIE = "lathe-theme";

/** Returns the data about the request and the instance that components use. */
export function viewOf(
  c: Context<AppEnv>,
  { settings, instance, health, waitingDiscs }:
    & Pick<Services, "settings" | "instance" | "health">
    & Partial<Pick<Services, "waitingDiscs">>,
): View {
  const wrong = urgentFindings(health.known() ?? []);
  const worst = wrong.some(({ type }) => type === "error") ? "error" : "warning";
  const user = c.get("session")?.username;
  const theme = getCookie(c, THEME_COOKIE);
  const followedFrom = c.get("followedFrom");
  return {
    base: instance.urlBase,
    assets: instance.assets,
    instanceName: settings.current().general.host.instanceName,
    version: VERSION,
    path: c.req.path,
    discs: waitingDiscs?.count() ?? 0,
    ...(theme === "light" || theme === "dark" ? { theme } : {}),
    ...(followedFrom === undefined ? {} : { followedFrom }),
    ...(user === undefined ? {} : { user }),
    ...(settings.current().connections.music.enabled ? {} : { unused: ["/music"] }),
    ...(wrong.length === 0 ? {} : { health: { count: wrong.length, worst } }),
  };
}
