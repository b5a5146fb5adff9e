import type { EstimateRun } from "../jobs/estimates/schema.ts";
import type { JobBusEvents } from "../jobs/service.ts";
import type { FarmBusEvents } from "../farm/agents/model.ts";
import type { BarcodeBusEvents } from "../library/barcodes/model.ts";
import type { LocalBusEvents } from "../library/local/model.ts";
import type { CueSplitBusEvents } from "../library/music/cue_splits/model.ts";
import type { PlatformBusEvents } from "../platform/events/bus_events.ts";
import type { BoxSetBusEvents } from "../discs/box_sets/model.ts";
import type { DriveBusEvents } from "../discs/drives/model.ts";
import type { RipBusEvents } from "../discs/rips/deps.ts";
import type { LibraryKind } from "../platform/managers/kinds.ts";

/** Everything that is said on the bus of one instance. */
export interface InstanceBusEvents
  extends
    CueSplitBusEvents,
    PlatformBusEvents,
    JobBusEvents,
    LocalBusEvents,
    RipBusEvents,
    DriveBusEvents,
    BoxSetBusEvents,
    BarcodeBusEvents,
    FarmBusEvents {
  /** A sampled estimate moved on or ended. */
  estimate: { estimate: EstimateRun };
  /** Sessions that a change of these settings ends have ended. */
  "access-changed": { keys: string[] };
  /** Records of a manager could not be read, others than the last time. */
  "library-odd": { kind: LibraryKind; sentence: string };
}
