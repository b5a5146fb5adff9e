import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Buffer } from "node:buffer";
import type { Clock } from "../../../kit/clock.ts";

/** A login that was started in a browser and continues at the provider. */
export interface PendingLogin {
  /** Random values that bind the response of the provider to this login (OpenID Connect Core 1.0, RFC 7636). */
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** Local path to open after the login. */
  to: string;
  /** Settings with which the login was started, as text. */
  settings: string;
}

/** Started logins, each of which can be completed once. Kept only in memory. */
export interface PendingLogins {
  /** Stores a login and returns the ID for the browser's cookie. */
  add(login: PendingLogin, address: string): string;
  /** Returns and removes the login of this browser with this state. Undefined if there is none, or if it has expired. */
  take(id: string | undefined, state: string | undefined): PendingLogin | undefined;
}

/** Maximum duration in milliseconds of a login at the provider. */
export const LOGIN_LIFE_MS = 10 * 60_000;
/**
 * Maximum number of started logins per client address and in total. A client above its limit only displaces its own
 * logins.
 */
const MAX_PER_ADDRESS = 20;
const MAX_LOGINS = 1000;

/** Creates the store. Only digests of the IDs are stored. */
export function createPendingLogins(clock: Pick<Clock, "monotonicMs">): PendingLogins {
  const logins = new Map<string, { login: PendingLogin; address: string; until: number }>();
  return {
    add(login, address) {
      const now = clock.monotonicMs();
      for (const [key, { until }] of logins) if (until <= now) logins.delete(key);
      const own = [...logins].filter(([, one]) => one.address === address);
      if (own.length >= MAX_PER_ADDRESS) logins.delete(own[0]?.[0] ?? "");
      if (logins.size >= MAX_LOGINS) logins.delete(logins.keys().next().value ?? "");
      const id = randomBytes(32).toString("hex");
      logins.set(digest(id).toString("hex"), { login, address, until: now + LOGIN_LIFE_MS });
      return id;
    },
    take(id, state) {
      if (id === undefined || state === undefined) return undefined;
      const key = digest(id).toString("hex");
      const found = logins.get(key);
      if (found === undefined || !timingSafeEqual(digest(found.login.state), digest(state))) return undefined;
      logins.delete(key);
      return found.until > clock.monotonicMs() ? found.login : undefined;
    },
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
