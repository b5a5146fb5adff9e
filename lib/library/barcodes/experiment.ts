import { Fault } from "../../kit/fault.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

const NAMES = { barcode: "Barcode scanning", wanted: "The wanted discs list" };

/** Throws `experiment_off` while this experiment is disabled. */
export function requireExperiment(settings: Pick<SettingsService, "current">, name: keyof typeof NAMES): void {
  if (settings.current().experiments[name]) return;
  throw new Fault("experiment_off", `${NAMES[name]} is experimental and disabled. Enable it in Settings.`);
}
