import { Dropped, type Failure, failWith, type Planned, strikes, type Where } from "./failures.ts";

/** What a fake was asked, and what it said. */
export interface Seen {
  method: string;
  path: string;
  query: string;
  status: number;
  userAgent: string | null;
}

/** What every fake can do, whatever it speaks. */
export interface Switches extends AsyncDisposable {
  url: string;
  seen: Seen[];
  /** Paths of the requests that met a planned failure, as they arrived: what hangs is never in `seen`. */
  struck: string[];
  /** From now on requests fail like this, those that `where` fits; the first plan that fits is taken. */
  fail(failure: Failure, where?: Where): void;
  /** All plans to fail are forgotten, and it listens again. */
  recover(): void;
  /** Stops listening: connections are refused. */
  down(): Promise<void>;
  /** Listens again, on the same port. */
  up(): void;
}

/** An HTTP server on this machine that can fail on purpose. */
export function startServer(
  { port = 0, base = "", answer }: {
    port?: number | undefined;
    base?: string;
    answer: (request: Request, url: URL) => Promise<Response>;
  },
): Switches {
  const closing = new AbortController();
  const seen: Seen[] = [];
  const struck: string[] = [];
  let planned: Planned[] = [];

  async function respond(asked: Request): Promise<Response> {
    const url = new URL(asked.url);
    const failure = strikes(planned, asked.method, url.pathname);
    if (failure) struck.push(url.pathname);
    // Whoever asked may be gone before a late answer: what was asked is kept.
    const request = failure?.mode === "slow" && asked.body !== null
      ? new Request(asked.url, { method: asked.method, headers: asked.headers, body: await asked.arrayBuffer() })
      : asked;
    const response = (failure && await failWith(failure, closing.signal)) ?? await answer(request, url);
    seen.push({
      method: request.method,
      path: url.pathname,
      query: url.search,
      status: response.status,
      userAgent: request.headers.get("user-agent"),
    });
    return response;
  }

  const listen = (at: number) =>
    Deno.serve({ hostname: "127.0.0.1", port: at, onListen: () => {}, onError: reported }, respond);
  let server: ReturnType<typeof listen> | undefined = listen(port);
  const address = server.addr;

  async function down(): Promise<void> {
    const stopping = server;
    server = undefined;
    await stopping?.shutdown();
  }
  const up = () => void (server ??= listen(address.port));

  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    seen,
    struck,
    fail: (failure, where = {}) => void planned.push({ failure, where, left: where.times ?? Infinity }),
    recover() {
      planned = [];
      up();
    },
    down,
    up,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await down();
    },
  };
}

/** A broken stream is meant; anything else is a bug of the fake and says so. */
function reported(error: unknown): Response {
  if (!(error instanceof Dropped)) console.error("a fake failed by accident:", error);
  return new Response(String(error), { status: 500 });
}
