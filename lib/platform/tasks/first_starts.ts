import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { Clock } from "../../kit/clock.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Log } from "../../kit/log.ts";

/** Since when each task is known, across restarts: what a task that never ran counts from. */
export interface FirstStarts {
  /** The first time that each of these tasks was asked for. Writes nothing: a page may ask. */
  of(ids: readonly string[]): Promise<Map<string, Date>>;
  /** Keeps the times for the next start. */
  keep(): Promise<void>;
}

/** What the times are kept with. */
export interface FirstStartsOptions {
  facts: Pick<KeyValueRepository, "get" | "set">;
  clock: Clock;
  log: Log;
}

const KEY = "tasks.firstStarts";

/** Times are read with the first question. One that cannot be stored counts until the next start. */
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
