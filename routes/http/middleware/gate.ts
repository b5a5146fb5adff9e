import type { Context, MiddlewareHandler } from "hono";
import { readCookie } from "../../../lib/platform/auth/request/cookie.ts";
import { decide } from "../../../lib/platform/auth/decision.ts";
import { type ProxyUser, proxyUser } from "../../../lib/platform/auth/proxy_header/proxy_user.ts";
import { callerOf } from "../../../lib/platform/auth/request/forwarded.ts";
import { hostAllowed } from "../../../lib/platform/auth/request/host.ts";
import { isForeignPage, type RequestOrigin, sameOriginProof } from "../../../lib/platform/auth/request/same_origin.ts";
import type { LoginCaller } from "../../../lib/platform/auth/service.ts";
import type { Session } from "../../../lib/platform/auth/session.ts";
import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { isLoopback } from "../../../lib/kit/address.ts";
import type { AppEnv } from "../router.ts";
import type { Services } from "../../services/services.ts";

/** The few public paths: literal, complete, case-sensitive (safety.md, S-AUTH-1). */
const PUBLIC_PATHS = new Set(["/api/health", "/login"]);
/**
 * Public paths for logging in at a provider. The provider receives the address of the request, so its host name is
 * checked.
 */
const PROVIDER_LOGIN_PATHS = new Set(["/login/oidc", "/login/oidc/callback"]);
const isReading = (method: string): boolean => method === "GET" || method === "HEAD";
const isPublic = (path: string, method: string): boolean =>
  isReading(method)
    ? (method === "GET" && PROVIDER_LOGIN_PATHS.has(path)) || PUBLIC_PATHS.has(path) || /^\/static\/[\w.-]+$/.test(path)
    : path === "/login" && method === "POST";

/** Interval in milliseconds at which an unknown host name is reported, and maximum number of remembered names. */
const RECORD_AGAIN_MS = 3_600_000;
const MAX_RECORDED = 100;

export type GateServices = Pick<
  Services,
  "settings" | "instance" | "clock" | "log" | "auth" | "events" | "securityObservations"
>;

interface GateState extends GateServices {
  /** Time at which each unknown host name was last reported, on the monotonic clock. */
  readonly recordedAt: Map<string, number>;
}

/** Decides whether a request is allowed, before routing. No route can override this. */
export function gate(services: GateServices): MiddlewareHandler<AppEnv> {
  const state: GateState = { ...services, recordedAt: new Map() };
  return async function gate(c, next) {
    const asked = readAsker(state, c);
    const { security } = asked;
    recordSecurityObservations(state, asked);
    c.set("caller", asked.caller);
    c.set("secure", asked.secure);
    const { key, session, login, user } = await checkCredentials(state, c, asked);
    const decision = decide({
      public: asked.open,
      authentication: security.authentication,
      required: security.authenticationRequired,
      local: asked.caller.local,
      key,
      login,
    });
    if ("refuse" in decision) throw refusal(security.authentication);
    const harmless = decision.admit === "public" && isReading(c.req.method) && !PROVIDER_LOGIN_PATHS.has(c.req.path);
    if (decision.admit !== "key" && !harmless) refuseMisdirected(state, asked);
    c.set("admittedBy", decision.admit);
    if (session !== undefined) c.set("session", session);
    if (user !== undefined && decision.admit === "login") c.set("user", user);
    await next();
  };
}

/** The caller, its origin, and the host name in its request. */
interface Asker {
  /** Security settings at the start of the request. Later changes have no effect on it. */
  security: Settings["general"]["security"];
  caller: LoginCaller;
  /** True if the request came through a proxy. */
  forwarded: boolean;
  origin: RequestOrigin;
  /** True if the host name belongs to this instance. */
  known: boolean;
  secure: boolean;
  /** True if the path is public. */
  open: boolean;
}

