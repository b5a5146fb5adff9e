import type { SettingsService } from "../../platform/settings/service.ts";
import type { TaskDefinition } from "../../platform/tasks/runner.ts";
import type { RunningDrives } from "./service.ts";

/** The task that checks the drives. */
export const driveTask = (
  drives: Pick<RunningDrives, "poll">,
  settings: Pick<SettingsService, "current">,
): TaskDefinition => ({
  id: "drives",
  name: "Check optical drives",
  schedule: () => ({ everySeconds: settings.current().disc.pollIntervalSeconds }),
  disabled: () => settings.current().disc.enabled ? undefined : "Disc ripping is off.",
  run: (signal) => drives.poll(signal),
});
