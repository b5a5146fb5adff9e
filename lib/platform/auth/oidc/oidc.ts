import * as oauth from "oauth4webapi";
import { withTimeout } from "../../../kit/async.ts";
import type { Clock } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import type { HttpClient } from "../../http_client/model.ts";
import type { Settings } from "../../settings/schema.ts";
import type { SettingsService } from "../../settings/service.ts";
import type { Auth } from "../service.ts";
import { createThrottle, type Throttle } from "../throttle.ts";
import { createPendingLogins, type PendingLogins } from "./pending_logins.ts";
import { browserAddress, createDiscovery, discover, type Discovery } from "./provider.ts";
import { oidcFailure } from "./oidc_failure.ts";
import type { Callback, Oidc, ProviderFacts, StartedLogin } from "./service.ts";
import { verifiedUser } from "./verified_claims.ts";

/** Services of the login at a provider. */
export interface OidcOptions {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  clock: Clock;
  auth: Pick<Auth, "openVerified">;
  /** Called for each failed login. `cause` contains no token. */
  onFailure: (cause: string, address: string) => void;
}

interface OidcState extends OidcOptions {
  readonly discovery: Discovery;
  readonly pending: PendingLogins;
  /** Counts failures per address, until the program ends. */
  readonly throttle: Throttle;
}

/** Creates the service. It requests nothing until a login is started. */
export function createOidc(options: OidcOptions): Oidc {
  const { clock } = options;
  const state: OidcState = {
    ...options,
    discovery: createDiscovery(options),
    pending: createPendingLogins(clock),
    throttle: createThrottle({ clock }),
  };
  return {
    start: (request) => recorded(state, request.address, () => start(state, request)),
    finish: (callback) => recorded(state, callback.address, () => finish(state, callback)),
    logoutUrl: (returnTo) => logoutUrl(state, returnTo),
    test: (issuer) => testIssuer(state, issuer),
  };
}

type OidcSettings = Settings["general"]["security"]["oidc"];

/** Returns the settings, and a text that changes with every setting that a login depends on. */
function enabledSettings({ settings }: OidcState): { oidc: OidcSettings; text: string } {
  const { authentication, oidc } = settings.current().general.security;
  if (authentication !== "forms" || !oidc.enabled) {
    throw new Fault("bad_state", "Logging in with OpenID Connect is not enabled in Settings.");
  }
  return { oidc, text: JSON.stringify({ ...oidc, buttonLabel: "" }) };
}

/** Runs a step of a login. Failures are counted and recorded, and become a `Fault` with a sentence for the user. */
async function recorded<T>(state: OidcState, address: string, step: () => Promise<T>): Promise<T> {
  const { onFailure, throttle } = state;
  const keys = [`provider login of ${address}`];
  const wait = throttle.waitSeconds(keys);
  if (wait > 0) {
    throw new Fault("throttled", `Too many failed attempts from ${address}. Try again in ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  }
  try {
    return await step();
  } catch (error) {
    const { fault, cause } = oidcFailure(error);
    if (fault.code === "bad_state") throw fault;
    throttle.begin(keys);
    onFailure(error instanceof Refusal ? error.detail : cause, address);
    throw fault;
  }
}

/**
 * Thrown if Lathe itself rejects a login, not the provider. `detail` is recorded in the event, but not shown on the
 * login page.
 */
class Refusal extends Fault {
  constructor(message: string, readonly detail: string) {
    super("unauthorized", message);
  }
}

async function start(
  state: OidcState,
  { redirectUri, to, address }: { redirectUri: string; to: string; address: string },
): Promise<StartedLogin> {
  const { oidc, text } = enabledSettings(state);
  const server = await state.discovery.find(oidc.issuer);
  const url = browserAddress(oidc.issuer, server.authorization_endpoint);
  if (url === undefined) {
    throw new Fault("upstream_failed", "The provider's metadata contains no address for logging in.");
  }
  const login = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
    redirectUri,
    to,
    settings: text,
  };
  const asked = {
    client_id: oidc.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: oidc.scopes,
    state: login.state,
    nonce: login.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(login.codeVerifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, cookie: state.pending.add(login, address) };
}

async function finish(state: OidcState, { cookie, parameters }: Callback): Promise<{ session: string; to: string }> {
  const { auth, clock, discovery, http, pending } = state;
  const { oidc, text } = enabledSettings(state);
  const states = parameters.getAll("state");
  const login = pending.take(cookie, states.length === 1 ? states[0] : undefined);
  if (login === undefined) {
    throw new Refusal(
      "This login has expired, was already used, or was started in another browser. Log in again.",
      "The state does not belong to a login of this browser.",
    );
  }
  if (login.settings !== text) {
    throw new Refusal("The settings have changed. Log in again.", "The settings have changed.");
  }
  const server = await discovery.find(oidc.issuer);
  const user = await verifiedUser({ http, server, settings: oidc, login, parameters, now: clock.now() });
  if (!user.allowed) {
    throw new Refusal(
      "The provider has confirmed your identity, but you are not on the list of users who may log in here.",
      `${JSON.stringify(user.name.slice(0, 100))} is not on the list of allowed users.`,
    );
  }
  const holds = () => isUnchanged(state, text);
  const session = await auth.openVerified(user.name, holds);
  if (session === undefined) {
    throw new Refusal("The settings have changed. Log in again.", "The settings have changed.");
  }
  return { session, to: login.to };
}

function isUnchanged(state: OidcState, text: string): boolean {
  const { authentication, oidc } = state.settings.current().general.security;
  return authentication === "forms" && oidc.enabled && enabledSettings(state).text === text;
}

/** Maximum time in milliseconds for which the login page waits for the metadata of the provider. */
const LOGOUT_WAIT_MS = 3_000;

async function logoutUrl({ discovery, settings }: OidcState, returnTo: string): Promise<string | undefined> {
  const { enabled, issuer, clientId } = settings.current().general.security.oidc;
  if (!enabled) return undefined;
  // The login page must not wait for a provider that is down.
  const server = await withTimeout(LOGOUT_WAIT_MS, discovery.find(issuer)).catch(() => undefined);
  const url = browserAddress(issuer, server?.end_session_endpoint);
  url?.searchParams.set("client_id", clientId);
  url?.searchParams.set("post_logout_redirect_uri", returnTo);
  return url?.href;
}

async function testIssuer({ http }: OidcState, issuer: string): Promise<ProviderFacts> {
  const server = await discover(http, issuer).catch((error) => {
    throw oidcFailure(error).fault;
  });
  const { authorization_endpoint: authorization, token_endpoint: token } = server;
  if (browserAddress(issuer, authorization) === undefined || typeof token !== "string") {
    throw new Fault("upstream_failed", "The provider's metadata contains no addresses for logging in.");
  }
  const { userinfo_endpoint: userinfo, end_session_endpoint: endSession } = server;
  return {
    issuer: server.issuer,
    authorization: String(authorization),
    token,
    ...(typeof userinfo === "string" ? { userinfo } : {}),
    ...(typeof endSession === "string" ? { endSession } : {}),
  };
}
