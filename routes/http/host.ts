import { isIPv6 } from "node:net";
import { createMutex, type Mutex } from "../../lib/kit/async.ts";
import type { Log } from "../../lib/kit/log.ts";
import { readCertificate } from "../../lib/platform/tls/certificate.ts";
import type { EventLog } from "../../lib/platform/events/event_log.ts";
import type { Settings } from "../../lib/platform/settings/schema.ts";
import { type App, type Listening, serve } from "./serve.ts";

/** Network address of the service, and its changes. */
export interface Host {
  /** Returns the current address. `name` is the host in its URLs on this machine. */
  at(): { name: string; port: number; urlBase: string; sslPort?: number };
  ports(): number[];
  /** Returns the address after a restart. */
  planned(): { port: number; urlBase: string };
  /** Starts listening. Rejects if the initial address cannot be bound. */
  start(): Promise<void>;
  /**
   * Binds the address in the current settings. If this fails, the service keeps the old address and reports the
   * failure. All other work continues. Open streams are disconnected, so that clients reconnect. Returns true if the
   * service now listens on that address.
   */
  restart(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface HostOptions {
  settings: () => Settings["general"]["host"];
  /** Values from the command line. They apply until the settings change. */
  first: { bindAddress?: string; port?: number };
  /** Creates the application for a base path. */
  appFor: (urlBase: string) => App;
  /** Disconnects the clients of the live stream, which would keep a server open. */
  disconnect: () => void;
  events: Pick<EventLog, "record">;
  log: Log;
}

/** Address on which the service listens or will listen, with its options. */
interface Binding {
  bindAddress: string;
  port: number;
  urlBase: string;
  ssl: Pick<Settings["general"]["host"], "enableSsl" | "sslPort" | "sslCertPath" | "sslKeyPath" | "sslCertPassword">;
}

interface HostState extends HostOptions {
  binding: Binding;
  /** Settings on which `binding` is based. */
  followed: Settings["general"]["host"];
  plain?: Listening;
  secure?: Listening;
  /** True if the service was stopped permanently. No new server is started. */
  stopped?: true;
  readonly inTurn: Mutex;
}

/** Maximum time in milliseconds for requests in progress while the address changes. */
const MOVE_GRACE_MS = 2_000;
const MAX_TRIES = 5;
const RETRY_MS = 100;

/** Creates the host. No address is bound before `start`. */
export function createHost(options: HostOptions): Host {
  const followed = options.settings();
  const binding = bindingOf(followed, followed, options.first);
  const state: HostState = { ...options, binding, followed, inTurn: createMutex() };
  return {
    at: () => ({
      name: nameOf(state.binding.bindAddress),
      port: state.plain?.port ?? state.binding.port,
      urlBase: state.binding.urlBase,
      ...(state.secure ? { sslPort: state.secure.port } : {}),
    }),
    ports: () => [state.plain, state.secure].flatMap((server) => server?.port ?? []),
    planned: () => {
      const { port, urlBase } = nextBinding(state);
      return { port, urlBase };
    },
    async start() {
      state.plain = await openPlain(state, state.binding);
      state.secure = await openSecure(state);
    },
    restart: () => state.inTurn(() => move(state)),
    stop: () =>
      state.inTurn(async () => {
        state.stopped = true;
        state.disconnect();
        await Promise.all([state.plain?.stop(), state.secure?.stop()]);
      }),
  };
}

/** Returns the URL host with which this machine reaches the bound address. Secrets are sent to no other host. */
export function nameOf(bindAddress: string): string {
  if (["*", "localhost", "0.0.0.0", "::"].includes(bindAddress)) return "localhost";
  return isIPv6(bindAddress) ? `[${bindAddress}]` : bindAddress;
}

/**
 * Returns the binding to use. Settings that have changed since `followed` take precedence over `kept`, the values from
 * the command line.
 */
const bindingOf = (
  now: Settings["general"]["host"],
  followed: Settings["general"]["host"],
  kept: HostOptions["first"],
): Binding => ({
  bindAddress: now.bindAddress === followed.bindAddress ? kept.bindAddress ?? now.bindAddress : now.bindAddress,
  port: now.port === followed.port ? kept.port ?? now.port : now.port,
  urlBase: now.urlBase,
  ssl: now,
});

const nextBinding = ({ settings, followed, binding, plain }: HostState): Binding =>
  bindingOf(settings(), followed, { bindAddress: binding.bindAddress, port: plain?.port ?? binding.port });

const openPlain = ({ appFor }: HostState, { urlBase, bindAddress, port }: Binding): Promise<Listening> =>
  listen({ app: appFor(urlBase), bindAddress, port });

/**
 * Starts the server. A child process has a copy of the sockets until its program runs, so an address that was just
 * released may still be in use. In this case, the start is retried.
 */
async function listen(options: Parameters<typeof serve>[0]): Promise<Listening> {
  for (let tries = 1;; tries++) {
    try {
      return await serve(options);
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!taken || tries === MAX_TRIES) throw error;
      await new Promise((again) => setTimeout(again, RETRY_MS));
    }
  }
}

async function openSecure({ binding, appFor, log, events }: HostState): Promise<Listening | undefined> {
  const { bindAddress, urlBase, ssl } = binding;
  if (!ssl.enableSsl) return undefined;
  try {
    return await listen({ app: appFor(urlBase), bindAddress, port: ssl.sslPort, tls: await readCertificate(ssl) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log("error", "HTTPS could not be started.", { port: ssl.sslPort, reason });
    events.record({
      level: "error",
      source: "system",
      message: `HTTPS could not be started on port ${ssl.sslPort}; plain HTTP is used.`,
      details: reason,
    });
  }
}

async function move(state: HostState): Promise<boolean> {
  if (state.stopped) return false;
  const { binding: old, plain: left } = state;
  const next = nextBinding(state);
  const wanted = state.settings();
  let moved = true;
  state.disconnect();
  await state.secure?.stop(MOVE_GRACE_MS);
  state.secure = undefined;
  try {
    if (next.port === left?.port) {
      await left.stop(MOVE_GRACE_MS);
      state.plain = await openPlain(state, next);
    } else {
      state.plain = await openPlain(state, next);
      await left?.stop(MOVE_GRACE_MS);
    }
    state.binding = next;
    state.followed = wanted;
  } catch (error) {
    moved = false;
    // If the new address has the same port, the old server was already stopped, so it is started again.
    state.plain = next.port === left?.port ? await openPlain(state, { ...old, port: next.port }) : left;
    recordBindFailure(state, next, error);
  }
  state.secure = await openSecure(state);
  return moved;
}

function recordBindFailure({ plain, log, events }: HostState, { port, bindAddress }: Binding, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log("error", "The new address cannot be used.", { port, bindAddress, reason });
  events.record({
    level: "error",
    source: "system",
    message: `Port ${port} on ${bindAddress} cannot be used; Lathe keeps using port ${plain?.port}.`,
    details: reason,
  });
}
