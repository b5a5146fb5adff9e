import { join } from "node:path";
import * as z from "zod";
import { Clock } from "./arr/shared/clock.ts";
import { json, Refusal, router, type Routes } from "./arr/shared/http.ts";
import { startServer, type Switches } from "./arr/shared/server.ts";
import { Said, searchRoutes } from "./arr/slskd_searches.ts";
import { type Ending, transferRoutes } from "./arr/slskd_transfers.ts";

export interface SlskdOptions {
  /** API key. If empty, authentication is disabled. */
  key?: string;
  role?: "readonly" | "readwrite" | "administrator";
  urlBase?: string;
  port?: number;
  username?: string;
  /** A real folder for downloads. The default is a temporary folder. */
  downloads?: string;
  /** The download folder as slskd sees it. */
  remoteDownloads?: string;
  /** A small real media file, which is the content of every download. */
  files?: string;
  clock?: Clock;
  speed?: number;
  durations?: { queued?: number; download?: number };
  /** Time in milliseconds after the start of a search during which another search is rejected. */
  startingMs?: number;
  /** True if it responds like versions without `enqueued` and `transfers.download`. */
  old?: boolean;
}

export interface SlskdFake extends Switches {
  key: string;
  /** Download folder on this disk. */
  downloads: string;
  /** True if the client is logged in to the network. */
  network: { loggedIn: boolean };
  /** Outcome of the next downloads. */
  next: { ending: Ending };
  /** Peers that are offline. */
  offline: Set<string>;
  tick(ms: number): Promise<void>;
}

const PASSWORD = "slskd";

/** State shared by the routes of one slskd. */
interface SlskdState {
  options: SlskdOptions;
  key: string;
  username: string;
  urlBase: string;
  clock: Clock;
  /** Download folder on this disk. */
  downloads: string;
  network: { loggedIn: boolean };
  next: { ending: Ending };
  offline: Set<string>;
  /** Token of the login session. */
  token: string;
}

/** Starts a connected Soulseek client with peers that share music. */
export async function startSlskd(options: SlskdOptions = {}): Promise<SlskdFake> {
  const temporary = options.downloads === undefined ? await Deno.makeTempDir({ prefix: "lathe_fake_" }) : undefined;
  const state: SlskdState = {
    options,
    key: options.key ?? "slskd-api-key-0123456789",
    username: options.username ?? "lathe",
    urlBase: options.urlBase ?? "",
    clock: options.clock ?? new Clock({ speed: options.speed ?? 1 }),
    downloads: options.downloads ?? temporary ?? "",
    network: { loggedIn: true },
    next: { ending: "Succeeded" },
    offline: new Set(),
    token: crypto.randomUUID(),
  };
  const find = router(routesOf(state));
  const started = startServer({
    port: options.port,
    base: state.urlBase,
    answer: (request, url) => answer(state, find, request, url),
  });
  const { key, downloads, network, next, offline, clock } = state;
  return {
    ...started,
    key,
    downloads,
    network,
    next,
    offline,
    tick: (ms) => clock.tick(ms),
    async [Symbol.asyncDispose]() {
      if (options.clock === undefined) await clock.stop();
      await started[Symbol.asyncDispose]();
      if (temporary !== undefined) await Deno.remove(temporary, { recursive: true });
    },
  };
}

function routesOf(state: SlskdState): Routes {
  const { options, clock, downloads, network, next, offline } = state;
  return {
    ...applicationRoutes(state),
    ...sessionRoutes(state),
    ...searchRoutes({ clock, connected: () => network.loggedIn, startingMs: options.startingMs ?? 0 }),
    ...transferRoutes({
      clock,
      downloads,
      files: options.files,
      durations: { queued: 2000, download: 10_000, ...options.durations },
      offline,
      next,
      old: options.old ?? false,
    }),
  };
}

/** Routes of the application, its options, and its connection to the network. */
function applicationRoutes({ options, username, urlBase, downloads, network }: SlskdState): Routes {
  const shown = options.remoteDownloads ?? downloads;
  return {
    "GET /application": () =>
      json({
        version: { full: "0.24.0+65505", current: "0.24.0", isUpdateAvailable: false },
        pendingReconnect: false,
        pendingRestart: false,
        server: serverOf(network),
        user: { username },
        shares: { ready: true, files: 12_000, directories: 900 },
      }),
    "GET /application/version": () => json("0.24.0"),
    "GET /server": () => json(serverOf(network)),
    "PUT /server": () => {
      if (network.loggedIn) return new Response(null, { status: 205 });
      network.loggedIn = true;
      return new Response(null, { status: 200 });
    },
    "GET /options": () =>
      json({
        directories: { incomplete: join(shown, "..", "incomplete"), downloads: shown },
        ...(options.old
          ? { global: { download: { slots: 500 } } }
          : { transfers: { download: { slots: 500, destination: { subdirectory: "${SOURCE_DIRECTORY}" } } } }),
        soulseek: { username, password: "*****" },
        web: { port: 5030, urlBase },
      }),
  };
}

const serverOf = ({ loggedIn }: SlskdState["network"]) => ({
  address: "vps.slsknet.org",
  ipEndPoint: "208.76.170.59:2271",
  state: loggedIn ? "Connected, LoggedIn" : "Disconnected",
  isConnected: loggedIn,
  isConnecting: false,
  isLoggedIn: loggedIn,
  isLoggingIn: false,
  isTransitioning: false,
});

const sessionRoutes = ({ key, username, clock, token }: SlskdState): Routes => ({
  "GET /session": () => new Response(null, { status: 200 }),
  "POST /session": ({ body }) => {
    const { data } = z.object({ username: z.string(), password: z.string() }).safeParse(body);
    if (data === undefined) throw new Said(400, "Username and/or password missing or invalid");
    if (data.username !== username || data.password !== PASSWORD) throw new Refusal(401);
    const issued = Math.floor(clock.now() / 1000);
    return json({ token, tokenType: "Bearer", name: username, issued, notBefore: issued, expires: issued + 604_800 });
  },
  "GET /session/enabled": () => json(key !== ""),
});

async function answer(
  state: SlskdState,
  find: ReturnType<typeof router>,
  request: Request,
  url: URL,
): Promise<Response> {
  const base = `${state.urlBase}/api/v0`;
  if (!url.pathname.startsWith(`${base}/`)) {
    return new Response("<!doctype html><title>slskd</title>", { headers: { "Content-Type": "text/html" } });
  }
  const path = url.pathname.slice(base.length);
  const refused = refusal(state, request, path);
  if (refused !== undefined) return refused;
  try {
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const found = find({ request, method: request.method, path, query: url.searchParams, body });
    return await found ?? new Response(null, { status: 404 });
  } catch (error) {
    if (error instanceof Refusal) return error.response();
    if (error instanceof SyntaxError) return new Response("The request body is not JSON", { status: 400 });
    throw error;
  }
}

/** API keys are accepted only in the header for keys. "Bearer" is for session tokens. */
function refusal({ key, token, options }: SlskdState, request: Request, path: string): Response | undefined {
  const open = path === "/session/enabled" || (path === "/session" && request.method === "POST");
  if (key === "" || open || request.headers.get("authorization") === `Bearer ${token}`) return undefined;
  if (request.headers.get("x-api-key") !== key) return new Response(null, { status: 401 });
  return options.role === "readonly" && request.method !== "GET" ? new Response(null, { status: 403 }) : undefined;
}
