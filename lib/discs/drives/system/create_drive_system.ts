import type { ToolSearch } from "../../../media/tools/tools.ts";
import type { DriveSystem } from "./drive_system.ts";
import { createLinuxDrives } from "./linux_drives.ts";
import { createMacDrives } from "./macos_drives.ts";

/** Options of the drive system. `search` locates the programs to run. */
export interface DriveSystemOptions {
  search?: ToolSearch;
  os?: typeof Deno.build.os;
}

/** Creates access to the drives of this machine. There are none if the system is neither Linux nor macOS. */
export function createDriveSystem({ search, os = Deno.build.os }: DriveSystemOptions = {}): DriveSystem {
  if (os === "linux") return createLinuxDrives({ search });
  if (os === "darwin") return createMacDrives({ search });
  return NO_DRIVES;
}

const NO_DRIVES: DriveSystem = {
  devices: () => Promise.resolve([]),
  deviceAt: () => Promise.resolve("other"),
  media: () => Promise.resolve({ state: "unknown", content: "" }),
  confirm: () => Promise.resolve({ state: "unknown", content: "" }),
  eject: () => Promise.resolve(),
};
