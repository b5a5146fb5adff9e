/** Source of time that tests can control. */
export interface Clock {
  /** Wall-clock time, for values that are stored or displayed. */
  now(): Date;
  /** Monotonic milliseconds, for durations and timeouts. */
  monotonicMs(): number;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** Milliseconds per day of 24 hours. */
export const DAY_MS = 86_400_000;
