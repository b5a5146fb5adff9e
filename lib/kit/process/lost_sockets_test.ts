import { strictEqual as is } from "node:assert/strict";

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

Deno.test("any other error still ends the program, also one without a listener in an operation", async () => {
  for (const error of ['new Error("a bug")', '"ECONNRESET"', 'Object.assign(new Error("x"), { code: "ECONNRESET" })']) {
    const program = `import { outliveLostSockets } from ${JSON.stringify(GUARD)};
      outliveLostSockets(console.log); setTimeout(() => { throw ${error}; }, 1); setTimeout(() => console.log("on"), 50);`;
    is(await runs(program), "1 ", error);
  }
});
