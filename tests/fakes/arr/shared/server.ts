import { Dropped, type Failure, failWith, type Planned, strikes, type Where } from "./failures.ts";

/** A request to a fake and its status. */
export interface Seen {
  method: string;
  path: string;
  query: string;
  status: number;
  userAgent: string | null;
}

/** Controls common to all fakes. */
export interface Switches extends AsyncDisposable {
  url: string;
  seen: Seen[];
  /** Paths of requests with a planned failure, in order of arrival. Hanging requests never appear in `seen`. */
  struck: string[];
  /** Plans a failure for all further requests that match `where`. If several plans match, the first one applies. */
  fail(failure: Failure, where?: Where): void;
  /** Removes all planned failures and resumes listening. */
  recover(): void;
  /** Stops listening, so that connections are refused. */
  down(): Promise<void>;
  /** Resumes listening on the same port. */
  up(): void;
}

/** Starts a local HTTP server that can fail on purpose. */
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
    // The client may disconnect before a late response, so the request body is read first.
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

/** Broken connections are intended. Any other error is a bug of the fake and is logged. */
function reported(error: unknown): Response {
  if (!(error instanceof Dropped)) console.error("a fake failed by accident:", error);
  return new Response(String(error), { status: 500 });
}
