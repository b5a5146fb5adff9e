import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { combineHolds, type Hold, type HoldSource, type QueueStops } from "../attempt/stops.ts";
import type { Scheduler } from "./scheduler.ts";

/** Pause by the user, and holds by other services. All of them may begin and end in any order. */
export interface StopControl {
  current(): QueueStops;
  /** Reads the stored pause. Jobs may start afterwards. */
  start(): Promise<void>;
  /** Stores the user's pause. `suspend` also suspends running encodes. */
  setPaused(paused: boolean, suspend?: boolean): Promise<void>;
  /** Holds the queue, or ends the hold of this source if there is none. */
  hold(source: HoldSource, hold: Hold | undefined): void;
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
  const holds: Record<HoldSource, Hold | undefined> = { playback: undefined, conditions: undefined };
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
    hold(source, hold) {
      holds[source] = hold;
      const next = combineHolds(Object.values(holds).filter((one) => one !== undefined));
      if (next.heldBy !== stops.heldBy || next.heldUntil !== stops.heldUntil) apply(next);
    },
    stop: () => void (started = false),
  };
}
