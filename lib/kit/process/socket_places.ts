import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Keeps a server at so many connections. At the limit the oldest one that waits, without a request that is being answered,
 * makes room for the next: of the address that has most of them, so that one host cannot shut out the others.
 */
export function limitSockets(server: Server, most: number): void {
  const open = new Map<string, OpenSocket>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address = "" } = socket;
    const key = keyOf(socket);
    open.set(key, { address, busy: 0, end: () => socket.destroy() });
    socket.once("close", () => open.delete(key));
    if (open.size <= most) return;
    const crowded = mostCrowded([...open].filter(([other]) => other !== key));
    open.get(crowded ?? key)?.end();
    open.delete(crowded ?? key);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const found = open.get(keyOf(socket));
    if (found === undefined) return;
    found.busy++;
    response.once("close", () => found.busy--);
  });
}

interface OpenSocket {
  address: string;
  /** Requests that are being answered. */
  busy: number;
  end(): void;
}

/** An encrypted connection is another object than the one below it, between the same ends. */
const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** The oldest waiting connection of the address with most of them; undefined when all are busy. Pure. */
export function mostCrowded(open: [key: string, socket: Pick<OpenSocket, "address" | "busy">][]): string | undefined {
  const waiting = Map.groupBy(open.filter(([, { busy }]) => busy === 0), ([, { address }]) => address);
  const [most] = [...waiting.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0]?.[0];
}
