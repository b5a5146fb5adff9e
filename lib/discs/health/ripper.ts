import type { Drives } from "../drives/model.ts";
import { findTool, type ToolSearch } from "../../media/tools/tools.ts";
import type { Finding, HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/**
 * Checks MakeMKV while disc ripping is enabled, and the drives named in the settings. MakeMKV is optional while there is
 * no drive and no disc has been opened.
 */
export const ripperProbe = (
  { settings, drives, ripRows, programSearch, inImage }: {
    settings: Pick<SettingsService, "current">;
    drives: Pick<Drives, "list">;
    ripRows: { list(): Promise<unknown[]> };
    programSearch: ToolSearch;
    /** True in the container image, which can build MakeMKV. */
    inImage: boolean;
  },
): HealthProbe => ({
  source: "disc",
  fine: "No problems with ripping discs.",
  async check() {
    const { enabled, ripper, ripperPath, physicalDrives } = settings.current().disc;
    if (!enabled) return [];
    const found: Finding[] = [];
    const { error } = await findTool(
      Deno.build.os === "windows" ? "makemkvcon64" : "makemkvcon",
      ripperPath,
      programSearch,
    );
    // MakeMKV is not needed by a user who copies all discs with the open ripper.
    if (error !== undefined && ripper !== "open") {
      const isUsed = drives.list().some(({ virtual }) => !virtual) || (await ripRows.list()).length > 0;
      found.push({
        ...(isUsed ? {} : { optional: true }),
        id: "ripper",
        type: "warning",
        code: "tool_missing",
        message: `MakeMKV is missing, but disc ripping is enabled: ${error}`,
        link: inImage ? "/settings/discs#makemkv" : "/setup",
      });
    }
    for (const { id, path } of physicalDrives) {
      if (await Deno.stat(path).then(() => false, () => true)) {
        found.push({
          id: `drive ${id}`,
          type: "warning",
          code: "drive_gone",
          message:
            `The drive ${path} has disappeared. Check its cable, or whether it is passed through to the container.`,
          link: "/settings/discs#discs",
        });
      }
    }
    return found;
  },
});
