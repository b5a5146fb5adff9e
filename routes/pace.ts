import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../lib/kit/clock.ts";
import { Fault } from "../lib/kit/fault.ts";

const MOST_CALLERS = 1_000;

export interface PaceOptions {
  clock: Pick<Clock, "monotonicMs">;
  everyMs: number;
  /** Who would have to wait longer is refused. */
  longestWaitMs: number;
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/**
 * Lets each caller through once in `everyMs`: one who comes sooner waits for the next turn. The answer rejects with
 * `throttled`, which says when to come again, for one whose turn is too far away.
 */
export function createPace(
  { clock, everyMs, longestWaitMs, wait = (ms, signal) => pause(ms, undefined, { signal }) }: PaceOptions,
): (caller: string, signal?: AbortSignal) => Promise<void> {
  const turns = new Map<string, number>();
  return async (caller, signal) => {
    const now = clock.monotonicMs();
    const turn = Math.max(now, (turns.get(caller) ?? -Infinity) + everyMs);
    const ms = turn - now;
    if (ms > longestWaitMs) {
      const retryAfterSeconds = Math.ceil((ms - longestWaitMs) / 1000);
      throw new Fault("throttled", `Several tests wait already; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    }
    turns.delete(caller);
    turns.set(caller, turn);
    if (turns.size > MOST_CALLERS) turns.delete(turns.keys().next().value ?? "");
    if (ms > 0) await wait(ms, signal);
  };
}
