import { match, ok, strictEqual as is } from "node:assert/strict";
import { Hono } from "hono";
import { connect } from "node:tls";
import { makeCertificate } from "../../tests/fixtures/certificate.ts";
import { withFolder } from "../../tests/fixtures/folder.ts";
import type { AppEnv } from "./router.ts";
import { type Listening, serve } from "./serve.ts";

/** Connection limits over HTTPS. */

const LIMITS = { connections: 20, headersMs: 1_000, idleMs: 1_000 };
const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
/** The first bytes of a handshake that announces 512 bytes. */
const HALF_HELLO = Uint8Array.of(0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03);

interface Encrypted {
  write(text: string): void;
  /** Ends the sending side. */
  closeWrite(): void;
  /** Reads until the peer closes the connection. */
  rest(): Promise<string>;
  close(): void;
}

/** Returns a client that has completed its handshake. */
async function encrypted(port: number): Promise<Encrypted> {
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
  const ended = Promise.withResolvers<string>();
  let text = "";
  socket.on("data", (data) => text += data);
  socket.on("error", () => {});
  socket.on("close", () => ended.resolve(text));
  await new Promise((resolve) => socket.once("secureConnect", resolve));
  return {
    write: (sent) => void socket.write(sent),
    closeWrite: () => void socket.end(),
    rest: () => ended.promise,
    close: () => void socket.destroy(),
  };
}

interface World {
  server: Listening;
  /** Opens an unencrypted connection. */
  plain(): Promise<Deno.TcpConn>;
  encrypted(): Promise<Encrypted>;
}

const test = (name: string, work: (world: World) => Promise<void>, limits = LIMITS) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withFolder(async (folder) => {
        const { cert, key } = await makeCertificate(folder);
        const app = new Hono<AppEnv>().all("*", (c) => c.text("here"));
        const server = await serve({ app, bindAddress: "127.0.0.1", port: 0, tls: { cert, key }, limits });
        const at = { hostname: "127.0.0.1", port: server.port };
        try {
          await work({
            server,
            plain: () => Deno.connect(at),
            encrypted: () => encrypted(server.port),
          });
        } finally {
          await server.stop(0);
        }
      }),
  });

const rest = async (connection: Deno.Conn): Promise<string> =>
  await new Response(connection.readable).text().catch(() => "");

async function answer({ encrypted }: World): Promise<string> {
  const connection = await encrypted();
  connection.write(REQUEST);
  return await connection.rest();
}

const many = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: LIMITS.connections }, (_, i) => make(i)));

test("S-LIM-1: silent clients, or those that stop during the handshake, are closed in time over HTTPS", async (world) => {
  const silent = await many(world.plain);
  await Promise.all(silent.map((connection, i) => i % 2 === 0 ? connection.write(HALF_HELLO) : undefined));
  for (const text of await Promise.all(silent.map(rest))) ok(!text.includes("HTTP"), text);
  match(await answer(world), /^HTTP\/1.1 200/);
});

test("S-LIM-1: headers that never end are closed in time over HTTPS", async (world) => {
  const slow = await many(world.encrypted);
  for (const [i, connection] of slow.entries()) {
    if (i % 2 === 0) connection.write("GET / HTTP/1.1\r\nHost: a\r\nX-More: ");
  }
  const ends = await Promise.all(slow.map((connection) => connection.rest()));
  ok(ends.every((text) => text === "" || text.startsWith("HTTP/1.1 408")), ends.join());
  match(await answer(world), /^HTTP\/1.1 200/);
});

test(
  "S-LIM-1: half-open connections at the limit are closed, and regular callers are answered over HTTPS",
  async (world) => {
    const held: Encrypted[] = [];
    for (let i = 0; i < LIMITS.connections; i++) held.push(await world.encrypted());
    match(await answer(world), /^HTTP\/1.1 200/);
    const [oldest, last] = [held[0], held.at(-1)];
    ok(oldest && last);
    is(await oldest.rest(), "");
    last.write(REQUEST);
    match(await last.rest(), /^HTTP\/1.1 200/);
    for (const connection of held.slice(1, -1)) connection.close();
  },
  { ...LIMITS, headersMs: 60_000, idleMs: 60_000 },
);

test("half-open connections hold nothing over HTTPS", async (world) => {
  const ends = await many(async (i) => {
    if (i % 2 === 0) {
      const connection = await world.plain();
      if (i % 4 === 2) await connection.write(HALF_HELLO);
      await connection.closeWrite();
      return await rest(connection);
    }
    const connection = await world.encrypted();
    if (i % 4 === 1) connection.write("GET / HTTP/1.1\r\nHost: a\r\n");
    connection.closeWrite();
    return await connection.rest();
  });
  ok(ends.every((text) => !text.startsWith("HTTP/1.1 200")), ends.join());
  match(await answer(world), /^HTTP\/1.1 200/);
});
