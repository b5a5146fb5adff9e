import type { Log } from "../../kit/log.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { ConditionTime, ConditionWatch } from "./condition_watch.ts";
import { type ConditionHold, type ConditionLimits, hasLimits, type MachineReadings } from "./machine_conditions.ts";

/** Hold of the queue by the conditions of the machine. */
export interface ConditionControl {
  /** Applies the limits in the settings. Resolves when the first reading has been applied, if there are limits. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface ControlDeps {
  settings: Pick<SettingsService, "current" | "onChange">;
  hold(hold: ConditionHold | undefined): void;
  log: Log;
  /** By default, reads this machine. */
  read?: (() => Promise<MachineReadings>) | undefined;
  /** Replaced by tests. */
  time?: ConditionTime;
}

/** Creates the control. Nothing is loaded or read while there are no limits. */
export function createConditionControl({ settings, hold, log, read, time }: ControlDeps): ConditionControl {
  let watch: ConditionWatch | undefined;
  let last = Promise.resolve();
  let stopListening = () => {};
  const limits = (): ConditionLimits => settings.current().transcoding.conditions;

  async function stopWatch(): Promise<void> {
    await watch?.stop();
    watch = undefined;
  }

  async function startWatch(): Promise<void> {
    const [{ watchConditions }, { readConditions }] = await Promise.all([
      import("./condition_watch.ts"),
      import("./read_conditions.ts"),
    ]);
    watch = watchConditions({ limits, hold, time, read: read ?? readConditions });
    await watch.first;
  }

  async function apply(): Promise<void> {
    if (!hasLimits(limits())) {
      // A reading that blocks delays the end of the watch, but not the release.
      hold(undefined);
      await stopWatch();
    } else if (watch === undefined) await startWatch();
    else watch.readNow();
  }

  const applySoon = () =>
    last = last.then(apply).catch((error) =>
      log("error", "The temperature and power source could not be monitored.", { error: String(error) })
    );

  return {
    start() {
      stopListening = settings.onChange((keys) => {
        if (keys.some((key) => key.startsWith("transcoding.conditions"))) void applySoon();
      });
      return applySoon();
    },
    async stop() {
      stopListening();
      await last;
      await stopWatch();
    },
  };
}
