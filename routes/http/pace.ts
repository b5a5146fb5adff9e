import type { Clock } from "../../lib/kit/clock.ts";
import { Fault } from "../../lib/kit/fault.ts";

const MAX_CALLERS = 1_000;

export interface PaceOptions {
  clock: Pick<Clock, "monotonicMs">;
  /** Time between two calls of one caller, in the long run. */
  everyMs: number;
  /** Calls that may come at once after a rest. */
  atOnce: number;
}

/**
 * Lets each caller through `atOnce` times, and once more for every `everyMs` that passed. The answer throws `throttled`,
 * which says when to come again, for one who comes sooner.
 */
export function createPace({ clock, everyMs, atOnce }: PaceOptions): (caller: string) => void {
  /** When the calls that each caller has made will be paid for. */
  const paidAt = new Map<string, number>();
  return (caller) => {
    const now = clock.monotonicMs();
    const next = Math.max(now, paidAt.get(caller) ?? now) + everyMs;
    const wait = next - now - atOnce * everyMs;
    if (wait > 0) {
      const retryAfterSeconds = Math.ceil(wait / 1000);
      throw new Fault("throttled", `That were several tests at once; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    }
    paidAt.delete(caller);
    paidAt.set(caller, next);
    if (paidAt.size > MAX_CALLERS) paidAt.delete(paidAt.keys().next().value ?? "");
  };
}
