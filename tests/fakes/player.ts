/** Common parts of the fakes of players: failures, recorded requests, and files that a rescan notices. */

export type PlayerBehaviour =
  | "well"
  | "unauthorized"
  | "error"
  | "html"
  | "malformed"
  | "redirect"
  | "drop"
  | "hang"
  | "huge"
  | "deep";

/** A running fake. */
export interface FakePlayer extends AsyncDisposable {
  url: string;
  token: string;
  /** Requests as `METHOD /path?query`, in order. */
  requests: string[];
  /** Number of requests with another token or none. */
  refused: number;
  behave(how: PlayerBehaviour): void;
}

/** A stream that a fake reports. */
export interface FakeStream {
  user?: string | null;
  title: string;
  series?: string;
  device?: string | null;
  paused?: boolean;
  /** Re-encodes the video. Otherwise the file is played directly. */
  transcodes?: boolean;
  /** Re-encodes only the audio. */
  remuxes?: boolean;
  kind?: "video" | "music" | "photo";
}

/** Item of a library. A rescan of its folder adds and removes items by the files on the disk. */
export interface FakeItem {
  id: string;
  file: string;
  /** Position in milliseconds and watched flag, by user ID. */
  states: Map<string, { watched: boolean; positionMs: number }>;
}

/** A library with the files on its disk. */
export interface FakeLibrary {
  root: string;
  disk: Set<string>;
  items: FakeItem[];
}

/** Makes the items of a folder match the disk, as a rescan does. The player loses the states of removed items. */
export function rescan(library: FakeLibrary, folder: string): void {
  const inside = (file: string) => file.startsWith(`${folder}/`);
  library.items = library.items.filter(({ file }) => !inside(file) || library.disk.has(file));
  for (const file of library.disk) {
    if (!inside(file) || library.items.some((item) => item.file === file)) continue;
    library.items.push({ id: newItemId(library), file, states: new Map() });
  }
}

const newItemId = ({ items }: FakeLibrary): string => String(Math.max(100, ...items.map(({ id }) => Number(id))) + 1);

const typed = (body: BodyInit, type: string): Response => new Response(body, { headers: { "Content-Type": type } });
export const json = (value: unknown): Response => typed(JSON.stringify(value), "application/json; charset=utf-8");

function misbehaved(how: PlayerBehaviour): Response | undefined {
  switch (how) {
    case "error":
      return typed("<html><head><title>Internal Server Error</title></head></html>", "text/html");
    case "html":
      return typed("<!doctype html><title>Sign in</title>", "text/html");
    case "malformed":
      return typed('{"MediaContainer":{"size":', "application/json");
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: "http://127.0.0.1:9/stolen" } });
    case "drop":
      return typed(endless("{", 1), "application/json");
    case "huge":
      return typed(endless(`{"a":"${"x".repeat(1 << 16)}"}`, Infinity), "application/json");
    case "deep":
      return typed(`${'{"MediaContainer":'.repeat(5_000)}1${"}".repeat(5_000)}`, "application/json");
    case "unauthorized":
      return typed("<html><head><title>Unauthorized</title></head></html>", "text/html");
    default:
      return undefined;
  }
}

/** A body that breaks off after some parts, or never ends. */
function endless(part: string, parts: number): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < parts) controller.enqueue(new TextEncoder().encode(part));
      else controller.error(new Error("gone"));
    },
  });
}

/** Serves a fake on a free port. `tokenOf` returns the token of a request, `open` lists paths that need none. */
export function servePlayer({ token, tokenOf, open = [], answer }: {
  token: string;
  tokenOf(request: Request): string | null;
  open?: readonly string[];
  answer(request: Request, url: URL): Promise<Response> | Response;
}): FakePlayer {
  let how: PlayerBehaviour = "well";
  const held = Promise.withResolvers<void>();
  const fake = { requests: [] as string[], refused: 0 };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const url = new URL(request.url);
    fake.requests.push(`${request.method} ${decodeURIComponent(url.pathname)}${decodeURIComponent(url.search)}`);
    if (how === "hang") await held.promise;
    const bad = misbehaved(how);
    if (bad !== undefined) {
      const status = how === "error" ? 500 : how === "unauthorized" ? 401 : bad.status;
      return new Response(bad.body, { status, headers: bad.headers });
    }
    if (!open.includes(url.pathname) && tokenOf(request) !== token) {
      fake.refused++;
      return new Response("Unauthorized", { status: 401, headers: { "Content-Type": "text/html" } });
    }
    return await answer(request, url);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    token,
    requests: fake.requests,
    get refused() {
      return fake.refused;
    },
    behave: (next) => void (how = next),
    async [Symbol.asyncDispose]() {
      held.resolve();
      await server.shutdown();
    },
  };
}
