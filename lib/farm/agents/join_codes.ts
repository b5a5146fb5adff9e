import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";

/** One-time secrets that let a machine join. They are kept only in memory. */
export interface JoinCodes {
  issue(): { secret: string; expiresAt: Date };
  /**
   * Redeems the secret for the holder of this key, who may use it again until it expires, because a response may be
   * lost. Throws `unauthorized` for a wrong, used or expired secret, `throttled` after too many wrong secrets.
   */
  redeem(use: { secret: string; address: string; publicKey: string }): RedeemedCode;
  /** Called when the agent with this ID has used its credential. Its join code can no longer be used. */
  finish(agentId: string): void;
  clear(): void;
}

/** A valid code. */
export interface RedeemedCode {
  /** ID of the agent that was created earlier for the same key. */
  readonly agentId: string | undefined;
  /** Stores the ID of the created agent. */
  made(agentId: string): void;
}

const LIFE_MS = 15 * 60_000;
const MAX_CODES = 50;
const WRONG_WINDOW_MS = 60_000;
const MAX_WRONG = 10;
const MAX_WRONG_IN_ALL = 100;
const MAX_ADDRESSES = 10_000;
const ALL = "all";

interface Code {
  until: number;
  publicKey?: string;
  agentId?: string;
}

/**
 * Creates the store for join codes. Only digests are stored. `onThrottle` is called at most once per minute for each
 * address, and for all addresses together.
 */
export function createJoinCodes(clock: Clock, onThrottle: (address: string | undefined) => void = () => {}): JoinCodes {
  const codes = new Map<string, Code>();
  const wrong = new Map<string, { count: number; since: number }>();
  const digest = (secret: string) => createHash("sha256").update(secret).digest("hex");
  const triesOf = (key: string, now: number) => {
    const tries = wrong.get(key);
    return tries !== undefined && now - tries.since < WRONG_WINDOW_MS ? tries : { count: 0, since: now };
  };
  const tooMany = (since: number, now: number) =>
    new Fault("throttled", "Too many incorrect join codes were received. Wait a minute.", {
      retryAfterSeconds: Math.ceil((since + WRONG_WINDOW_MS - now) / 1000),
    });
  const count = (key: string, limit: number, now: number) => {
    const tries = triesOf(key, now);
    wrong.delete(key);
    wrong.set(key, { count: tries.count + 1, since: tries.since });
    if (tries.count + 1 === limit) onThrottle(key === ALL ? undefined : key);
    return { over: tries.count >= limit, since: tries.since };
  };
  return {
    issue() {
      const now = clock.monotonicMs();
      for (const [known, { until }] of codes) if (until <= now || codes.size >= MAX_CODES) codes.delete(known);
      const secret = randomBytes(16).toString("hex");
      codes.set(digest(secret), { until: now + LIFE_MS });
      return { secret, expiresAt: new Date(clock.now().getTime() + LIFE_MS) };
    },
    redeem({ secret, address, publicKey }) {
      const now = clock.monotonicMs();
      const who = network(address);
      const own = triesOf(who, now);
      if (own.count >= MAX_WRONG) throw tooMany(own.since, now);
      const code = codes.get(digest(secret));
      if (code !== undefined && code.until > now && (code.publicKey ?? publicKey) === publicKey) {
        code.publicKey = publicKey;
        return { agentId: code.agentId, made: (agentId) => code.agentId = agentId };
      }
      count(who, MAX_WRONG, now);
      if (wrong.size > MAX_ADDRESSES) wrong.delete(wrong.keys().next().value ?? "");
      // A valid code is never refused because of other addresses. Otherwise anyone could lock out all other users.
      const all = count(ALL, MAX_WRONG_IN_ALL, now);
      if (all.over) throw tooMany(all.since, now);
      throw new Fault(
        "unauthorized",
        "This join code is unknown: it was used, is older than 15 minutes, or was not created here. Create a new one.",
      );
    },
    finish(agentId) {
      for (const [known, code] of codes) if (code.agentId === agentId) codes.delete(known);
    },
    clear: () => codes.clear(),
  };
}

/** Addresses are grouped by network, because a machine controls all addresses of its IPv6 /64 network. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "").toLowerCase();
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const last = tail === undefined ? [] : tail.split(":").filter((group) => group !== "");
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length;
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill("0"), ...last].slice(0, 4).join(":");
}
