/** No job waits longer than this for a service that ends again and again, in milliseconds. */
export const MAX_PAUSE_MS = 30_000;

/** How long a job waits after the service ended during it for the nth time: not at all, then 1 s, 2 s, 4 s. */
export const pauseAfterCrashMs = (deaths: number): number =>
  deaths < 2 ? 0 : Math.min(MAX_PAUSE_MS, 1000 * 2 ** Math.min(deaths - 2, 10));
