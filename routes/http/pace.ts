import type { Clock } from "../../lib/kit/clock.ts";
import { Fault } from "../../lib/kit/fault.ts";

const MAX_CALLERS = 1_000;

export interface PaceOptions {
  clock: Pick<Clock, "monotonicMs">;
  /** Average time in milliseconds between two calls of the same caller. */
  everyMs: number;
  /** Maximum number of consecutive calls after a pause. */
  atOnce: number;
}

/**
 * Creates a rate limiter. Each caller may make `atOnce` calls, and one more after each `everyMs`. The returned function
 * throws `throttled` with the time to wait if a call is too early.
 */
export function createPace({ clock, everyMs, atOnce }: PaceOptions): (caller: string) => void {
  /** Time on the monotonic clock at which each caller may again make `atOnce` calls in a row. */
  const paidAt = new Map<string, number>();
  return (caller) => {
    // Times are whole milliseconds, whose sums are exact. A rounding error could otherwise reject a call that is in
    // time.
    const now = Math.floor(clock.monotonicMs());
    const next = Math.max(now, paidAt.get(caller) ?? now) + everyMs;
    const wait = next - now - atOnce * everyMs;
    if (wait > 0) {
      const retryAfterSeconds = Math.ceil(wait / 1000);
      throw new Fault("throttled", `Too many tests in a short time; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    }
    paidAt.delete(caller);
    paidAt.set(caller, next);
    if (paidAt.size > MAX_CALLERS) paidAt.delete(paidAt.keys().next().value ?? "");
  };
}
