import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { JobStore } from "../job_store.ts";
import type { CrashPoint } from "./crash_points.ts";

/** Services and options for work on the files of finished jobs. */
export interface DeliveryDeps {
  readonly jobStore: JobStore;
  readonly deps: { settings: Pick<SettingsService, "current">; clock: Clock };
  readonly crashPoint: (point: CrashPoint) => void;
}
