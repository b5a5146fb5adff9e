import { join } from "node:path";
import type { SettingsService } from "../settings/service.ts";

/** What SERVICE_RESET_AUTH did at this start (safety.md, S-AUTH-10). */
export type AuthReset = "none" | "done" | "already";

/**
 * Switches authentication off when the environment asks for it: once, for as long as the variable stays set. A start
 * without it arms it again. The mark lies outside of what backups hold, so a restored one brings no reset with it.
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
  await settings.update({ general: { security: { authentication: "none", password: "" } } });
  await Deno.writeTextFile(mark, "", { mode: 0o600 });
  return "done";
}
