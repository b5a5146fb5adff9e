import type { Clock } from "../lib/kit/clock.ts";
import { Fault } from "../lib/kit/fault.ts";

const MOST_CALLERS = 1_000;

/** Lets each caller through once in `everyMs`. The answer throws `throttled` for one who comes sooner. */
export function createPace({ clock, everyMs }: { clock: Clock; everyMs: number }): (caller: string) => void {
  const last = new Map<string, number>();
  return (caller) => {
    const now = clock.monotonicMs();
    const wait = (last.get(caller) ?? -Infinity) + everyMs - now;
    if (wait > 0) {
      throw new Fault("throttled", "One test at a time, please.", { retryAfterSeconds: Math.ceil(wait / 1000) });
    }
    last.delete(caller);
    last.set(caller, now);
    if (last.size > MOST_CALLERS) last.delete(last.keys().next().value ?? "");
  };
}
