import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { readCookie, writeCookie } from "../../lib/platform/auth/request/cookie.ts";
import { gate } from "../../routes/http/middleware/gate.ts";
import { target } from "../../routes/http/middleware/target.ts";
import { pathBelow, rawPath } from "../../routes/http/request_path.ts";
import { asFault } from "../../routes/http/problem.ts";
import type { AppEnv } from "../../routes/http/router.ts";
import { openApp, type TestApp } from "../fixtures/app.ts";
import { documentOf, endpointsOf } from "../fixtures/document.ts";
import { LISTED_PROXY, LISTED_USER } from "./cases.ts";
import type { Credential, Request, Verdict } from "./oracle.ts";

/** A request as sent over the wire. */
export interface Wired extends Request {
  peer: string;
  headers: [string, string][];
  hostName: string;
  /** True if the path is requested without the URL base. */
  outside?: boolean;
}

/** Result for a path outside the URL base, or for an error. */
export type Outside = `status ${number}` | `to ${string}`;

/** An instance that tests can query in any authentication mode and with any credential. */
export interface Bench extends AsyncDisposable {
  app: TestApp;
  /** All routes, documented or not, with parameters filled in, and some nonexistent ones. */
  routes: { method: string; path: string }[];
  setMode(mode: Request["mode"], required: Request["required"]): Promise<void>;
  /** Enables the header in which one proxy names the user, in any mode. */
  enableUserHeader(): Promise<void>;
  /** Queries the whole application. */
  ask(request: Wired): Promise<Verdict | Outside>;
  /** Queries only the authentication gate. Nothing behind it runs. */
  askGate(request: Wired): Promise<Verdict | Outside>;
}

const PASSWORD = "matrix password";
const HOUR_MS = 3_600_000;

/** Credentials whose rejection throttles the next attempt. */
const COUNTED = new Set<Credential>(["wrong key", "two different keys", "key repeated in query", "wrong basic"]);

const CALLER = { address: "127.0.0.1", local: true, loopback: true };

/** State shared by the parts of a bench. */
interface BenchState {
  app: TestApp;
  base: string;
  /** The application's clock. */
  time: { ms: number };
  /** True if the last request had a wrong key or password. */
  triedWrongly: boolean;
  passwordSet: boolean;
  /** `Cookie` headers of a valid session and of an ended session. */
  cookies: Map<"session" | "ended", string>;
}

