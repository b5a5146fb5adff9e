import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";

/** Secrets that let one machine join, each once. They live in memory alone. */
export interface JoinCodes {
  issue(): { secret: string; expiresAt: Date };
  /** Uses the secret up. Throws `unauthorized` for a wrong, used or old one, `throttled` after too many of them. */
  redeem(secret: string, address: string): void;
  clear(): void;
}

const LIFE_MS = 15 * 60_000;
const MAX_CODES = 50;
const WRONG_WINDOW_MS = 60_000;
const MAX_WRONG = 10;
const MAX_ADDRESSES = 10_000;

/** Holds digests only. */
export function createJoinCodes(clock: Clock): JoinCodes {
  const codes = new Map<string, number>();
  const wrong = new Map<string, { count: number; since: number }>();
  const digest = (secret: string) => createHash("sha256").update(secret).digest("hex");
  return {
    issue() {
      const now = clock.monotonicMs();
      for (const [known, until] of codes) if (until <= now || codes.size >= MAX_CODES) codes.delete(known);
      const secret = randomBytes(16).toString("hex");
      codes.set(digest(secret), now + LIFE_MS);
      return { secret, expiresAt: new Date(clock.now().getTime() + LIFE_MS) };
    },
    redeem(secret, address) {
      const now = clock.monotonicMs();
      const tries = wrong.get(address);
      const open = tries !== undefined && now - tries.since < WRONG_WINDOW_MS ? tries : { count: 0, since: now };
      if (open.count >= MAX_WRONG) {
        throw new Fault("throttled", "Too many wrong join codes came from this address. Wait a minute.", {
          retryAfterSeconds: Math.ceil((open.since + WRONG_WINDOW_MS - now) / 1000),
        });
      }
      const known = digest(secret);
      const until = codes.get(known);
      codes.delete(known);
      if (until !== undefined && until > now) return;
      wrong.delete(address);
      wrong.set(address, { count: open.count + 1, since: open.since });
      if (wrong.size > MAX_ADDRESSES) wrong.delete(wrong.keys().next().value ?? "");
      throw new Fault(
        "unauthorized",
        "This join code is not known: it was used, is older than 15 minutes, or was never made here. Make a new one.",
      );
    },
    clear: () => codes.clear(),
  };
}
