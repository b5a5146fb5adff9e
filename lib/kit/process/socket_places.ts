import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits the number of connections of a server. When the limit is reached, the oldest idle connection of the address
 * with the most connections is closed for each new one, so that one host cannot lock out others.
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
  /** Number of requests in progress. */
  busy: number;
  end(): void;
}

/**
 * Identifies a connection. A TLS connection is a different object from the socket that it uses, but has the same
 * endpoints.
 */
const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Returns the oldest idle connection of the address with the most connections. Undefined if all are busy. Pure. */
export function mostCrowded(open: [key: string, socket: Pick<OpenSocket, "address" | "busy">][]): string | undefined {
  const waiting = Map.groupBy(open.filter(([, { busy }]) => busy === 0), ([, { address }]) => address);
  const [most] = [...waiting.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0]?.[0];
}