/** Opens a bench, below `base` if present. Paths are prefixed with the base unless the request is `outside`. */
export async function openBench(base = ""): Promise<Bench> {
  const time = { ms: Date.parse("2026-06-01T00:00:00Z") };
  const app = await openApp({
    base,
    clock: { now: () => new Date(time.ms), monotonicMs: () => time.ms },
    passwordCost: 2,
    settings: { general: { host: { applicationUrl: "https://lathe.example.org" } } },
  });
  const state: BenchState = { app, base, time, triedWrongly: false, passwordSet: false, cookies: new Map() };
  const alone = gateAlone(state);
  let asked = 0;
  const routes = await everyRoute(app, base);
  return {
    app,
    routes,
    setMode: (mode, required) => setMode(state, mode, required),
    enableUserHeader: async () =>
      void await app.instance.settings.update({
        general: {
          security: { trustedProxies: [LISTED_PROXY], proxyHeader: { enabled: true, users: [LISTED_USER] } },
        },
      }),
    ask: async (request) => await judged(await app.app.fetch(await wire(state, request), bindingsOf(request)), request),
    askGate: async (request) => {
      // Attempts are logged asynchronously. Without a pause, pending log entries would use gigabytes of memory.
      if (++asked % 20 === 0) await setImmediate();
      return await judged(await alone.fetch(await wire(state, request), bindingsOf(request)), request);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const bindingsOf = ({ peer }: Wired) => ({ peer, secure: false });

async function setMode(
  state: BenchState,
  authentication: Request["mode"],
  authenticationRequired: Request["required"],
): Promise<void> {
  const login = state.passwordSet ? { currentPassword: PASSWORD } : { username: "me", password: PASSWORD };
  const security = { authentication, authenticationRequired, proxyHeader: { enabled: false }, ...login };
  await state.app.instance.settingsChange.save({ general: { security } }, { caller: CALLER });
  state.passwordSet = true;
  state.cookies.clear();
}

/** Returns a cookie of the given kind. It is created again when it has expired on the test clock. */
async function cookie({ app, base, cookies }: BenchState, kind: Credential): Promise<string> {
  const { auth, settings } = app.instance;
  if (settings.current().general.security.authentication !== "forms") return "lathe-00000000=x.y";
  const place = { secure: false, base, tag: auth.tag };
  const pair = (value: string) => writeCookie(value, true, place).split(";")[0] ?? "";
  let right = cookies.get("session") ?? "";
  if (await auth.session(readCookie(right, place)) === undefined) {
    right = pair(await auth.login("me", PASSWORD, true, CALLER));
    cookies.set("session", right);
  }
  if (kind === "session") return right;
  if (kind === "session tampered with") return right.replace(/=(.)/, (_, first) => `=${first === "0" ? "1" : "0"}`);
  const known = cookies.get("ended");
  if (known !== undefined) return known;
  const value = await auth.login("me", PASSWORD, true, CALLER);
  const session = await auth.session(value);
  if (session !== undefined) await auth.logout(session);
  cookies.set("ended", pair(value));
  return pair(value);
}

/** Adds the credential to a request in its proper place. */
async function wire(state: BenchState, request: Wired) {
  // Rejected attempts throttle later ones, so the clock is advanced to test each attempt separately.
  if (state.triedWrongly) state.time.ms += 2 * HOUR_MS;
  state.triedWrongly = COUNTED.has(request.credential);
  const headers = new Headers(request.headers);
  const query = new URLSearchParams();
  await showCredential(state, request.credential, headers, query);
  headers.set("Host", request.hostName);
  const { method } = request;
  const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
  if (hasBody) headers.set("Content-Type", "application/json");
  const text = query.toString();
  const below = request.outside ? "" : state.base;
  return new Request(`http://${request.hostName}${below}${request.path}${text === "" ? "" : `?${text}`}`, {
    method,
    headers,
    body: hasBody ? '{"matrix":1}' : undefined,
  });
}

async function showCredential(
  state: BenchState,
  credential: Credential,
  headers: Headers,
  query: URLSearchParams,
): Promise<void> {
  const { apiKey } = state.app.instance.settings.current().general.security;
  const wrong = "0".repeat(64);
  switch (credential) {
    case "key in header":
      return headers.set("X-Api-Key", apiKey);
    case "key in query":
      return query.append("apikey", apiKey);
    case "the same key twice":
      headers.set("X-Api-Key", apiKey);
      return query.append("apikey", apiKey);
    case "wrong key":
      return headers.set("X-Api-Key", wrong);
    case "two different keys":
      headers.set("X-Api-Key", apiKey);
      return query.append("apikey", wrong);
    case "key repeated in query":
      query.append("apikey", apiKey);
      return query.append("apikey", apiKey);
    case "basic":
      return headers.set("Authorization", `Basic ${btoa(`me:${PASSWORD}`)}`);
    case "wrong basic":
      return headers.set("Authorization", `Basic ${btoa("me:not the password")}`);
    case "session":
    case "session tampered with":
    case "session that ended":
      return headers.set("Cookie", await cookie(state, credential));
  }
}

/**
 * Creates an app with only the authentication gate and a handler that returns the credential of an admitted request.
 */
function gateAlone({ app, base, time }: BenchState): Hono<AppEnv> {
  const alone = new Hono<AppEnv>({ getPath: (request) => pathBelow(base, rawPath(request.url)) ?? "/" });
  const instance = { ...GATE_FACTS, urlBase: base, startedAt: new Date(time.ms) };
  alone.use("*", target({ base }), gate({ ...app.instance, instance }));
  alone.all("*", (c) => c.text(c.get("admittedBy") ?? "", 299 as 200));
  alone.onError((error, c) => {
    const { code, status } = asFault(error);
    return c.json({ code }, status);
  });
  return alone;
}

async function judged(response: Response, request: Wired): Promise<Verdict | Outside> {
  const text = await response.text();
  if (request.outside) {
    return response.status === 302 ? `to ${response.headers.get("location")}` : `status ${response.status}`;
  }
  if (response.status === 401 && request.path !== "/login") return "unauthorized";
  // The response to HEAD has no body.
  if (request.method === "HEAD" && response.status === 421) return "wrong_host";
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  if (code === "wrong_host" || code === "cross_site") return code;
  return response.status === 500 ? "status 500" : "in";
}

const GATE_FACTS = {
  inDocker: false,
  env: {},
  assets: {},
  staticFiles: new URL("file:///"),
  docs: new URL("file:///"),
  machineName: "nas",
};

async function everyRoute(app: TestApp, base: string): Promise<{ method: string; path: string }[]> {
  const documented = endpointsOf(await documentOf(app, base)).map(({ method, path }) => ({
    method,
    path: path.startsWith(`${base}/`) ? path.slice(base.length) : path,
  }));
  const registered = app.app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => ({
    method,
    path,
  }));
  const absent = ["/api/nowhere", "/nowhere", "/api", "/static/", "/api/health/", "/API/HEALTH", "/Login", "/login/x"]
    .concat(["/login/oidc/", "/login/OIDC", "/login/oidc/callback/x"])
    .map((path) => ({ method: "GET", path }));
  const wrong = ["PUT", "PATCH", "DELETE", "POST"].map((method) => ({ method, path: "/api/health" }));
  wrong.push({ method: "HEAD", path: "/login/oidc" }, { method: "POST", path: "/login/oidc/callback" });
  const all = [...documented, ...registered, ...absent, ...wrong]
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}|:\w+/g, "x") }));
  return [...new Map(all.map((route) => [`${route.method} ${route.path}`, route])).values()]
    // The event stream never ends.
    .filter(({ path }) => path !== "/api/events");
}
