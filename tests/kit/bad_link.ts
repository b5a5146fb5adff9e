import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A way to a server that is as bad as a test wants it; switches count for connections that are open, too. */
export interface BadLink extends AsyncDisposable {
  port: number;
  /** Every connection is broken off after so many bytes in either direction; undefined never. */
  cutAfterBytes: number | undefined;
  /** How long a byte is on its way. */
  delayMs: number;
  /** What all connections together may carry in one direction; undefined: anything. */
  bytesPerSecond: number | undefined;
  /** No connection gets through, and those that are open end. */
  down(): void;
  up(): void;
  /** Breaks off what is open now. */
  cut(): void;
  /** How many connections were broken off. */
  cuts(): number;
}

/** So much is on its way at most, of one connection in one direction. */
const ON_ITS_WAY_BYTES = 256 * 1024;

/** Resolves when everything that was written has left, or nothing more can. */
const flushed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || socket.writableLength === 0) return resolve();
    socket.once("close", () => resolve());
    socket.write("", () => resolve());
  });

/** Passes connections on to a port of this machine; `at` is where it is reached, loopback and any port unless it is said. */
export async function openBadLink(target: number, at: { host?: string; port?: number } = {}): Promise<BadLink> {
  const open = new Set<Socket>();
  let isDown = false;
  let cuts = 0;
  // When the line is free again, in each direction.
  const free = { there: 0, back: 0 };
  const server = createServer((near) => {
    near.on("error", () => {});
    if (isDown) return void near.destroy();
    const far = connect({ host: "127.0.0.1", port: target });
    let passed = 0;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    for (const [from, to, way] of [[near, far, "there"], [far, near, "back"]] as const) {
      let waiting = 0;
      let isCut = false;
      let arriving = Promise.resolve();
      const arrive = async (bytes: Uint8Array, atMs: number) => {
        const ms = atMs - performance.now();
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        if (to.destroyed) return;
        to.write(bytes, () => {
          waiting -= bytes.length;
          if (waiting < ON_ITS_WAY_BYTES) from.resume();
        });
      };
      from.on("data", (bytes: Uint8Array) => {
        if (isCut) return;
        const left = link.cutAfterBytes === undefined ? Infinity : link.cutAfterBytes - passed;
        passed += bytes.length;
        if (bytes.length > left) {
          isCut = true;
          cuts++;
          // What is before the cut gets through.
          const last = bytes.subarray(0, Math.max(0, left));
          return void (arriving = arriving.then(() => arrive(last, 0)).then(() => flushed(to)).then(end));
        }
        waiting += bytes.length;
        if (waiting >= ON_ITS_WAY_BYTES) from.pause();
        const ms = link.bytesPerSecond === undefined ? 0 : bytes.length / link.bytesPerSecond * 1000;
        free[way] = Math.max(free[way], performance.now()) + ms;
        const atMs = free[way] + link.delayMs;
        // One after another, whatever the switches say in between.
        arriving = arriving.then(() => arrive(bytes, atMs));
      });
      from.on("error", end);
      from.on("close", end);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: at.host ?? "127.0.0.1", port: at.port ?? 0 }, resolve);
  });
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  const link: BadLink = {
    port: (server.address() as AddressInfo).port,
    cutAfterBytes: undefined,
    delayMs: 0,
    bytesPerSecond: undefined,
    down() {
      isDown = true;
      endAll();
    },
    up: () => void (isDown = false),
    cut() {
      cuts += open.size;
      endAll();
    },
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      endAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return link;
}
