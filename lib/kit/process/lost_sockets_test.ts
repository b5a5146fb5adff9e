import { strictEqual as is } from "node:assert/strict";
import { makeCertificate } from "../../../tests/fixtures/certificate.ts";
import { withFolder } from "../../../tests/fixtures/folder.ts";

const GUARD = new URL("./lost_sockets.ts", import.meta.url).href;

/**
 * Returns the source of a program whose socket has no error listener and is reset by its peer. The program prints "on"
 * if it keeps running.
 */
const cutOff = (guard: string) => `
  import { createConnection, createServer } from "node:net";
  import { outliveLostSockets } from ${JSON.stringify(GUARD)};
  ${guard}
  const server = createServer((socket) => socket.on("data", () => socket.resetAndDestroy()));
  server.listen(0, "127.0.0.1", () => {
    const socket = createConnection(server.address().port, "127.0.0.1", () => socket.write("?"));
    socket.on("close", () => (console.log("on"), server.close()));
  });`;

/**
 * Returns the source of a program whose TLS socket has no error listener and receives a record that cannot be decrypted.
 * The program prints "on" if it keeps running.
 */
const garbled = (guard: string, { key, cert }: { key: string; cert: string }) => `
  import { createConnection, createServer } from "node:net";
  import { connect, createServer as createTlsServer } from "node:tls";
  import { outliveLostSockets } from ${JSON.stringify(GUARD)};
  ${guard}
  const server = createTlsServer({ key: ${JSON.stringify(key)}, cert: ${JSON.stringify(cert)} }, (socket) => {
    socket.on("error", () => {}).on("data", () => {});
  });
  const garbage = new Uint8Array([0x17, 3, 3, 0, 40, ...new Array(40).fill(7)]);
  let send = () => {};
  const between = createServer((client) => {
    const upstream = createConnection(server.address().port, "127.0.0.1").on("error", () => {});
    client.on("error", () => {}).on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => client.write(bytes));
    send = () => client.write(garbage);
  });
  server.listen(0, "127.0.0.1", () => between.listen(0, "127.0.0.1", () => {
    const { port } = between.address();
    connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => send()).on("data", () => {});
  }));`;

const runs = async (code: string) => {
  const { code: exit, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--ext=ts", "--no-check", code],
    stderr: "null",
  }).output();
  return [exit, new TextDecoder().decode(stdout).trim()].join(" ");
};

Deno.test("a connection that fails after it was abandoned ends the program only if no later work needs it", async () => {
  is(await runs(cutOff("")), "1 ");
  is(
    await runs(cutOff("outliveLostSockets(console.log);")),
    "0 An abandoned connection was closed: read ECONNRESET.\non",
  );
});

Deno.test("a TLS connection that receives invalid data after it was abandoned does not end the program", () =>
  withFolder(async (folder) => {
    const certificate = await makeCertificate(folder);
    is(await runs(garbled("", certificate)), "1 ");
    const guard = 'outliveLostSockets((message) => (console.log(message), console.log("on"), Deno.exit()));';
    is(
      await runs(garbled(guard, certificate)),
      "0 An abandoned connection was closed: cannot decrypt peer's message.\non",
    );
  }));

Deno.test("any other error still ends the program, also one without a listener in an operation", async () => {
  for (const error of ['new Error("a bug")', '"ECONNRESET"', 'Object.assign(new Error("x"), { code: "ECONNRESET" })']) {
    const program = `import { outliveLostSockets } from ${JSON.stringify(GUARD)};
      outliveLostSockets(console.log); setTimeout(() => { throw ${error}; }, 1); setTimeout(() => console.log("on"), 50);`;
    is(await runs(program), "1 ", error);
  }
});
