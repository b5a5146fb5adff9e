import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { Hono } from "hono";
import type { AppEnv } from "./router.ts";
import { boundedBody } from "./middleware/body.ts";
import { asFault } from "./problem.ts";
import { type Listening, serve } from "./serve.ts";

const LIMITS = { connections: 20, headersMs: 400, idleMs: 400 };

/** Starts a server that echoes its requests. */
async function withServer(work: (server: Listening) => Promise<void>, limits = LIMITS): Promise<void> {
  const app = new Hono<AppEnv>().all("*", async (c) => c.text(`${c.env.target} ${(await c.req.text()).length}`));
  // A truncated body is expected and not logged.
  app.onError((_, c) => c.text("cut off", 400));
  const server = await serve({ app, bindAddress: "127.0.0.1", port: 0, limits });
  try {
    await work(server);
  } finally {
    await server.stop(0);
  }
}

const connect = ({ port }: Listening) => Deno.connect({ hostname: "127.0.0.1", port });
const encoder = new TextEncoder();

/** Reads until the peer closes the connection. */
async function rest(connection: Deno.Conn): Promise<string> {
  return await new Response(connection.readable).text().catch(() => "");
}

async function answer(server: Listening, sent: string): Promise<string> {
  const connection = await connect(server);
  await connection.write(encoder.encode(sent));
  return await rest(connection);
}

const test = (name: string, work: (server: Listening) => Promise<void>, limits = LIMITS) =>
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn: () => withServer(work, limits) });

