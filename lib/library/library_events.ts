import type { JobBusEvents } from "../jobs/service.ts";
import type { PlatformBusEvents } from "../platform/events/bus_events.ts";
import type { BarcodeBusEvents } from "./barcodes/model.ts";
import type { LocalBusEvents } from "./local/model.ts";
import type { CueSplitBusEvents } from "./music/cue_splits/model.ts";

/** Bus events that the library district publishes or subscribes to. */
export interface LibraryBusEvents
  extends PlatformBusEvents, JobBusEvents, LocalBusEvents, CueSplitBusEvents, BarcodeBusEvents {}
