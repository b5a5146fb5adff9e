/** As much of Radarr, Sonarr, Lidarr, Prowlarr and slskd as connections, options and health checks ask for. */
export interface FakeManager extends AsyncDisposable {
  url: string;
  /** Keys that were shown, in order. */
  keys: (string | null)[];
  /** Paths that were asked for. */
  paths: string[];
  /** How it answers from now on. */
  behave(how: Behaviour): void;
}

export type Behaviour = "well" | "unauthorized" | "error" | "html" | "malformed" | "redirect" | "drop" | "hang";

export interface ManagerFacts {
  appName: "Radarr" | "Sonarr" | "Lidarr" | "Prowlarr" | "slskd";
  key?: string;
  roots?: string[];
  /** What it thinks the time is. */
  now?: () => Date;
  loggedIn?: boolean;
}

const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

export function startManager(facts: ManagerFacts): FakeManager {
  const { appName, key = "0123456789abcdef0123456789abcdef", roots = [], now = () => new Date(), loggedIn = true } =
    facts;
  let how: Behaviour = "well";
  const keys: (string | null)[] = [];
  const paths: string[] = [];
  const held = Promise.withResolvers<void>();
  const dated = (body: BodyInit | null, init: ResponseInit = {}) =>
    new Response(body, { ...init, headers: { Date: now().toUTCString(), ...init.headers } });
  const json = (value: unknown) => dated(JSON.stringify(value), { headers: { "Content-Type": "application/json" } });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const shown = request.headers.get("x-api-key");
    keys.push(shown);
    paths.push(pathname);
    if (how === "hang") await held.promise;
    if (how === "error") return dated('{"message":"database is locked"}', { status: 500 });
    if (how === "html") {
      return dated("<!doctype html><title>Login</title>", { headers: { "Content-Type": "text/html" } });
    }
    if (how === "malformed") return dated('{"appName":', { headers: { "Content-Type": "application/json" } });
    if (how === "redirect") return dated(null, { status: 302, headers: { Location: "/login" } });
    if (how === "drop") {
      return dated(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode("{"));
            controller.error(new Error("gone"));
          },
        }),
        { headers: { "Content-Type": "application/json" } },
      );
    }
    if (how === "unauthorized" || shown !== key) return dated(null, { status: 401 });
    const below = pathname.replace(/^(\/\w+)?\/api\/v\d/, "");
    if (below === "/application") {
      return json({
        version: { full: "0.22.5.0", current: "0.22.5" },
        server: { isLoggedIn: loggedIn },
        pendingRestart: false,
      });
    }
    if (below === "/system/status") return json({ appName, version: "5.28.0.10274", isDocker: true, branch: "master" });
    if (below === "/rootfolder") {
      return json(roots.map((path, i) => ({ id: i + 1, path, accessible: true, freeSpace: 1e12 })));
    }
    if (below === "/qualityprofile") return json([{ id: 6, name: "HD - 720p/1080p", cutoff: 7, items: [] }]);
    if (below === "/metadataprofile") return json([{ id: 1, name: "Standard" }]);
    if (/\/MediaCover\/|^\/mediacover\//.test(pathname) || below.startsWith("/mediacover/")) {
      if (pathname.endsWith(".svg")) {
        return dated("<svg xmlns='http://www.w3.org/2000/svg'/>", { headers: { "Content-Type": "image/png" } });
      }
      if (pathname.endsWith(".html")) {
        return dated("<script>alert(1)</script>", { headers: { "Content-Type": "image/jpeg" } });
      }
      if (pathname.endsWith("broken.png")) return dated(PNG.slice(0, 40), { headers: { "Content-Type": "image/png" } });
      return dated(PNG, { headers: { "Content-Type": "image/png" } });
    }
    return dated('{"message":"NotFound"}', { status: 404 });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
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
