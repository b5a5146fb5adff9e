import { createHmac, randomBytes } from "node:crypto";
import type { LoginFailureRepository } from "../../../db/platform/login_failures.ts";
import type { SessionRepository } from "../../../db/platform/sessions.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Settings } from "../settings/schema.ts";
import type { SettingsService } from "../settings/service.ts";
import { instanceTag } from "./request/cookie.ts";
import { createKeyCheck, presentedKey } from "./key.ts";
import { createPasswords, type PasswordOptions } from "./password.ts";
import type { Auth, LoginCaller } from "./service.ts";
import { createSessions } from "./session.ts";
import { preparedSettings } from "./settings_guard.ts";
import { createThrottle } from "./throttle.ts";

export interface AuthOptions {
  settings: Pick<SettingsService, "current" | "update">;
  sessions: SessionRepository;
  failures: LoginFailureRepository;
  /** Signs the cookies of this instance. */
  secret: string;
  clock: Clock;
  passwords?: PasswordOptions;
  /** Told of every failed try that was looked at: for the events list. */
  onFailure: (what: string, caller: LoginCaller, username?: string) => void;
  onError: (error: unknown) => void;
}

/** How long a Basic header that was right is known to be right without hashing it again. */
const REMEMBERED_MS = 10 * 60_000;
const MOST_REMEMBERED = 100;

/** Settings whose change ends sessions (safety.md, S-AUTH-8). */
const ENDS_SESSIONS = /^general\.security\.(authentication|username|password|apiKey)$/;

/** Everything that proves who somebody is. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { settings, clock, secret, onFailure, onError } = options;
  const security = (): Settings["general"]["security"] => settings.current().general.security;
  const keyMatches = createKeyCheck();
  const passwords = createPasswords(options.passwords);
  const sessions = createSessions({ repository: options.sessions, clock, secret });
  const throttle = createThrottle({
    clock,
    store: {
      known: await options.failures.all(),
      add: (keys, at, forgottenAt) => void options.failures.add(keys, at, forgottenAt).catch(onError),
      remove: (key) => void options.failures.remove(key).catch(onError),
    },
  });
  /** Basic headers that were right, as digests under a key of this process. */
  const remembered = new Map<string, number>();
  const digestKey = randomBytes(32);
  const running = new Map<string, Promise<boolean>>();

  /** Keys and logins are counted apart, and so is what foreign pages try: neither locks the owner's login. */
  const addressKey = (what: "address" | "key of", { address, foreignPage }: LoginCaller) =>
    `${foreignPage ? "foreign page at " : ""}${what} ${address}`;
  /** The account's counter never locks out the machine itself: its owner could not get in any more. */
  const keysFor = (caller: LoginCaller, username: string) =>
    caller.loopback || caller.foreignPage
      ? [addressKey("address", caller)]
      : [addressKey("address", caller), `account ${username.toLowerCase()}`];

  function refuseIfThrottled(keys: string[], caller: LoginCaller): void {
    const wait = throttle.waitSeconds(keys);
    if (wait === 0) return;
    throw new Fault("throttled", `Too many failed tries from ${caller.address}. Wait ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  }

  /** Whether name and password are right. Equal questions asked at once are one try. */
  async function verified(username: string, password: string, caller: LoginCaller): Promise<boolean> {
    const { username: known, password: stored } = security();
    const digest = createHmac("sha256", digestKey)
      .update(JSON.stringify([username, password, known, stored, caller.address])).digest("hex");
    if ((remembered.get(digest) ?? -Infinity) > clock.monotonicMs()) return true;
    const already = running.get(digest);
    if (already) return await already;
    const work = (async () => {
      const keys = keysFor(caller, username);
      refuseIfThrottled(keys, caller);
      throttle.begin(keys);
      // An unknown name costs the very same hash, also when the stored one was made at another cost.
      const { right, outdated } = await passwords.verify(password, stored);
      if (!right || username !== known) {
        onFailure("login", caller, username);
        return false;
      }
      throttle.succeeded(keys);
      remembered.set(digest, clock.monotonicMs() + REMEMBERED_MS);
      if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? "");
      if (outdated) await rehash(password, stored).catch(onError);
      return true;
    })();
    running.set(digest, work);
    try {
      return await work;
    } finally {
      running.delete(digest);
    }
  }

  async function rehash(password: string, before: string): Promise<void> {
    const hash = await passwords.hash(password);
    if (security().password === before) await settings.update({ general: { security: { password: hash } } });
  }

  return {
    tag: instanceTag(secret),
    key(header, parameters, caller) {
      const shown = presentedKey(header, parameters);
      if (shown.kind === "none") return "none";
      const keys = [addressKey("key of", caller)];
      // The right key always works, also beside somebody who guesses from the same address: 256 bits are not guessed.
      if (shown.kind === "key" && keyMatches(shown.value, security().apiKey)) return "right";
      refuseIfThrottled(keys, caller);
      throttle.begin(keys);
      onFailure("API key", caller);
      return "wrong";
    },
    async basic(header, caller) {
      const given = basicCredentials(header);
      if (given === undefined) return "none";
      return await verified(given.username, given.password, caller) ? "right" : "wrong";
    },
    session: async (cookie) => cookie === undefined ? undefined : await sessions.find(cookie),
    async login(username, password, remember, caller) {
      if (security().authentication !== "forms") {
        throw new Fault("bad_state", "The login page is for the mode Forms; this instance uses another one.");
      }
      if (!await verified(username, password, caller)) {
        throw new Fault("unauthorized", "The user name or the password is wrong.");
      }
      return await sessions.open(username, remember);
    },
    logout: sessions.end,
    prepared: (patch, caller) =>
      preparedSettings(patch, security(), {
        hash: passwords.hash,
        verify: (password) => verified(security().username, password, caller),
      }),
    async settingsChanged(keys, kept) {
      if (keys.some((key) => ENDS_SESSIONS.test(key))) {
        remembered.clear();
        await sessions.endOthers(kept);
      }
    },
  };
}

/** User name and password of a Basic header; malformed ones stand for a wrong login, not for none. */
function basicCredentials(header: string | null): { username: string; password: string } | undefined {
  if (header === null || !/^basic\b/i.test(header)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(header.slice(5).trim()), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    const colon = text.indexOf(":");
    if (colon !== -1 && text.length <= 2048) return { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    // No base64: as good as wrong.
  }
  return { username: "", password: "" };
}
