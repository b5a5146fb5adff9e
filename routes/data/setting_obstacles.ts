import { findMakemkv } from "../../lib/discs/rippers/makemkv/find_makemkv.ts";
import { methodObstacle } from "../../lib/encode/profiles/choices/obstacles.ts";
import { METHODS } from "../../lib/encode/profiles/encoders/methods.ts";
import { findTool } from "../../lib/media/tools/tools.ts";
import type { Services } from "../services/services.ts";

/** Reasons why this machine cannot use the value of a setting, by setting and value. */
export type SettingObstacles = Partial<Record<string, Record<string, string | undefined>>>;

/** Returns the obstacles for the settings that select hardware or a program. */
export async function settingObstacles(
  { settings, hardware }: Pick<Services, "settings" | "hardware">,
): Promise<SettingObstacles> {
  const [machine, makemkv] = await Promise.all([
    hardware.machine(),
    findMakemkv((name, path) => findTool(name, path), settings.current().disc.ripperPath),
  ]);
  return {
    "transcoding.hardwareAcceleration": Object.fromEntries(
      METHODS.map((method) => [method, methodObstacle(method, machine)]),
    ),
    "disc.ripper": makemkv.path === undefined ? { makemkv: "MakeMKV was not found on this server." } : {},
  };
}