function readAsker({ instance, settings }: GateState, c: Context<AppEnv>): Asker {
  const { security, host: { applicationUrl, allowedHosts } } = settings.current().general;
  const { headers } = c.req.raw;
  const { address, local, forwarded } = callerOf(c.env.peer, headers, security.trustedProxies);
  const named = c.get("host") ?? "";
  const origin = {
    method: c.req.method,
    secFetchSite: headers.get("sec-fetch-site"),
    origin: headers.get("origin"),
    host: named,
    applicationUrl,
  };
  const known = hostAllowed(named, { machineName: instance.machineName, applicationUrl, allowedHosts });
  const foreignPage = !known || isForeignPage(origin);
  return {
    security,
    caller: { address, local, loopback: !forwarded && isLoopback(address), foreignPage },
    forwarded,
    origin,
    known,
    // Any proxy may report that it was called over HTTPS, because this only makes the cookie stricter.
    secure: c.env.secure || headers.get("x-forwarded-proto") === "https",
    open: isPublic(c.req.path, c.req.method),
  };
}

function recordSecurityObservations({ clock, securityObservations }: GateState, { caller, forwarded }: Asker): void {
  if (forwarded) securityObservations.forwardedAt = clock.now();
  if (!caller.local) securityObservations.remoteAt = clock.now();
}

/** Checks the credentials of the request. Throws `throttled`, `busy`. */
async function checkCredentials(
  state: GateState,
  c: Context<AppEnv>,
  { caller, open, secure, security }: Asker,
): Promise<{ key: Credential; session: Session | undefined; login: Credential; user: string | undefined }> {
  if (open) return { key: "none", session: undefined, login: "none", user: undefined };
  const { auth, instance } = state;
  const { headers } = c.req.raw;
  const key = auth.key(headers.get("x-api-key"), new URL(c.req.url).searchParams, caller);
  const session = security.authentication === "forms"
    ? await auth.session(readCookie(headers.get("cookie"), { secure, base: instance.urlBase, tag: auth.tag }))
    : undefined;
  const named = proxyUser(c.env.peer, headers, security);
  if (named.kind === "ignored") recordIgnoredHeader(state, named, security.proxyHeader.header);
  const user = session?.username ?? (named.kind === "user" ? named.name : undefined);
  if (user !== undefined) return { key, session, login: "right", user };
  const login = security.authentication === "basic" ? await auth.basic(headers.get("authorization"), caller) : "none";
  return { key, session, login, user };
}

type Credential = "none" | "right" | "wrong";

/** Rejects requests with an unknown host name, and requests from a page of another site. */
function refuseMisdirected(state: GateState, { caller, known, origin }: Asker): void {
  if (!known) {
    recordUnknownHost(state, origin.host, caller.address);
    throw new Fault(
      "wrong_host",
      `This instance does not recognise the host name ${origin.host}. If it is correct, add it to the allowed hosts in Settings.`,
    );
  }
  if (!sameOriginProof(origin)) {
    throw new Fault("cross_site", "This request came from another website and was rejected.");
  }
}

function recordUnknownHost(state: GateState, named: string, address: string): void {
  state.log("warn", "A request with an unknown host name was rejected.", { host: named, address });
  recordOnce(state, `host ${named}`, {
    message: `A request for the host ${named.slice(0, 200)} was rejected.`,
    details: `From ${address}. If this instance uses that name, add it to the allowed hosts.`,
  });
}

function recordIgnoredHeader(
  state: GateState,
  { reason }: Extract<ProxyUser, { kind: "ignored" }>,
  header: string,
): void {
  const { clock, log, securityObservations } = state;
  securityObservations.ignoredUserAt = clock.now();
  log("warn", "A header with a user name was ignored.", { header, reason });
  recordOnce(state, `user ${reason}`, { message: `The header ${header} was ignored: ${reason}.` });
}

/** Records a warning unless the same warning was recorded within the last hour. */
function recordOnce(
  { clock, events, recordedAt }: GateState,
  key: string,
  warning: { message: string; details?: string },
): void {
  const now = clock.monotonicMs();
  for (const [known, at] of recordedAt) if (now - at > RECORD_AGAIN_MS) recordedAt.delete(known);
  if (recordedAt.has(key) || recordedAt.size >= MAX_RECORDED) return;
  recordedAt.set(key, now);
  events.record({ level: "warning", source: "auth", ...warning });
}

const refusal = (authentication: "none" | "basic" | "forms"): Fault =>
  new Fault(
    "unauthorized",
    authentication === "none"
      ? "While authentication is disabled, only clients on this network can connect without credentials. Send the API key " +
        "as X-Api-Key, or enable authentication in Settings from a local address."
      : `Authentication is required: ${
        authentication === "forms" ? "log in" : "enter a user name and password"
      }, or send the API key as X-Api-Key.`,
  );
