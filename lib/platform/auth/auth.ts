import { createHmac, randomBytes } from "node:crypto";
import type { LoginFailureRepository } from "../../../db/platform/login_failures.ts";
import type { SessionRepository } from "../../../db/platform/sessions.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Settings } from "../settings/schema.ts";
import type { SettingsService } from "../settings/service.ts";
import { instanceTag } from "./request/cookie.ts";
import { createKeyCheck, type PresentedKey, presentedKey } from "./key.ts";
import { createOneTimeKeys, type OneTimeKeys } from "./one_time_keys.ts";
import { createPasswords, type PasswordOptions, type Passwords } from "./password.ts";
import type { Auth, LoginCaller } from "./service.ts";
import { createSessions, type Session, type Sessions } from "./session.ts";
import { preparedSettings } from "./settings_guard.ts";
import { createThrottle, type FailureStore, type Throttle } from "./throttle.ts";

/**
 * Services that authentication needs. `settings.update` stores password hashes. `secret` is the same across restarts.
 */
export interface AuthOptions {
  settings: Pick<SettingsService, "current" | "update">;
  sessions: SessionRepository;
  failures: LoginFailureRepository;
  /** Secret that signs the cookies of this instance. */
  secret: string;
  clock: Clock;
  passwords?: PasswordOptions;
  /** Called for each failed login attempt, to record it as an event. */
  onFailure: (what: string, caller: LoginCaller, username?: string) => void;
  onError: (error: unknown) => void;
}

/** Time in milliseconds for which a correct Basic header is accepted without hashing the password again. */
const CREDENTIAL_TTL_MS = 10 * 60_000;
const MAX_REMEMBERED = 100;

/** Settings whose change ends sessions (safety.md, S-AUTH-8). */
const ENDS_SESSIONS =
  /^general\.security\.(authentication|username|password|apiKey|oidc\.(?!buttonLabel).*|proxyHeader\..*)$/;

interface AuthState extends Pick<AuthOptions, "settings" | "clock" | "onFailure" | "onError"> {
  readonly keyMatches: ReturnType<typeof createKeyCheck>;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly oneTimeKeys: OneTimeKeys;
  readonly throttle: Throttle;
  /** Expiry (monotonic clock) of each verified login, by its digest with `digestKey`. */
  readonly remembered: Map<string, number>;
  /** Random key of this process. */
  readonly digestKey: Uint8Array;
  /** Logins that are being verified, by digest. */
  readonly running: Map<string, Promise<boolean>>;
}

/** Creates the authentication service: API keys, Basic logins, sessions and one-time keys. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { settings, clock, secret, onFailure, onError } = options;
  const state: AuthState = {
    settings,
    clock,
    onFailure,
    onError,
    keyMatches: createKeyCheck(),
    passwords: createPasswords(options.passwords),
    sessions: createSessions({ repository: options.sessions, clock, secret }),
    oneTimeKeys: createOneTimeKeys(clock),
    throttle: createThrottle({ clock, store: await failureStore(options) }),
    remembered: new Map(),
    digestKey: randomBytes(32),
    running: new Map(),
  };
  return {
    tag: instanceTag(secret),
    key: (header, parameters, caller) => checkKey(state, presentedKey(header, parameters), caller),
    basic: (header, caller) => checkBasic(state, header, caller),
    session: async (cookie) => cookie === undefined ? undefined : await state.sessions.find(cookie),
    login: (username, password, remember, caller) => logIn(state, { username, password }, remember, caller),
    openVerified: (username, holds) => openVerified(state, username, holds),
    oneTimeKey: (username) => state.oneTimeKeys.issue(username),
    redeem: (key) => redeemKey(state, key),
    logout: state.sessions.end,
    prepared: (patch, caller) => preparedPatch(state, patch, caller),
    settingsChanged: (keys, kept) => endSessions(state, keys, kept),
  };
}

const failureStore = async ({ failures, onError }: AuthOptions): Promise<FailureStore> => ({
  known: await failures.all(),
  add: (keys, at, forgottenAt) => void failures.add(keys, at, forgottenAt).catch(onError),
  remove: (key) => void failures.remove(key).catch(onError),
});

const securityOf = ({ settings }: AuthState): Settings["general"]["security"] => settings.current().general.security;

function checkKey(state: AuthState, shown: PresentedKey, caller: LoginCaller): "none" | "right" | "wrong" {
  if (shown.kind === "none") return "none";
  const keys = [addressKey("key of", caller)];
  // The correct key always works, even while another client with the same address is guessing, because 256 bits cannot
  // be guessed.
  if (shown.kind === "key" && state.keyMatches(shown.value, securityOf(state).apiKey)) return "right";
  refuseIfThrottled(state, keys, caller);
  state.throttle.begin(keys);
  state.onFailure("API key", caller);
  return "wrong";
}

async function checkBasic(
  state: AuthState,
  header: string | null,
  caller: LoginCaller,
): Promise<"none" | "right" | "wrong"> {
  const given = basicCredentials(header);
  if (given === undefined) return "none";
  return await isRightLogin(state, given, caller) ? "right" : "wrong";
}

async function logIn(state: AuthState, given: Credentials, remember: boolean, caller: LoginCaller): Promise<string> {
  if (securityOf(state).authentication !== "forms") {
    throw new Fault("bad_state", "The login page requires Forms authentication, but this server uses another mode.");
  }
  if (!await isRightLogin(state, given, caller)) {
    throw new Fault("unauthorized", "The user name or password is incorrect.");
  }
  const cookie = await state.sessions.open(given.username, remember);
  // The user name or password was changed while this login was being verified. The change has ended all other sessions,
  // and this one must also end.
  const holds = securityOf(state).authentication === "forms" &&
    await isRightLogin(state, given, caller).catch(() => false);
  if (holds) return cookie;
  await endSession(state, cookie);
  throw new Fault("unauthorized", "The login settings have changed. Log in again.");
}

async function redeemKey(state: AuthState, key: string): Promise<string | undefined> {
  const username = state.oneTimeKeys.redeem(key);
  const before = securityOf(state);
  if (username === undefined) return undefined;
  return await openVerified(state, username, () => {
    const now = securityOf(state);
    return now.username === before.username && now.password === before.password;
  });
}

async function openVerified(state: AuthState, username: string, holds: () => boolean): Promise<string | undefined> {
  // Sessions exist only in Forms mode.
  const isOpen = () => securityOf(state).authentication === "forms" && holds();
  if (!isOpen()) return undefined;
  const cookie = await state.sessions.open(username, false);
  if (isOpen()) return cookie;
  // The settings were changed while this session was being opened. The change has ended all other sessions, and this
  // one must also end.
  await endSession(state, cookie);
}

async function endSession({ sessions }: AuthState, cookie: string): Promise<void> {
  const session = await sessions.find(cookie);
  if (session !== undefined) await sessions.end(session);
}

const preparedPatch = (state: AuthState, patch: unknown, caller: LoginCaller): Promise<unknown> =>
  preparedSettings(patch, securityOf(state), {
    hash: state.passwords.hash,
    verify: (password) => isRightLogin(state, { username: securityOf(state).username, password }, caller),
  });

async function endSessions(
  { remembered, sessions, oneTimeKeys }: AuthState,
  keys: string[],
  kept?: Session,
): Promise<void> {
  if (!keys.some((key) => ENDS_SESSIONS.test(key))) return;
  remembered.clear();
  oneTimeKeys.clear();
  await sessions.endOthers(kept);
}

interface Credentials {
  username: string;
  password: string;
}

/**
 * True if user name and password are correct. Equal concurrent requests count as one attempt. Throws `throttled`,
 * `busy`.
 */
