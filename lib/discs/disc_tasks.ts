import { count } from "../kit/format.ts";
import type { SettingsService } from "../platform/settings/service.ts";
import type { TaskDefinition } from "../platform/tasks/runner.ts";
import type { RunningDrives } from "./drives/service.ts";
import type { Rips } from "./rips/service.ts";

/** Services that the tasks of the disc district use. */
export interface DiscTaskFacts {
  drives: Pick<RunningDrives, "poll">;
  rips: Pick<Rips, "importLeft">;
  settings: Pick<SettingsService, "current">;
}

const SWEEP_SECONDS = 600;

/** Returns the tasks that poll the drives and import finished rips. */
export const discTasks = ({ drives, rips, settings }: DiscTaskFacts): TaskDefinition[] => [
  driveTask(drives, settings),
  {
    id: "import-rips",
    name: "Import finished rips",
    schedule: () => ({ everySeconds: SWEEP_SECONDS }),
    disabled() {
      const { enabled, autoImport } = settings.current().disc;
      if (!enabled) return "Disc ripping is disabled.";
      return autoImport ? undefined : "Automatic import of finished rips is disabled.";
    },
    async run() {
      const { files, removedFolders } = await rips.importLeft();
      const imported = files.filter(({ result }) => result === "imported").length;
      const left = files.length - imported;
      const parts = [
        imported > 0 ? `${count(imported, "file")} imported` : "",
        left > 0 ? `${count(left, "file")} left` : "",
        removedFolders > 0 ? `${count(removedFolders, "empty folder")} removed` : "",
      ].filter((part) => part !== "");
      return parts.length === 0 ? "No files are left in the rip folder" : parts.join(", ");
    },
  },
];

/** Creates the task that checks the drives. */
export const driveTask = (
  drives: Pick<RunningDrives, "poll">,
  settings: Pick<SettingsService, "current">,
): TaskDefinition => ({
  id: "drives",
  name: "Check optical drives",
  schedule: () => ({ everySeconds: settings.current().disc.pollIntervalSeconds }),
  disabled: () => settings.current().disc.enabled ? undefined : "Disc ripping is disabled.",
  run: (signal) => drives.poll(signal),
});
