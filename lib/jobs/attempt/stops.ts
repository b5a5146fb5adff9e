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
  /** Condition that ends the hold, shown to the user. Absent if it is unknown, as with the end of a movie. */
  heldUntil?: string | undefined;
}

/** Service that holds the queue. Holds of different services are independent of each other. */
export type HoldSource = "playback" | "conditions";

/** Hold of the queue by one service. */
export interface Hold {
  reason: string;
  until?: string | undefined;
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

/** Returns the reason of all holds together. They end together only at a known condition if there is just one. Pure. */
export function combineHolds(holds: readonly Hold[]): Pick<QueueStops, "heldBy" | "heldUntil"> {
  const [first, ...others] = holds;
  if (first === undefined) return { heldBy: undefined, heldUntil: undefined };
  return others.length === 0
    ? { heldBy: first.reason, heldUntil: first.until }
    : { heldBy: holds.map(({ reason }) => reason).join(", and "), heldUntil: undefined };
}

/** Returns the state of all tools. A hold suspends only the tools of this machine. Other machines continue. */
export const suspensionOf = ({ suspended, heldBy }: QueueStops): Suspension => ({
  here: suspended || heldBy !== undefined,
  elsewhere: suspended,
  heldBy,
});
