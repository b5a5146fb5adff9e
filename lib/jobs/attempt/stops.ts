/**
 * Reasons for which the queue starts no jobs. The user's pause is stored. A hold by another service is not stored.
 * Pause and hold are independent of each other.
 */
export interface QueueStops {
  /** True if the user paused the queue. */
  paused: boolean;
  /** True if the user also suspended the running encodes. */
  suspended: boolean;
  /** Reason of a hold, shown to the user. Absent if nothing holds the queue. */
  heldBy?: string | undefined;
}

/** State of the tools of a run. */
export interface Suspension {
  /** True if the tools of this machine are suspended. */
  here: boolean;
  /** True if other machines get no new segments. */
  elsewhere: boolean;
  /** Reason of a hold, shown to the user. */
  heldBy?: string | undefined;
}

/** True if jobs may start. */
export const mayStart = ({ paused, heldBy }: QueueStops): boolean => !paused && heldBy === undefined;

/** Returns the state of all tools. A hold suspends only the tools of this machine. Other machines continue. */
export const suspensionOf = ({ suspended, heldBy }: QueueStops): Suspension => ({
  here: suspended || heldBy !== undefined,
  elsewhere: suspended,
  heldBy,
});
