import type { EstimateRun } from "../estimates/schema.ts";
import type { JobBusEvents } from "../jobs/service.ts";
import type { LocalBusEvents } from "../local_media/service.ts";
import type { LibraryKind } from "../managers/kinds.ts";
import type { HealthCheck, InstanceEvent, Task, UpdateStatus } from "./model.ts";

/** Everything that is said on the bus of one instance. */
export interface InstanceBusEvents extends JobBusEvents, LocalBusEvents {
  /** A new entry of the events list. */
  event: { event: InstanceEvent };
  health: { checks: HealthCheck[] };
  task: { task: Task };
  /** A sampled estimate moved on or ended. */
  estimate: { estimate: EstimateRun };
  update: { update: UpdateStatus };
  /** Records of a manager could not be read, others than the last time. */
  "library-odd": { kind: LibraryKind; sentence: string };
}
