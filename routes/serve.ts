import type { Hono } from "hono";
import type { TlsFiles } from "../lib/system/tls_files.ts";
import type { AppEnv } from "./router.ts";

export interface ServeOptions {
  app: Hono<AppEnv>;
  /** `*` for every address of the machine, else a name or an address. */
  bindAddress: string;
  /** 0 takes any free port. */
  port: number;
  /** Speak HTTPS. */
  tls?: TlsFiles;
}

/** A listening server. */
export interface Listening {
  port: number;
  /** Takes no new requests, lets running ones end for `graceMs`, then cuts them off. */
  stop(graceMs?: number): Promise<void>;
}

/** Listens. Throws `Deno.errors.AddrInUse` and the like when the address cannot be had. */
export function serve({ app, bindAddress, port, tls }: ServeOptions): Listening {
  const abort = new AbortController();
  const secure = tls !== undefined;
  const listen = (hostname: string) =>
    Deno.serve(
      { hostname, port, signal: abort.signal, onListen: () => {}, ...tls } as Deno.ServeTcpOptions,
      (request, { remoteAddr }) =>
        app.fetch(request, { peer: remoteAddr.transport === "tcp" ? remoteAddr.hostname : "", secure }),
    );
  const server = bindAddress === "*" ? listenEverywhere(listen) : listen(bindAddress);
  return {
    port: server.addr.transport === "tcp" ? server.addr.port : port,
    async stop(graceMs = 5_000) {
      const timer = setTimeout(() => abort.abort(), graceMs);
      await server.shutdown();
      clearTimeout(timer);
    },
  };
}

/** Both address families through one socket; a machine without IPv6 gets the other one. */
function listenEverywhere<T>(listen: (hostname: string) => T): T {
  try {
    return listen("::");
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.PermissionDenied) throw error;
    return listen("0.0.0.0");
  }
}
