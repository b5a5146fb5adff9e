import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { Hono } from "hono";
import type { AppEnv } from "./router.ts";
import { type Listening, serve } from "./serve.ts";

const LIMITS = { connections: 20, headersMs: 400, idleMs: 400 };

/** A server that answers what it was sent, and the means to speak to it byte by byte. */
async function withServer(work: (server: Listening) => Promise<void>, limits = LIMITS): Promise<void> {
  const app = new Hono<AppEnv>().all("*", async (c) => c.text(`${c.env.target} ${(await c.req.text()).length}`));
  const server = await serve({ app, bindAddress: "127.0.0.1", port: 0, limits });
  try {
    await work(server);
  } finally {
    await server.stop(0);
  }
}

const connect = ({ port }: Listening) => Deno.connect({ hostname: "127.0.0.1", port });
const encoder = new TextEncoder();

/** Everything that comes until the other side closes. */
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

test("S-LIM-1: headers that never end, and connections that say nothing, are closed in time; the next caller is answered", async (server) => {
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

test("S-LIM-1: connections above the limit are closed, and those within it are answered", async (server) => {
  const held = await Promise.all(Array.from({ length: LIMITS.connections }, () => connect(server)));
  await Promise.all(held.map((connection) => connection.write(encoder.encode("GET / HTTP/1.1\r\n"))));
  is(await rest(await connect(server)), "");
  const [first] = held;
  ok(first);
  await first.write(encoder.encode("Host: a\r\nConnection: close\r\n\r\n"));
  match(await rest(first), /^HTTP\/1.1 200/);
  for (const connection of held.slice(1)) connection.close();
}, { ...LIMITS, headersMs: 60_000 });

test("malformed requests are 400, never 500 or an answer", async (server) => {
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
  // The half body has arrived when a later request on another connection is answered.
  await answer(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const stopped = server.stop();
  await connection.write(encoder.encode("cd"));
  match(await rest(connection), /^HTTP\/1.1 200[^]*\/ 4$/);
  await stopped;
});