async function isRightLogin(state: AuthState, given: Credentials, caller: LoginCaller): Promise<boolean> {
  const { clock, digestKey, remembered, running } = state;
  const { username: known, password: stored } = securityOf(state);
  const digest = createHmac("sha256", digestKey)
    .update(JSON.stringify([given.username, given.password, known, stored, caller.address])).digest("hex");
  if ((remembered.get(digest) ?? -Infinity) > clock.monotonicMs()) return true;
  const already = running.get(digest);
  if (already) return await already;
  const work = tryLogin(state, given, caller, { username: known, password: stored }, digest);
  running.set(digest, work);
  try {
    return await work;
  } finally {
    running.delete(digest);
  }
}

/** Verifies and counts one attempt. `stored` contains the password hash. */
async function tryLogin(
  state: AuthState,
  given: Credentials,
  caller: LoginCaller,
  stored: Credentials,
  digest: string,
): Promise<boolean> {
  const { clock, onError, onFailure, passwords, remembered, throttle } = state;
  const keys = loginKeys(caller, given.username);
  refuseIfThrottled(state, keys, caller);
  throttle.begin(keys);
  // Checking an unknown user name takes as long as checking a known one, even if the stored hash has a different cost.
  const { right, outdated } = await passwords.verify(given.password, stored.password);
  if (!right || given.username !== stored.username) {
    onFailure("login", caller, given.username);
    return false;
  }
  throttle.succeeded(keys);
  remembered.set(digest, clock.monotonicMs() + CREDENTIAL_TTL_MS);
  if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? "");
  if (outdated) await rehash(state, given.password, stored.password).catch(onError);
  return true;
}

async function rehash(state: AuthState, password: string, before: string): Promise<void> {
  const hash = await state.passwords.hash(password);
  if (securityOf(state).password !== before) return;
  await state.settings.update({ general: { security: { password: hash } } });
}

/**
 * Returns the throttle key of an address. API keys, logins, and requests from pages of other sites are counted
 * separately, so that only failed logins can block the owner's login.
 */
const addressKey = (what: "address" | "key of", { address, foreignPage }: LoginCaller): string =>
  `${foreignPage ? "foreign page at " : ""}${what} ${address}`;

/**
 * Returns the throttle keys of a login. Requests from this machine or from pages of other sites are not limited per
 * account, because an attacker could otherwise lock out the owner.
 */
const loginKeys = (caller: LoginCaller, username: string): string[] =>
  caller.loopback || caller.foreignPage
    ? [addressKey("address", caller)]
    : [addressKey("address", caller), `account ${username.toLowerCase()}`];

function refuseIfThrottled({ throttle }: AuthState, keys: string[], { address }: LoginCaller): void {
  const wait = throttle.waitSeconds(keys);
  if (wait === 0) return;
  throw new Fault("throttled", `Too many failed attempts from ${address}. Try again in ${wait} seconds.`, {
    retryAfterSeconds: wait,
  });
}

/** Returns user name and password from a Basic header. A malformed header is treated as a wrong login. */
function basicCredentials(header: string | null): Credentials | undefined {
  if (header === null || !/^basic\b/i.test(header)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(header.slice(5).trim()), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    const colon = text.indexOf(":");
    if (colon !== -1 && text.length <= 2048) return { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    // Invalid base64 is treated as a wrong login.
  }
  return { username: "", password: "" };
}
