/** Time, handed in so that tests can set it. */
export interface Clock {
  /** Wall time, for what is stored and shown. */
  now(): Date;
  /** Milliseconds that never jump, for durations and timeouts. */
  monotonicMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
