import type { Clock } from "../../kit/clock.ts";
import type { HttpFailure } from "./model.ts";

/**
 * Circuit breaker: pauses requests to a target that has failed repeatedly, so that an unreachable manager does not slow
 * down other work (safety.md, S-OUT-4).
 */
export interface Breaker {
  /**
   * Returns the milliseconds until the target may be tried again, at most `longestMs` after the last failure. 0 means
   * now. After the wait, another failure causes a longer wait.
   */
  waitMs(target: string, longestMs?: number): number;
  failed(target: string, reason: HttpFailure): void;
  /** Returns the reason for the last failure. Undefined after a success. */
  lastFailure(target: string): HttpFailure | undefined;
  succeeded(target: string): void;
}

const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const MAX_TARGETS = 1_000;

/**
 * Creates a circuit breaker. From the fifth consecutive failure on, each failure doubles the wait, from 5 seconds to 5
 * minutes.
 */
export function createBreaker(clock: Clock): Breaker {
  const known = new Map<string, { failures: number; failedAt: number; waitMs: number; reason: HttpFailure }>();
  return {
    waitMs(target, longestMs = LONGEST_WAIT_MS) {
      const { failedAt = 0, waitMs = 0 } = known.get(target) ?? {};
      return Math.max(0, failedAt + Math.min(waitMs, longestMs) - clock.monotonicMs());
    },
    lastFailure: (target) => known.get(target)?.reason,
    failed(target, reason) {
      const failures = (known.get(target)?.failures ?? 0) + 1;
      const over = failures - FREE_FAILURES;
      const waitMs = over < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(over, 20));
      known.delete(target);
      known.set(target, { failures, failedAt: clock.monotonicMs(), waitMs, reason });
      if (known.size > MAX_TARGETS) known.delete(known.keys().next().value ?? "");
    },
    succeeded: (target) => void known.delete(target),
  };
}
