/** The parts of Radarr, Sonarr, Lidarr, Prowlarr and slskd that connections, options and health checks use. */
export interface FakeManager extends AsyncDisposable {
  url: string;
  /** API keys of the requests, in order. */
  keys: (string | null)[];
  /** Requested paths. */
  paths: string[];
  /** Changes the behaviour of subsequent responses. */
  behave(how: Behaviour): void;
}

export type Behaviour = "well" | "unauthorized" | "error" | "html" | "malformed" | "redirect" | "drop" | "hang";

export interface ManagerFacts {
  appName: "Radarr" | "Sonarr" | "Lidarr" | "Prowlarr" | "slskd";
  key?: string;
  roots?: string[];
  /** Clock of the manager. */
  now?: () => Date;
  loggedIn?: boolean;
}

const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

/** Starts a fake on a free port of this machine. */
export function startManager(facts: ManagerFacts): FakeManager {
  const { key = "0123456789abcdef0123456789abcdef" } = facts;
  let how: Behaviour = "well";
  const keys: (string | null)[] = [];
  const paths: string[] = [];
  const held = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const shown = request.headers.get("x-api-key");
    keys.push(shown);
    paths.push(pathname);
    if (how === "hang") await held.promise;
    const answer = misbehaved(how) ?? (shown === key ? answerTo(facts, pathname) : new Response(null, { status: 401 }));
    answer.headers.set("Date", (facts.now?.() ?? new Date()).toUTCString());
    return answer;
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    keys,
    paths,
    behave: (next) => void (how = next),
    async [Symbol.asyncDispose]() {
      held.resolve();
      await server.shutdown();
    },
  };
}

const typed = (body: BodyInit, type: string): Response => new Response(body, { headers: { "Content-Type": type } });
const json = (value: unknown): Response => typed(JSON.stringify(value), "application/json");

/** Returns the response of a misbehaving manager. Undefined if it behaves well. */
function misbehaved(how: Behaviour): Response | undefined {
  switch (how) {
    case "error":
      return new Response('{"message":"database is locked"}', { status: 500 });
    case "html":
      return typed("<!doctype html><title>Login</title>", "text/html");
    case "malformed":
      return typed('{"appName":', "application/json");
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: "/login" } });
    case "drop":
      return typed(cutShort(), "application/json");
    case "unauthorized":
      return new Response(null, { status: 401 });
    default:
      return undefined;
  }
}

const cutShort = (): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      controller.error(new Error("gone"));
    },
  });

function answerTo({ appName, roots = [], loggedIn = true }: ManagerFacts, pathname: string): Response {
  const below = pathname.replace(/^(\/\w+)?\/api\/v\d/, "");
  switch (below) {
    case "/application":
      return json({
        version: { full: "0.22.5.0", current: "0.22.5" },
        server: { isLoggedIn: loggedIn },
        pendingRestart: false,
      });
    case "/system/status":
      return json({ appName, version: "5.28.0.10274", isDocker: true, branch: "master" });
    case "/rootfolder":
      return json(roots.map((path, i) => ({ id: i + 1, path, accessible: true, freeSpace: 1e12 })));
    case "/qualityprofile":
      return json([{ id: 6, name: "HD - 720p/1080p", cutoff: 7, items: [] }]);
    case "/metadataprofile":
      return json([{ id: 1, name: "Standard" }]);
  }
  if (/\/MediaCover\/|^\/mediacover\//.test(pathname) || below.startsWith("/mediacover/")) return picture(pathname);
  return new Response('{"message":"NotFound"}', { status: 404 });
}

/** Returns a cover. Some covers do not match their name or content type. */
function picture(pathname: string): Response {
  if (pathname.endsWith(".svg")) return typed("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png");
  if (pathname.endsWith(".html")) return typed("<script>alert(1)</script>", "image/jpeg");
  return typed(pathname.endsWith("broken.png") ? PNG.slice(0, 40) : PNG, "image/png");
}
