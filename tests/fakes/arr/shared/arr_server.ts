import { cover, drawnCover } from "./covers.ts";
import type { Desk } from "./desk.ts";
import { loginPage } from "./failures.ts";
import { json, Refusal, router, type Routes, valueOf } from "./http.ts";
import { DEFAULT_KEY } from "./options.ts";
import { startServer, type Switches } from "./server.ts";
import type { Delivery } from "./webhooks.ts";

/** A fake manager that tests can query and control. */
export interface ArrFake extends Switches {
  key: string;
  /** Log of the manager. Many failures appear only here. */
  log: string[];
  /** Sent webhooks. */
  deliveries: Delivery[];
  /** The root folder as the manager sees it. */
  root: string;
  /** Download folder on this disk. */
  downloads: string;
  /** Advances the clock and waits for the events that become due. */
  tick(ms: number): Promise<void>;
  /** Adds a "Webhook" connection without sending an event to it. */
  connect(url: string): void;
  /** Sends the event of the connection's "Test" button. */
  testWebhooks(): Promise<void>;
  /** Discards data that is only in memory, as after a restart: found releases, running commands, queue IDs. */
  restart(): void;
}

export interface Parts {
  version: "v1" | "v3";
  routes: Routes;
  restart: () => void;
  test: () => Promise<void>;
}

/** Parts common to all managers with a library. */
interface LibraryParts<N, R> extends Omit<Parts, "restart"> {
  downloads: { routes: Routes; restart: () => void; next: N };
  searches: { routes: Routes; restart: () => void; refusing: R };
  commands: { routes: Routes; orphan: () => void };
}

/** Starts a manager that searches, downloads and imports. */
export function startLibrary<N, R>(
  desk: Desk,
  { downloads, searches, commands, routes, ...parts }: LibraryParts<N, R>,
): ArrFake & { next: N; refusing: R } {
  return {
    ...startArr(desk, {
      ...parts,
      routes: { ...routes, ...desk.history.routes, ...downloads.routes, ...searches.routes, ...commands.routes },
      restart: () => {
        searches.restart();
        downloads.restart();
        commands.orphan();
      },
    }),
    next: downloads.next,
    refusing: searches.refusing,
  };
}

/** Data for the checks that a request must pass before it reaches the routes. */
interface Entrance {
  key: string;
  /** The URL base. */
  base: string;
  /** `/api/v3`. */
  api: string;
  find: ReturnType<typeof router>;
}

/** Starts an application with API key, URL base, login page and images in front of the routes. */
export function startArr(desk: Desk, { version, routes, restart, test }: Parts): ArrFake {
  const { options } = desk;
  const { key = DEFAULT_KEY, urlBase: base = "" } = options;
  const entrance: Entrance = { key, base, api: `/api/${version}`, find: router(routes) };
  const { drawnArtwork = false } = options;
  const server = startServer({
    port: options.port,
    base,
    answer: (request, url) => drawnArtwork ? withDrawnArtwork(entrance, request, url) : answer(entrance, request, url),
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await desk.stop();
      await server[Symbol.asyncDispose]();
      await desk[Symbol.asyncDispose]();
    },
    key,
    log: desk.log,
    deliveries: desk.webhooks.deliveries,
    root: desk.root,
    downloads: desk.downloadsOnDisk,
    tick: (ms) => desk.clock.tick(ms),
    connect: (url) => desk.webhooks.connect(url),
    testWebhooks: test,
    restart,
  };
}

async function answer(entrance: Entrance, request: Request, url: URL): Promise<Response> {
  const { key, base, api } = entrance;
  const moved = (to: string) => new Response(null, { status: 302, headers: { Location: to } });
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) {
    return moved(`${base}${url.pathname}${url.search}`);
  }
  const path = url.pathname.slice(base.length);
  if (path === "/ping") return request.method === "HEAD" ? new Response(null) : json({ status: "OK" });
  if (path === "/login") return loginPage();
  const allowed = shownKey(request, url) === key;
  if (!path.startsWith("/api/")) {
    if (/^\/MediaCover\//i.test(path) && allowed) return picture(path);
    return moved(`${base}/login?returnUrl=${encodeURIComponent(path)}`);
  }
  if (!allowed) return new Response(null, { status: 401 });
  if (!path.startsWith(`${api}/`)) return json({ message: "NotFound" }, 404);
  return await callRoute(entrance, request, url, path.slice(api.length));
}

async function callRoute({ find }: Entrance, request: Request, url: URL, path: string): Promise<Response> {
  const { method } = request;
  if (method === "GET" && /^\/mediacover\//i.test(path)) return picture(path);
  try {
    const body = parsed(await request.text());
    const call = { request, method, path: path.replace(/\/$/, ""), query: url.searchParams, body };
    return await find(call) ?? json({ message: "NotFound" }, 404);
  } catch (error) {
    if (error instanceof Refusal) return error.response();
    throw error;
  }
}

/** The query parameter takes precedence over the header. */
const shownKey = ({ headers }: Request, { searchParams }: URL): string | null =>
  valueOf(searchParams, "apikey") ?? headers.get("x-api-key") ??
    (/^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null);

/** Replaces images with drawn images and removes the public image URLs, which do not exist for fictional titles. */
async function withDrawnArtwork(entrance: Entrance, request: Request, url: URL): Promise<Response> {
  const withCovers = new URL(url);
  withCovers.searchParams.delete("excludeLocalCovers");
  const response = await answer(entrance, request, withCovers);
  const type = response.headers.get("Content-Type") ?? "";
  if (type === "image/png") {
    const [width, height] = /fanart|banner/.test(url.pathname) ? [640, 360] : [240, 360];
    return new Response(drawnCover(url.pathname, width, height), { headers: { "Content-Type": type } });
  }
  if (!type.includes("json")) return response;
  const body = (await response.text()).replace(/,"remoteUrl":"[^"]*"/g, "");
  return new Response(body, { status: response.status, headers: { "Content-Type": type } });
}

function picture(path: string): Response {
  const wide = /fanart|banner/.test(path);
  return new Response(cover(path.replace(/^\/mediacover/i, ""), wide ? 32 : 20, wide ? 18 : 30), {
    headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=31536000" },
  });
}

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, {
      title: "One or more validation errors occurred.",
      status: 400,
      errors: { $: ["The JSON value could not be read."] },
    });
  }
}
