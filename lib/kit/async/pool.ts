import { Fault } from "../fault.ts";

/** Runs work with at most `running` at a time and `waiting` in line; more are refused with `Fault` `busy`. */
export type Pool = <T>(work: () => Promise<T>) => Promise<T>;

export function createPool({ running, waiting }: { running: number; waiting: number }): Pool {
  let active = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) {
        throw new Fault("busy", "Too much is asked for at once; try again in a moment.", { retryAfterSeconds: 2 });
      }
      // Whoever leaves hands the place over, so that nobody can step in between.
      await new Promise<void>((enter) => line.push(enter));
    } else active++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else active--;
    }
  };
}
