import { type Clock, systemClock } from "../clock.ts";
import { JobFailure } from "../fault.ts";

/** How long a program may stand still. */
export interface StallLimit {
  /** Without any growth for this long it is stopped; 0 = never. */
  stallMs: number;
  /** True while the program is frozen on purpose: standing still is no stall then. */
  suspended?: (() => boolean) | undefined;
  clock?: Clock | undefined;
}

/** Calls `stop` once nothing has grown for too long. */
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
    /** The failure when it was stopped for standing still. */
    failure: () =>
      stalled ? new JobFailure("stalled", `No progress for ${minutes(stallMs)}: the encode was stopped.`) : undefined,
    end: () => clearInterval(timer),
  };
}

const minutes = (ms: number): string => ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${ms / 1000} seconds`;
