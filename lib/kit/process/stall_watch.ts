import { type Clock, systemClock } from "../clock.ts";
import { JobFailure } from "../fault.ts";

/** Maximum time that a program may run without progress. */
export interface StallLimit {
  /** Time without progress after which the program is stopped, in milliseconds. 0 disables the limit. */
  stallMs: number;
  /** True while the program is intentionally suspended, which is not a stall. */
  suspended?: (() => boolean) | undefined;
  clock?: Clock | undefined;
}

/** Calls `stop` if `grew` has not been called for `stallMs`. */
export function watchStall({ stallMs, suspended, clock = systemClock }: StallLimit, stop: () => void) {
  let grownAt = clock.monotonicMs();
  let stalled = false;
  const look = () => {
    if (suspended?.()) grownAt = clock.monotonicMs();
    if (clock.monotonicMs() - grownAt < stallMs) return;
    stalled = true;
    stop();
  };
  const timer = stallMs > 0 ? setInterval(look, Math.max(20, Math.min(15_000, stallMs / 8))) : undefined;
  return {
    grew: () => void (grownAt = clock.monotonicMs()),
    /** Returns the failure to report if the program was stopped because it made no progress. Undefined otherwise. */
    failure: () =>
      stalled ? new JobFailure("stalled", `No progress for ${minutes(stallMs)}: the encode was stopped.`) : undefined,
    end: () => clearInterval(timer),
  };
}

const minutes = (ms: number): string => ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${ms / 1000} seconds`;
