import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TlsFiles } from "../../lib/platform/tls/tls_files.ts";
import { limitSockets } from "../../lib/kit/process/socket_places.ts";
import { openFileLimit } from "../../lib/kit/process/open_files.ts";
import type { AppEnv } from "./router.ts";

/** What answers requests. */
export type App = Pick<Hono<AppEnv>, "fetch">;

export interface ServeOptions {
  app: App;
  /** `*` for every address of the machine, else a name or an address. */
  bindAddress: string;
  /** 0 takes any free port. */
  port: number;
  /** Speak HTTPS. */
  tls?: TlsFiles;
  limits?: ConnectionLimits;
}

/** What keeps connections that ask nothing from standing in the way of those that do (safety.md, S-LIM-1). */
export interface ConnectionLimits {
  /** Open connections; at the limit one that waits makes room for the next. */
  connections: number;
  /** Milliseconds from the opening to the end of the first headers, and between two requests. */
  headersMs: number;
  idleMs: number;
}

const MAX_CONNECTIONS = 4_096;
/** Half of the files are left to the database, the tools and the logs; plain and encrypted connections share the rest. */
const SHARE_OF_FILES = 1 / 4;

const standardLimits = async (): Promise<ConnectionLimits> => ({
  connections: Math.min(MAX_CONNECTIONS, Math.floor((await openFileLimit() ?? Infinity) * SHARE_OF_FILES)),
  headersMs: 10_000,
  idleMs: 15_000,
});

/** A listening server. */
export interface Listening {
  port: number;
  /** Takes no new requests, lets running ones end for `graceMs`, then cuts them off. */
  stop(graceMs?: number): Promise<void>;
}

/** Listens. Rejects with the code `EADDRINUSE` and the like when the address cannot be had. */
export async function serve({ app, bindAddress, port, tls, ...options }: ServeOptions): Promise<Listening> {
  const limits = options.limits ?? await standardLimits();
  const secure = tls !== undefined;
  const listener = getRequestListener(
    (request, { incoming }) =>
      app.fetch(request, { peer: incoming.socket.remoteAddress ?? "", secure, target: incoming.url }),
    { overrideGlobalObjects: false },
  );
  const timing = {
    headersTimeout: limits.headersMs,
    // Larger ones than ours are told by the application.
    maxHeaderSize: 40 * 1024,
    // Bodies have a time of their own, which long uploads need.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
  };
  const server: Server = tls
    ? createSecureServer({ ...timing, handshakeTimeout: limits.headersMs, cert: tls.cert, key: tls.key }, listener)
    : createServer(timing, listener);
  limitSockets(server, limits.connections);
  await (bindAddress === "*" ? listenEverywhere(server, port) : listen(server, bindAddress, port));
  // Later trouble, such as no file handles left, passes: the server goes on when it can.
  server.on("error", () => {});
  return {
    port: (server.address() as AddressInfo).port,
    async stop(graceMs = 5_000) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Both address families through one socket; a machine without IPv6 gets the other one. */
async function listenEverywhere(server: Server, port: number): Promise<void> {
  try {
    await listen(server, "::", port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE" || code === "EACCES") throw error;
    await listen(server, "0.0.0.0", port);
  }
}
