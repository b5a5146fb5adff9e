import type { Clock } from "../../kit/clock.ts";

/** Throttles failed logins and API keys, also across restarts (safety.md, S-AUTH-9). */
export interface Throttle {
  /** Returns the number of whole seconds until another attempt is allowed for all of these keys. 0 means now. */
  waitSeconds(keys: string[]): number;
  /** Counts an attempt as failed before its outcome is known, so that concurrent guesses cannot bypass the limit. */
  begin(keys: string[]): void;
  /** Resets the counters of these keys after a successful attempt. */
  succeeded(keys: string[]): void;
}

/**
 * Persistent storage of failures. Writes may be delayed, because losing the last second of failures in a crash has
 * little effect.
 */
export interface FailureStore {
  known: { key: string; failures: number; lastAt: number }[];
  add(keys: string[], at: number, forgottenAt: number): void;
  remove(key: string): void;
}

const FREE_TRIES = 5;
const LONGEST_MS = 15 * 60_000;
const FORGOTTEN_MS = 60 * 60_000;
const MAX_KEYS = 10_000;

/**
 * Creates a throttle. From the fifth failure on, each one doubles the wait, from 1 second to 15 minutes. An hour
 * without failures resets it.
 */
export function createThrottle({ clock, store }: { clock: Clock; store?: FailureStore }): Throttle {
  const known = new Map((store?.known ?? []).map(({ key, failures, lastAt }) => [key, { failures, lastAt }]));
  const now = () => clock.now().getTime();
  const fresh = (key: string) => {
    const entry = known.get(key);
    if (entry === undefined || now() - entry.lastAt >= FORGOTTEN_MS) return undefined;
    // Setting the clock back must not extend a lockout.
    entry.lastAt = Math.min(entry.lastAt, now());
    return entry;
  };
  const waitOf = (key: string): number => {
    const entry = fresh(key);
    if (entry === undefined || entry.failures < FREE_TRIES) return 0;
    const wait = Math.min(LONGEST_MS, 1000 * 2 ** (entry.failures - FREE_TRIES));
    return Math.max(0, Math.ceil((entry.lastAt + wait - now()) / 1000));
  };
  return {
    waitSeconds: (keys) => Math.max(0, ...keys.map(waitOf)),
    begin(keys) {
      for (const key of keys) {
        const failures = (fresh(key)?.failures ?? 0) + 1;
        // Inserting the key again keeps the map in the order of the last failures.
        known.delete(key);
        known.set(key, { failures, lastAt: now() });
        if (known.size > MAX_KEYS) known.delete(known.keys().next().value ?? "");
      }
      store?.add(keys, now(), now() - FORGOTTEN_MS);
    },
    succeeded(keys) {
      for (const key of keys) if (known.delete(key)) store?.remove(key);
    },
  };
}
