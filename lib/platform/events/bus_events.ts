import type { HealthCheck, InstanceEvent, Task, UpdateStatus } from "../model.ts";

/** What the platform says on the bus. */
export interface PlatformBusEvents {
  /** A new entry of the events list. */
  event: { event: InstanceEvent };
  health: { checks: HealthCheck[] };
  task: { task: Task };
  update: { update: UpdateStatus };
  /** Sessions that a change of these settings ends have ended. */
  "access-changed": { keys: string[] };
}
