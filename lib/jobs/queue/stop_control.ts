import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { QueueStops } from "../attempt/stops.ts";
import type { Scheduler } from "./scheduler.ts";

/** Pause by the user, and hold by another service. Both may begin and end in any order. */
export interface StopControl {
  current(): QueueStops;
  /** Reads the stored pause. Jobs may start afterwards. */
  start(): Promise<void>;
  /** Stores the user's pause. `suspend` also suspends running encodes. */
  setPaused(paused: boolean, suspend?: boolean): Promise<void>;
  /** Holds the queue for `reason`, or ends the hold if there is none. */
  hold(reason: string | undefined): void;
  /** Ignores later changes, because the scheduler stops. */
  stop(): void;
}

interface StopControlDeps {
  keyValues: Pick<KeyValueRepository, "get" | "set">;
  scheduler: Pick<Scheduler, "apply">;
  changed: () => void;
}

const PAUSED_KEY = "queue.paused";

/** Creates the control of a scheduler, which starts no jobs before `start`. */
export function createStopControl({ keyValues, scheduler, changed }: StopControlDeps): StopControl {
  let stops: QueueStops = { paused: false, suspended: false };
  let started = false;
  const apply = (change: Partial<QueueStops>) => {
    stops = { ...stops, ...change };
    if (!started) return;
    scheduler.apply(stops);
    changed();
  };
  return {
    current: () => stops,
    async start() {
      const paused = await keyValues.get(PAUSED_KEY) === true;
      started = true;
      apply({ paused });
    },
    async setPaused(paused, suspend = false) {
      // Takes effect immediately, even if the database responds late.
      apply({ paused, suspended: paused && suspend });
      await keyValues.set(PAUSED_KEY, paused);
    },
    hold(reason) {
      if (stops.heldBy !== reason) apply({ heldBy: reason });
    },
    stop: () => void (started = false),
  };
}
