import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A proxy to a server with controllable network faults. The settings also apply to open connections. */
export interface BadLink extends AsyncDisposable {
  port: number;
  /** Number of bytes in either direction after which every connection breaks. Undefined for no limit. */
  cutAfterBytes: number | undefined;
  /** Latency of each byte in milliseconds. */
  delayMs: number;
  /** Total bandwidth of all connections in one direction. Undefined for no limit. */
  bytesPerSecond: number | undefined;
  /** Rejects new connections and ends open ones. */
  down(): void;
  up(): void;
  /** Breaks all open connections. */
  cut(): void;
  /** Returns the number of broken connections. */
  cuts(): number;
}

/** Maximum number of bytes in transit per connection and direction. */
const ON_ITS_WAY_BYTES = 256 * 1024;

/** Resolves when all written data has been sent or the socket is closed. */
const flushed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || socket.writableLength === 0) return resolve();
    socket.once("close", () => resolve());
    socket.write("", () => resolve());
  });

/**
 * Forwards connections to a port of this machine. `at` is the listening address. The default is loopback with any port.
 */
export async function openBadLink(target: number, at: { host?: string; port?: number } = {}): Promise<BadLink> {
  const open = new Set<Socket>();
  let isDown = false;
  let cuts = 0;
  // Time at which the link becomes idle, in each direction.
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
          // Data before the cut is still delivered.
          const last = bytes.subarray(0, Math.max(0, left));
          return void (arriving = arriving.then(() => arrive(last, 0)).then(() => flushed(to)).then(end));
        }
        waiting += bytes.length;
        if (waiting >= ON_ITS_WAY_BYTES) from.pause();
        const ms = link.bytesPerSecond === undefined ? 0 : bytes.length / link.bytesPerSecond * 1000;
        free[way] = Math.max(free[way], performance.now()) + ms;
        const atMs = free[way] + link.delayMs;
        // The chained promises preserve the order, even if the settings change.
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