test("the target arrives as it was sent, before anything tidies it up", async (server) => {
  const said = await answer(server, "GET /a/%2e%2e/b?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  match(said, /\/a\/%2e%2e\/b\?x=1 0/);
});

test("S-LIM-1: endless headers, and silent connections, are closed in time, and the next caller is answered", async (server) => {
  const slow = await Promise.all(Array.from({ length: LIMITS.connections }, () => connect(server)));
  await Promise.all(
    slow.map((connection, i) =>
      i % 2 === 0 ? connection.write(encoder.encode("GET / HTTP/1.1\r\nHost: a\r\nX-More: ")) : undefined
    ),
  );
  const ends = await Promise.all(slow.map(rest));
  ok(ends.every((text) => text === "" || text.startsWith("HTTP/1.1 408")), ends.join());
  match(await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /^HTTP\/1.1 200/);
});

test(
  "S-LIM-1: half-open connections at the limit are closed, the oldest first, and regular callers are answered",
  async (server) => {
    const held: Deno.TcpConn[] = [];
    for (let i = 0; i < LIMITS.connections; i++) {
      const connection = await connect(server);
      await connection.write(encoder.encode("GET / HTTP/1.1\r\n"));
      held.push(connection);
    }
    for (let i = 0; i < 5; i++) {
      match(await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /^HTTP\/1.1 200/);
    }
    const [oldest, last] = [held[0], held.at(-1)];
    ok(oldest && last);
    is(await rest(oldest), "");
    await last.write(encoder.encode("Host: a\r\nConnection: close\r\n\r\n"));
    match(await rest(last), /^HTTP\/1.1 200/);
    for (const connection of held.slice(1, -1)) connection.close();
  },
  { ...LIMITS, headersMs: 60_000 },
);

test("S-LIM-1: a request in progress is not closed for others", async (server) => {
  const busy = await connect(server);
  await busy.write(encoder.encode("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nab"));
  // The response to a later request on another connection shows that the first request has started.
  await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const flood: Deno.TcpConn[] = [];
  for (let i = 0; i < 3 * LIMITS.connections; i++) flood.push(await connect(server));
  await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  await busy.write(encoder.encode("cd"));
  match(await rest(busy), /^HTTP\/1.1 200[^]*\/ 4$/);
  for (const connection of flood) connection.close();
}, { ...LIMITS, headersMs: 60_000 });

test("malformed requests are 400, never 500 or a result", async (server) => {
  const requests = [
    "GET / HTTP/1.1\nHost: a\n\n",
    "GET / HTTP/1.1\r\nHost: a\nX-Other: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nX: \u0000\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, identity\r\n\r\nabc",
    "NO SUCH THING\r\n\r\n",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
  ];
  const statuses = await Promise.all(requests.map(async (sent) => (await answer(server, sent)).slice(0, 12)));
  same(statuses.filter((status) => status !== "HTTP/1.1 400"), []);
});

test("a stop lets a running request end", async (server) => {
  const connection = await connect(server);
  await connection.write(encoder.encode("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab"));
  // The response to a later request on another connection shows that half of the body has arrived.
  await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const stopped = server.stop();
  await connection.write(encoder.encode("cd"));
  match(await rest(connection), /^HTTP\/1.1 200[^]*\/ 4$/);
  await stopped;
});

const BODIES = { bytes: 1_000, listBytes: 2_000, depth: 32, receiveMs: 500 };

/** Starts a server with body limits and one path that reads no body. */
async function withBodies(work: (server: Listening) => Promise<void>): Promise<void> {
  const app = new Hono<AppEnv>();
  app.all("/unread", (c) => c.text("no", 401));
  app.use("*", boundedBody(BODIES));
  app.all("*", async (c) => c.text(`${(await c.req.text()).length}`));
  app.onError((error, c) => c.text(asFault(error).code, asFault(error).status));
  const server = await serve({ app, bindAddress: "127.0.0.1", port: 0, limits: { ...LIMITS, connections: 100 } });
  try {
    await work(server);
  } finally {
    await server.stop(0);
  }
}

const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

/** Sends a small chunk repeatedly until the peer closes the connection. Returns the peer's response. */
async function endless(server: Listening, head: string, chunk: string): Promise<string> {
  const connection = await connect(server);
  const said = rest(connection);
  await connection.write(encoder.encode(head));
  let open = true;
  said.then(() => open = false);
  while (open) {
    await connection.write(encoder.encode(chunk)).catch(() => open = false);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return await said;
}

Deno.test({
  name:
    "S18: a chunked body without end is refused at its limits, read or not, its connection closed, and others are answered",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withBodies(async (server) => {
      const attacks = [
        // The body never exceeds the size limit but never ends.
        endless(server, chunked("/api/jobs"), "1\r\n \r\n"),
        endless(server, chunked("/api/jobs/bulk"), "1\r\n[\r\n"),
        // A single chunk exceeds the size limit.
        endless(server, chunked("/api/jobs"), `400\r\n${" ".repeat(1024)}\r\n`),
        // The body is not read, neither before the rejection nor after the response.
        endless(server, chunked("/unread"), "1\r\n \r\n"),
        // The chunk length or the chunk itself never ends.
        endless(server, chunked("/api/jobs"), "0"),
        endless(server, `${chunked("/api/jobs")}5;x=`, "y"),
        endless(server, "POST /api/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n", " "),
      ];
      for (let i = 0; i < 5; i++) {
        match(
          await answer(
            server,
            "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
          ),
          /^HTTP\/1.1 200[^]*\r\n2$/,
        );
      }
      const said = (await Promise.all(attacks)).map((text) => text.slice(9, 12));
      const [slow, list, large, unread, ...malformed] = said;
      same([slow, list, unread], ["408", "408", "401"]);
      // Data that arrives while the response is sent may cut off the response.
      ok(large === "413" || large === "", `${large}`);
      ok(malformed.every((status) => ["408", "400", "413", ""].includes(status)), malformed.join());
    }),
});

test("half-open connections, whose other side has finished or disconnected, are closed", async (server) => {
  const closedEarly = await Promise.all(Array.from({ length: LIMITS.connections }, async (_, i) => {
    const connection = await connect(server);
    const sent = [
      "",
      "GET / HTTP/1.1\r\nHost: a\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    ][i % 4] ?? "";
    if (sent !== "") await connection.write(encoder.encode(sent));
    await connection.closeWrite();
    return await rest(connection);
  }));
  ok(closedEarly.every((text) => text === "" || /^HTTP\/1.1 (200|400|408)/.test(text)), closedEarly.join());
  match(await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /^HTTP\/1.1 200/);
});

/**
 * Returns the number of connections of which this process can open both ends: at most 2,000, or fewer if the system's
 * limit is lower.
 */
async function idleCount(): Promise<number> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", "ulimit -n"] }).output();
  const limit = Number(new TextDecoder().decode(stdout)) || Infinity;
  const count = Math.min(2_000, Math.floor((limit - 300) / 2));
  if (count < 2_000) console.log(`Only ${count} connections: this process may open ${limit} files.`);
  return count;
}

test(
  "2,000 idle connections, silent or after a response, do not delay other requests",
  async (server) => {
    const count = await idleCount();
    const request = encoder.encode("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const buffer = new Uint8Array(4096);
    const ask = async (connection: Deno.Conn): Promise<string> => {
      await connection.write(request);
      return new TextDecoder().decode(buffer.subarray(0, await connection.read(buffer) ?? 0)).slice(0, 12);
    };
    const idle: Deno.Conn[] = [];
    try {
      while (idle.length < count) {
        const some = await Promise.all(
          Array.from({ length: Math.min(50, count - idle.length) }, () => connect(server)),
        );
        idle.push(...some);
      }
      for (const connection of idle.slice(0, count / 2)) is(await ask(connection), "HTTP/1.1 200");
      for (let i = 0; i < 20; i++) {
        match(await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /^HTTP\/1.1 200/);
      }
      // None of the idle connections was closed in favour of others.
      for (const connection of [...idle.slice(0, 20), ...idle.slice(-20)]) is(await ask(connection), "HTTP/1.1 200");
    } finally {
      for (const connection of idle) connection.close();
    }
    match(await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /^HTTP\/1.1 200/);
  },
  { connections: 4_096, headersMs: 120_000, idleMs: 120_000 },
);
