import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { Clock } from "../../kit/clock.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Log } from "../../kit/log.ts";

/**
 * Time at which each task first existed, kept across restarts. The schedule of a task that has never run starts at this
 * time.
 */
export interface FirstStarts {
  /** Returns the times for these tasks. Nothing is written, so pages may call it. */
  of(ids: readonly string[]): Promise<Map<string, Date>>;
  /** Stores the times for the next start. */
  keep(): Promise<void>;
}

/** Services that the store needs. */
export interface FirstStartsOptions {
  facts: Pick<KeyValueRepository, "get" | "set">;
  clock: Clock;
  log: Log;
}

const KEY = "tasks.firstStarts";

/**
 * Creates the store. The times are read when first used. A time that cannot be stored stays in memory until the next
 * start.
 */
export function createFirstStarts({ facts, clock, log }: FirstStartsOptions): FirstStarts {
  const stored = remembered(async () => timesOf(await facts.get(KEY)));
  let isKept = true;
  return {
    async of(ids) {
      const times = await stored.get();
      const added = ids.filter((id) => !times.has(id));
      for (const id of added) times.set(id, clock.now().getTime());
      if (added.length > 0) isKept = false;
      return new Map(ids.map((id) => [id, new Date(times.get(id) ?? clock.now())]));
    },
    async keep() {
      if (isKept) return;
      isKept = true;
      await facts.set(KEY, Object.fromEntries(await stored.get()))
        .catch((error) => log("warn", "The first start of a task could not be stored.", { error }));
    },
  };
}

const timesOf = (value: unknown): Map<string, number> =>
  new Map(
    Object.entries(value ?? {}).flatMap(([id, time]) => typeof time === "number" ? [[id, time] as const] : []),
  );
