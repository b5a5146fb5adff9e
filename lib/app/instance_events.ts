import type { EstimateRun } from "../jobs/estimates/schema.ts";
import type { JobBusEvents } from "../jobs/service.ts";
import type { LocalBusEvents } from "../library/local/model.ts";
import type { PlatformBusEvents } from "../platform/events/bus_events.ts";
import type { LibraryKind } from "../platform/managers/kinds.ts";

/** Everything that is said on the bus of one instance. */
export interface InstanceBusEvents extends PlatformBusEvents, JobBusEvents, LocalBusEvents {
  /** A sampled estimate moved on or ended. */
  estimate: { estimate: EstimateRun };
  /** Records of a manager could not be read, others than the last time. */
  "library-odd": { kind: LibraryKind; sentence: string };
}
