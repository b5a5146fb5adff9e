/** Maximum delay in milliseconds for a job during which the service repeatedly crashes. */
export const MAX_PAUSE_MS = 30_000;

/** Returns the delay after the service has crashed during a job for the nth time: none, then 1 s, 2 s, 4 s. */
export const pauseAfterCrashMs = (deaths: number): number =>
  deaths < 2 ? 0 : Math.min(MAX_PAUSE_MS, 1000 * 2 ** Math.min(deaths - 2, 10));
