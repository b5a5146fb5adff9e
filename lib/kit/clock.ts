/** Time, handed in so that tests can set it. */
export interface Clock {
  /** Wall time, for what is stored and shown. */
  now(): Date;
  /** Milliseconds that never jump, for durations and timeouts. */
  monotonicMs(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;
