import type { Context } from "hono";
import { VERSION } from "../lib/kit/version.ts";
import type { View } from "../lib/ui/render.tsx";
import type { Services } from "./services.ts";

/** What components need to know of this request and instance. */
export function viewOf(c: Context, { settings, instance }: Pick<Services, "settings" | "instance">): View {
  return {
    base: instance.urlBase,
    assets: instance.assets,
    instanceName: settings.current().general.host.instanceName,
    version: VERSION,
    path: c.req.path,
  };
}
