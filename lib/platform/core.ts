import type { KeyValueRepository } from "../../db/platform/key_values.ts";
import type { Store } from "../../db/store.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import type { DiskReads } from "../kit/disk/disk_reads.ts";
import type { Log } from "../kit/log.ts";
import type { HealthProbe } from "./health/probe.ts";
import type { HttpClient } from "./http_client/model.ts";
import type { StoredSettings } from "./settings/store.ts";
import type { Storage } from "./storage/storage.ts";
import type { TaskDefinition } from "./tasks/runner.ts";

/** Services shared by all districts, created once per instance. */
export interface Core<Events> {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  keyValues: KeyValueRepository;
  http: HttpClient;
  bus: Bus<Events>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
}

/** Services of a district, and what it contributes to the instance. */
export interface District<Services> {
  services: Services;
  /** Health checks, in the order of the health page. */
  probes?: HealthProbe[];
  /** Scheduled tasks, in the order of the tasks page. */
  tasks?: TaskDefinition[];
  /** Stops the services. */
  close?(): Promise<void> | void;
}
