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

/** The foundation of every district: created once per instance and passed on whole. */
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

/** The services of a district, and what the district contributes to the instance. */
export interface District<Services> {
  services: Services;
  /** Health checks, in the order of the health page. */
  probes?: HealthProbe[];
  /** Scheduled tasks, in the order of the tasks page. */
  tasks?: TaskDefinition[];
  /** Stops the services. Districts are closed in reverse order of creation. */
  close?(): Promise<void> | void;
}
