import { systemStatus } from "../../lib/app/status/status.ts";
import { checkTools } from "../../lib/media/setup/tools_check.ts";
import type { Services } from "../services/services.ts";

/** Collects the system status from all services. */
export const systemStatusOf = (services: Services, refresh: boolean) =>
  systemStatus({ ...services, configDir: services.storage.configDir }, { refresh });

/** Returns the result of the first-run check. */
export const toolsCheck = async ({ media, setup }: Pick<Services, "media" | "setup">) =>
  await checkTools({ media, platform: Deno.build.os, dismissed: await setup.dismissed() });
