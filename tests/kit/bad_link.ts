import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A way to a server that is as bad as a test wants it; switches count for connections that are open, too. */
export interface BadLink extends AsyncDisposable {
  port: number;
  /** Every connection is broken off after so many bytes in either direction; undefined never. */
  cutAfterBytes: number | undefined;
  /** No connection gets through, and those that are open end. */
  down(): void;
  up(): void;
  /** How many connections were broken off. */
  cuts(): number;
}

/** Passes connections on to a port of this machine. */
export async function openBadLink(target: number): Promise<BadLink> {
  const open = new Set<Socket>();
  let isDown = false;
  let cuts = 0;
  const server = createServer((near) => {
    if (isDown) return void near.destroy();
    const far = connect({ host: "127.0.0.1", port: target });
    let passed = 0;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    for (const [from, to] of [[near, far], [far, near]] as const) {
      from.on("data", (bytes) => {
        passed += bytes.length;
        if (link.cutAfterBytes !== undefined && passed > link.cutAfterBytes) {
          cuts++;
          return end();
        }
        if (!to.write(bytes)) from.pause();
      });
      to.on("drain", () => from.resume());
      from.on("error", end);
      from.on("close", end);
    }
  });
  await new Promise<void>((resolve) => server.listen({ host: "127.0.0.1", port: 0 }, resolve));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  const link: BadLink = {
    port: (server.address() as AddressInfo).port,
    cutAfterBytes: undefined,
    down() {
      isDown = true;
      endAll();
    },
    up: () => void (isDown = false),
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      endAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return link;
}
