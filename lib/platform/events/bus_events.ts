import type { HealthCheck, InstanceEvent, Task, UpdateStatus } from "../model.ts";

/** Events that the platform publishes on the bus. */
export interface PlatformBusEvents {
  /** A new entry in the events list. */
  event: { event: InstanceEvent };
  health: { checks: HealthCheck[] };
  task: { task: Task };
  update: { update: UpdateStatus };
  /** A change of these settings has ended sessions. */
  "access-changed": { keys: string[] };
}
