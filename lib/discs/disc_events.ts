import type { JobBusEvents } from "../jobs/service.ts";
import type { BarcodeBusEvents } from "../library/barcodes/model.ts";
import type { BoxSetBusEvents } from "./box_sets/model.ts";
import type { DriveBusEvents } from "./drives/model.ts";
import type { RipBusEvents } from "./rip_bus_events.ts";

/** Bus events that the disc district publishes or subscribes to. */
export interface DiscBusEvents extends JobBusEvents, BarcodeBusEvents, BoxSetBusEvents, DriveBusEvents, RipBusEvents {}
