import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../kit/clock.ts";

/** Keys that open one session: for a device that is at hand, by a code on the screen. They live in memory alone. */
export interface OneTimeKeys {
  issue(username: string): string;
  /** Whose key it is, once; undefined for one that was used, has ended, or never was. */
  redeem(key: string): string | undefined;
  clear(): void;
}

/** As long as somebody needs to take up a phone. */
const LIFE_MS = 10 * 60_000;
const MAX_KEYS = 50;

/** Holds digests only. */
export function createOneTimeKeys(clock: Pick<Clock, "monotonicMs">): OneTimeKeys {
  const keys = new Map<string, { username: string; until: number }>();
  const digest = (key: string) => createHash("sha256").update(key).digest("hex");
  return {
    issue(username) {
      const now = clock.monotonicMs();
      for (const [known, { until }] of keys) {
        // A page that is drawn again and again pushes out its own old keys.
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
