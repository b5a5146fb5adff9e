import { join } from "node:path";
import type { SettingsService } from "../settings/service.ts";

/** Effect of `SERVICE_RESET_AUTH` at this start (safety.md, S-AUTH-10). */
export type AuthReset = "none" | "done" | "already";

/**
 * Disables authentication at the first start with the environment variable. Later starts do nothing until the variable
 * has been absent for one start. The marker file is not part of backups, so a restore never causes a reset.
 */
export async function resetByVariable(
  { env, settings, programData }: {
    env: Record<string, string | undefined>;
    settings: Pick<SettingsService, "update">;
    programData: string;
  },
): Promise<AuthReset> {
  const mark = join(programData, "auth-reset");
  if (env.SERVICE_RESET_AUTH !== "1") {
    await Deno.remove(mark).catch(() => {});
    return "none";
  }
  if (await Deno.stat(mark).then(() => true, () => false)) return "already";
  await settings.update({
    general: {
      security: { authentication: "none", password: "", oidc: { enabled: false }, proxyHeader: { enabled: false } },
    },
  });
  await Deno.writeTextFile(mark, "", { mode: 0o600 });
  return "done";
}
