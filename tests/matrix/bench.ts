import { Hono } from "hono";
import { readCookie, writeCookie } from "../../lib/platform/auth/request/cookie.ts";
import { gate } from "../../routes/http/middleware/gate.ts";
import { pathBelow, rawPath, target } from "../../routes/http/middleware/target.ts";
import { asFault } from "../../routes/http/problem.ts";
import type { AppEnv } from "../../routes/http/router.ts";
import { openApp, type TestApp } from "../fixtures/app.ts";
import { documentOf, endpointsOf } from "../fixtures/document.ts";
import type { Credential, Request, Verdict } from "./oracle.ts";

/** A request as it goes over the wire. */
export interface Wired extends Request {
  peer: string;
  headers: [string, string][];
  hostName: string;
  /** The path is asked for without the base. */
  outside?: boolean;
}

/** What comes for a path that is not below the base, or when something broke. */
export type Outside = `status ${number}` | `to ${string}`;

/** An instance to ask, in any mode, with credentials at hand. */
export interface Bench extends AsyncDisposable {
  app: TestApp;
  /** Every route there is, documented or not, with parameters filled in, and some that are not there. */
  routes: { method: string; path: string }[];
  setMode(mode: Request["mode"], required: Request["required"]): Promise<void>;
  /** Asks the whole application. */
  ask(request: Wired): Promise<Verdict | Outside>;
  /** Asks the gate alone: nothing of what lies behind it runs. */
  askGate(request: Wired): Promise<Verdict | Outside>;
}

const PASSWORD = "matrix password";
const HOUR_MS = 3_600_000;

/** Opens one, below `base` if that is given: then a path begins with it unless the request says that it is `outside`. */
export async function openBench(base = ""): Promise<Bench> {
  let ms = Date.parse("2026-06-01T00:00:00Z");
  const clock = { now: () => new Date(ms), monotonicMs: () => ms };
  const app = await openApp({
    base,
    clock,
    passwordCost: 2,
    settings: { general: { host: { applicationUrl: "https://lathe.example.org" } } },
  });
  const { auth, settingsChange, settings } = app.instance;
  const caller = { address: "127.0.0.1", local: true, loopback: true };
  let passwordSet = false;
  const cookies = new Map<string, string>();

  async function setMode(authentication: Request["mode"], authenticationRequired: Request["required"]) {
    const login = passwordSet ? {} : { username: "me", password: PASSWORD };
    await settingsChange.save({ general: { security: { authentication, authenticationRequired, ...login } } }, {
      caller,
    });
    passwordSet = true;
    cookies.clear();
  }

  /** A cookie of each kind, made anew when the clock has gone on too far for it. */
  async function cookie(kind: Credential): Promise<string> {
    if (settings.current().general.security.authentication !== "forms") return "lathe-00000000=x.y";
    const place = { secure: false, base, tag: auth.tag };
    const pair = (value: string) => writeCookie(value, true, place).split(";")[0] ?? "";
    let right = cookies.get("session") ?? "";
    if (await auth.session(readCookie(right, place)) === undefined) {
      right = pair(await auth.login("me", PASSWORD, true, caller));
      cookies.set("session", right);
    }
    if (kind === "session") return right;
    if (kind === "session tampered with") return right.replace(/=(.)/, (_, first) => `=${first === "0" ? "1" : "0"}`);
    const known = cookies.get("ended");
    if (known !== undefined) return known;
    const value = await auth.login("me", PASSWORD, true, caller);
    const session = await auth.session(value);
    if (session !== undefined) await auth.logout(session);
    cookies.set("ended", pair(value));
    return pair(value);
  }

  async function wire(request: Wired) {
    // Refused tries slow down those after them; here every try is to be judged for itself.
    ms += 2 * HOUR_MS;
    const { apiKey } = settings.current().general.security;
    const wrong = "0".repeat(64);
    const headers = new Headers(request.headers);
    const query = new URLSearchParams();
    switch (request.credential) {
      case "key in header":
        headers.set("X-Api-Key", apiKey);
        break;
      case "key in query":
        query.append("apikey", apiKey);
        break;
      case "the same key twice":
        headers.set("X-Api-Key", apiKey);
        query.append("apikey", apiKey);
        break;
      case "wrong key":
        headers.set("X-Api-Key", wrong);
        break;
      case "two different keys":
        headers.set("X-Api-Key", apiKey);
        query.append("apikey", wrong);
        break;
      case "key repeated in query":
        query.append("apikey", apiKey);
        query.append("apikey", apiKey);
        break;
      case "basic":
        headers.set("Authorization", `Basic ${btoa(`me:${PASSWORD}`)}`);
        break;
      case "wrong basic":
        headers.set("Authorization", `Basic ${btoa("me:not the password")}`);
        break;
      case "session":
      case "session tampered with":
      case "session that ended":
        headers.set("Cookie", await cookie(request.credential));
    }
    headers.set("Host", request.hostName);
    const { method } = request;
    const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
    if (hasBody) headers.set("Content-Type", "application/json");
    const text = query.toString();
    return new Request(
      `http://${request.hostName}${request.outside ? "" : base}${request.path}${text === "" ? "" : `?${text}`}`,
      {
        method,
        headers,
        body: hasBody ? '{"matrix":1}' : undefined,
      },
    );
  }

  const alone = new Hono<AppEnv>({ getPath: (request) => pathBelow(base, rawPath(request.url)) ?? "/" });
  const instance = { ...GATE_FACTS, urlBase: base, startedAt: new Date(ms) };
  alone.use("*", target({ base }), gate({ ...app.instance, instance }));
  alone.all("*", (c) => c.text(c.get("admittedBy") ?? "", 299 as 200));
  alone.onError((error, c) => {
    const { code, status } = asFault(error);
    return c.json({ code }, status);
  });

  async function judged(response: Response, request: Wired): Promise<Verdict | Outside> {
    const text = await response.text();
    if (request.outside) {
      return response.status === 302 ? `to ${response.headers.get("location")}` : `status ${response.status}`;
    }
    if (response.status === 401 && request.path !== "/login") return "unauthorized";
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    if (code === "wrong_host" || code === "cross_site") return code;
    return response.status === 500 ? "status 500" : "in";
  }

  const routes = await everyRoute(app, base);
  return {
    app,
    routes,
    setMode,
    ask: async (request) =>
      await judged(await app.app.fetch(await wire(request), { peer: request.peer, secure: false }), request),
    askGate: async (request) =>
      await judged(await alone.fetch(await wire(request), { peer: request.peer, secure: false }), request),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
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
    .map((path) => ({ method: "GET", path }));
  const wrong = ["PUT", "PATCH", "DELETE", "POST"].map((method) => ({ method, path: "/api/health" }));
  const all = [...documented, ...registered, ...absent, ...wrong]
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}|:\w+/g, "x") }));
  return [...new Map(all.map((route) => [`${route.method} ${route.path}`, route])).values()]
    // Never ends.
    .filter(({ path }) => path !== "/api/events");
}
