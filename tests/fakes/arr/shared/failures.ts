/** Failures of a manager or of the network in front of it. */
export type Failure =
  | { mode: "slow"; ms: number }
  /** The real response is sent after `until` has resolved. */
  | { mode: "held"; until: Promise<void> }
  | { mode: "hang" }
  | { mode: "unauthorized" }
  | { mode: "error" }
  | { mode: "malformed" }
  /** The connection breaks in the middle of the response. */
  | { mode: "drop" }
  /** The response ends before the length in its header. */
  | { mode: "truncated" }
  | { mode: "huge"; megabytes: number }
  | { mode: "html" }
  | { mode: "redirect"; to?: string }
  | { mode: "answer"; status: number; body?: unknown };

/** Requests that fail. The default is all requests. */
export interface Where {
  path?: string | RegExp;
  method?: string;
  /** Number of requests after which the failure ends. */
  times?: number;
}

export interface Planned {
  failure: Failure;
  where: Where;
  left: number;
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };

const LOGIN = "<!doctype html><html><head><title>Login</title></head><body><form method='post'></form></body></html>";

export const loginPage = (): Response =>
  new Response(LOGIN, { headers: { "Content-Type": "text/html; charset=utf-8" } });

/** Returns the failure for this request and counts it. */
export function strikes(planned: Planned[], method: string, path: string): Failure | undefined {
  const found = planned.find(({ where, left }) =>
    left > 0 && (where.method === undefined || where.method === method) && fits(where.path, path)
  );
  if (found !== undefined) found.left--;
  return found?.failure;
}

const fits = (wanted: string | RegExp | undefined, path: string): boolean =>
  wanted === undefined || (typeof wanted === "string" ? path.endsWith(wanted) : wanted.test(path));

/** Returns the response of a failure. Undefined if the real response follows with a delay. */
export async function failWith(failure: Failure, closing: AbortSignal): Promise<Response | undefined> {
  switch (failure.mode) {
    case "slow":
      return void await pause(failure.ms, closing);
    case "held":
      return void await failure.until;
    case "hang":
      await pause(2 ** 31 - 1, closing);
      return new Response(null, { status: 503 });
    case "unauthorized":
      return new Response(null, { status: 401 });
    case "error":
      return Response.json({ message: "database is locked", description: "SQLiteException" }, { status: 500 });
    case "malformed":
      return new Response('{"appName":', { headers: JSON_TYPE });
    case "drop":
      return new Response(broken(), { headers: JSON_TYPE });
    case "truncated":
      return new Response(ReadableStream.from([new TextEncoder().encode('[{"id":')]), {
        headers: { ...JSON_TYPE, "Content-Length": "4096" },
      });
    case "huge":
      return new Response(endless(failure.megabytes, closing), { headers: JSON_TYPE });
    case "html":
      return loginPage();
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: failure.to ?? "/login" } });
    case "answer":
      return failure.body === undefined
        ? new Response(null, { status: failure.status })
        : Response.json(failure.body, { status: failure.status });
  }
}

function pause(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(over, ms);
    function over() {
      clearTimeout(timer);
      closing.removeEventListener("abort", over);
      done();
    }
    if (closing.aborted) over();
    else closing.addEventListener("abort", over);
  });
}

/** A connection that is deliberately broken. */
export class Dropped extends Error {
  override name = "Dropped";
}

const broken = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":1,'));
      controller.error(new Dropped());
    },
  });

/** Streams valid JSON of the given size, which is generated as fast as the client reads it. */
function endless(megabytes: number, closing: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const piece = encoder.encode(`{"title":"${"x".repeat(2 ** 20 - 13)}"},`);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (closing.aborted) return controller.error(new Dropped());
      if (sent === 0) controller.enqueue(encoder.encode("["));
      if (sent++ < megabytes) return controller.enqueue(piece);
      controller.enqueue(encoder.encode("{}]"));
      controller.close();
    },
  });
}
