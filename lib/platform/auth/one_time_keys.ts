import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../kit/clock.ts";

/** One-time keys that open one session each, for logging in on a phone with a QR code. Kept only in memory. */
export interface OneTimeKeys {
  issue(username: string): string;
  /**
   * Returns the user name of a key and invalidates the key. Undefined if the key was used, has expired, or is unknown.
   */
  redeem(key: string): string | undefined;
  clear(): void;
}

/** Lifetime in milliseconds. Long enough to scan the code with a phone. */
const LIFE_MS = 10 * 60_000;
const MAX_KEYS = 50;

/** Creates the store for one-time keys. Only digests are stored. */
export function createOneTimeKeys(clock: Pick<Clock, "monotonicMs">): OneTimeKeys {
  const keys = new Map<string, { username: string; until: number }>();
  const digest = (key: string) => createHash("sha256").update(key).digest("hex");
  return {
    issue(username) {
      const now = clock.monotonicMs();
      for (const [known, { until }] of keys) {
        // The oldest keys above the limit are dropped, such as those of a page that is reloaded repeatedly.
        if (until <= now || keys.size >= MAX_KEYS) keys.delete(known);
      }
      const key = randomBytes(32).toString("hex");
      keys.set(digest(key), { username, until: now + LIFE_MS });
      return key;
    },
    redeem(key) {
      const known = digest(key);
      const found = keys.get(known);
      keys.delete(known);
      return found !== undefined && found.until > clock.monotonicMs() ? found.username : undefined;
    },
    clear: () => keys.clear(),
  };
}
