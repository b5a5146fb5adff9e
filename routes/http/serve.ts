import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TlsFiles } from "../../lib/platform/tls/tls_files.ts";
import { limitSockets } from "../../lib/kit/process/socket_places.ts";
import { openFileLimit } from "../../lib/kit/process/open_files.ts";
import type { AppEnv } from "./router.ts";

/** Handler of all requests. */
export type App = Pick<Hono<AppEnv>, "fetch">;

export interface ServeOptions {
  app: App;
  /** `*` for all addresses of the machine, or otherwise a name or address. */
  bindAddress: string;
  /** Port to listen on. With 0, any free port is used. */
  port: number;
  /** Enables HTTPS. */
  tls?: TlsFiles;
  limits?: ConnectionLimits;
}

/** Limits that prevent idle connections from blocking active ones (safety.md, S-LIM-1). */
export interface ConnectionLimits {
  /** Maximum number of open connections. At the limit, an idle one is closed for each new one. */
  connections: number;
  /** Maximum time in milliseconds from opening a connection to the end of the first headers. */
  headersMs: number;
  /** Maximum time in milliseconds between two requests of a connection. */
  idleMs: number;
}

const MAX_CONNECTIONS = 4_096;
/**
 * Share of the file descriptors for the connections of one server. HTTP and HTTPS together can use half. The other half
 * is for the database, tools and logs.
 */
const SHARE_OF_FILES = 1 / 4;

const standardLimits = async (): Promise<ConnectionLimits> => ({
  connections: Math.min(MAX_CONNECTIONS, Math.floor((await openFileLimit() ?? Infinity) * SHARE_OF_FILES)),
  headersMs: 10_000,
  idleMs: 15_000,
});

/** A listening server. */
export interface Listening {
  port: number;
  /** Accepts no new requests, waits up to `graceMs` for requests in progress, then closes their connections. */
  stop(graceMs?: number): Promise<void>;
}

/** Starts listening. Rejects with a code such as `EADDRINUSE` if the address cannot be bound. */
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
    // The limit for headers is larger than that of the application, so that the application can report the error.
    maxHeaderSize: 40 * 1024,
    // The timeout for whole requests is disabled, because long uploads need separate timeouts for bodies.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
  };
  const server: Server = tls
    ? createSecureServer({ ...timing, handshakeTimeout: limits.headersMs, cert: tls.cert, key: tls.key }, listener)
    : createServer(timing, listener);
  limitSockets(server, limits.connections);
  await (bindAddress === "*" ? listenEverywhere(server, port) : listen(server, bindAddress, port));
  // Later errors, such as a lack of file descriptors, are temporary. The server continues.
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

/** Listens on IPv6 and IPv4 with one socket. Without IPv6, listens only on IPv4. */
async function listenEverywhere(server: Server, port: number): Promise<void> {
  try {
    await listen(server, "::", port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE" || code === "EACCES") throw error;
    await listen(server, "0.0.0.0", port);
  }
}
