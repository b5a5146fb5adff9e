/** Number of failed attempts of each delivery since the program started, and time of the next attempt. */
export type RetryMemory = Map<string, { failures: number; nextAt: number }>;

const FIRST_PAUSE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 24 * 3_600_000;

/** True if the delay after the last failure has ended. */
export const isRetryDue = (memory: RetryMemory, key: string, now: Date): boolean =>
  (memory.get(key)?.nextAt ?? 0) <= now.getTime();

/** Doubles the delay before the next attempt, up to one day. */
export function noteFailure(memory: RetryMemory, key: string, now: Date): void {
  const failures = (memory.get(key)?.failures ?? 0) + 1;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, failures - 1));
  memory.set(key, { failures, nextAt: now.getTime() + pause });
}
