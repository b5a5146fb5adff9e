import type { keyValueRepository } from "../db/kv.ts";
import { autoMemoryRepository } from "../db/auto_memory.ts";
import type { Store } from "../db/store.ts";
import { type Auto, createAuto } from "./auto/service.ts";
import type { Log } from "./jobs/deps.ts";
import type { RunningJobs } from "./jobs/queue.ts";
import type { Bus } from "./kit/bus.ts";
import type { Clock } from "./kit/clock.ts";
import type { Library } from "./library/service.ts";
import type { Outgoing } from "./outgoing/model.ts";
import type { Profiles } from "./profiles/service.ts";
import type { StoredSettings } from "./settings/store.ts";
import type { InstanceBusEvents } from "./system/bus_events.ts";
import type { EventLog } from "./system/event_log.ts";

/** What knows the media that others manage, and works on it together with them. */
export interface Connected {
  auto: Auto;
}

export interface ConnectedOptions {
  settings: StoredSettings;
  store: Store;
  facts: ReturnType<typeof keyValueRepository>;
  outgoing: Outgoing;
  profiles: Profiles;
  jobs: RunningJobs;
  library: Library;
  events: EventLog;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  log: Log;
}

/** Builds the services that deal with managers and their media. Starts nothing. */
export function createConnected(options: ConnectedOptions): Connected & { closeConnected(): Promise<void> } {
  const { store } = options;
  const auto = createAuto({ ...options, memory: autoMemoryRepository(store) });
  return {
    auto,
    async closeConnected() {
      await auto.close();
    },
  };
}
