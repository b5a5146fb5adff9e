import type { DiscBusEvents } from "../discs/disc_events.ts";
import type { FarmBusEvents } from "../farm/agents/model.ts";
import type { LibraryBusEvents } from "../library/library_events.ts";

/** All events on the bus of an instance. */
export interface InstanceBusEvents extends LibraryBusEvents, DiscBusEvents, FarmBusEvents {}
