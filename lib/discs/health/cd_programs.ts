import type { Drives } from "../drives/model.ts";
import { findTool, type ToolSearch } from "../../media/tools/tools.ts";
import type { Finding, HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** Checks the programs that read audio CDs, if CD ripping is enabled and a drive is available. Tests replace `os`. */
export const cdProbe = (
  { settings, drives, programSearch, os = Deno.build.os }: {
    settings: Pick<SettingsService, "current">;
    drives: Pick<Drives, "list">;
    programSearch: ToolSearch;
    os?: typeof Deno.build.os;
  },
): HealthProbe => ({
  source: "cd",
  fine: "No problems with reading audio CDs.",
  async check() {
    const { disc: { enabled, cd }, encodertoolPath } = settings.current();
    if (!enabled || !cd.enabled || !drives.list().some((drive) => !drive.virtual && drive.available)) return [];
    const isThere = async (name: string, path = "") => (await findTool(name, path, programSearch)).path !== undefined;
    const found: Finding[] = [];
    if (!await isThere("cd-paranoia", cd.ripperPath) && !await isThere("cdparanoia")) {
      const instead = await isThere("freaccmd", encodertoolPath)
        ? "fre:ac is used instead, but it does not read scratched areas again."
        : "CD tracks cannot be ripped.";
      found.push(missing("cd-paranoia", `${instead} Install cd-paranoia.`));
    }
    // macOS provides the table of contents of a mounted disc, so cd-info is not needed.
    if (os !== "darwin" && !await isThere("cd-info")) {
      found.push(missing(
        "cd-info",
        "Data tracks, CD-Text and track codes are unknown without it. Install libcdio-utils or libcdio.",
      ));
    }
    return found;
  },
});

const missing = (name: string, rest: string): Finding => ({
  id: name,
  type: "warning",
  code: "tool_missing",
  message: `${name} is missing, but audio CD ripping is enabled and a drive is connected. ${rest}`,
  link: "/setup",
});
