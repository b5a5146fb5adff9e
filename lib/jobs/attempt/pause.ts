/**
 * Maximum delay in milliseconds before a job is retried if the service has repeatedly crashed while the job was
 * running.
 */
export const MAX_PAUSE_MS = 30_000;

/**
 * Returns the delay before a job is retried, by the number of crashes of the service while the job was running: none
 * after the first crash, then 1 s, 2 s, 4 s.
 */
export const pauseAfterCrashMs = (deaths: number): number =>
  deaths < 2 ? 0 : Math.min(MAX_PAUSE_MS, 1000 * 2 ** Math.min(deaths - 2, 10));
