import type { KeyedMutex } from "../../kit/async.ts";
import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { JobStore } from "../job_store.ts";
import type { CrashPoint } from "./crash_points.ts";

/** Services and options for work on the files of finished jobs. */
export interface DeliveryDeps {
  readonly jobStore: JobStore;
  readonly deps: { settings: Pick<SettingsService, "current">; clock: Clock };
  readonly crashPoint: (point: CrashPoint) => void;
  /**
   * Allows one move at a time per path. Otherwise an undo and the delivery of a later job could both find the same
   * encode in place, and one would replace the result of the other.
   */
  readonly fileMutex: KeyedMutex;
}
