import { fromSeed } from "@nats-io/nkeys";
import { type ConnectionOptions, nkeyAuthenticator } from "@nats-io/transport-node";
import type { Log } from "../../kit/log.ts";
import { CERTIFICATE_NAME } from "../protocol.ts";
import type { FarmCertificate } from "./certificate.ts";
import { type BrokerConnection, openConnection, type StoreLimits } from "./connection.ts";
import { connectionProblem, firstLine, foreignServer } from "./foreign_server.ts";
import { type NatsServer, type NatsServerOptions, startNatsServer } from "./nats_server.ts";
import { type NatsUser, serverConfig } from "./server_config.ts";
import { serviceSeed } from "./service_seed.ts";

/** The NATS server for parts, and the connection to it. It is either started by Lathe or external. */
export interface Broker {
  /** Returns the connection. Undefined if there is none. */
  connection(): BrokerConnection | undefined;
  /** Returns the reason why parts cannot be sent. Undefined if they can. */
  problem(): string | undefined;
  /**
   * Returns the address of the server for agents: `:port` for Lathe's server, which has the same host as this service,
   * otherwise an address with its scheme.
   */
  address(): string | undefined;
  /**
   * Allows only the agents that `agents` currently returns. Resolves when the connections of all others have ended.
   * Throws if the server could not be updated. In this case, all connections have ended. Only Lathe's server has
   * accounts for agents.
   */
  applyAgents(): Promise<void>;
  /**
   * Records whether the server responds to parts. A server that is connected but does not respond has a problem.
   * Lathe's server is then restarted.
   */
  recordAnswers(isAnswering: boolean): void;
  /** Process ID of Lathe's server. */
  pid(): number | undefined;
  close(): Promise<void>;
}

/** Options of the broker. */
export interface BrokerOptions {
  instance: string;
  /** URL of the configured server. If empty, Lathe starts a server. */
  server: string;
  folder: string;
  /** Listen address of Lathe's server. If empty, all addresses. */
  host: string;
  /** Preferred port of Lathe's server, or 0 for any port. */
  port: number;
  certificate: FarmCertificate;
  /** Returns the path of the `nats-server` program, or the reason why it cannot be used. */
  findServer(): Promise<{ path?: string; error?: string }>;
  /** Returns the agents that may connect. Called for every update of the server. */
  agents(): readonly NatsUser[];
  /**
   * Called when the connection or the problem has changed. For a new connection, it is called before anything is sent.
   */
  onChange(): void;
  log: Log;
  limits?: StoreLimits | undefined;
  restartMs?: NatsServerOptions["restartMs"] | undefined;
  reloadMs?: number | undefined;
  retryMs?: number | undefined;
}

/** Interval in milliseconds for reconnecting to an external server. */
const RETRY_MS = 15_000;
const MISSING_RETRY_MS = 60_000;

interface BrokerState extends BrokerOptions {
  server: string;
  own?: NatsServer;
  connection?: BrokerConnection;
  /** Pending connection attempts. */
  connecting: Promise<void>;
  problem?: string | undefined;
  /** True if the server is connected but not responding. */
  isStuck: boolean;
  closed: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Starts Lathe's server or connects to the configured server, and retries automatically. Resolves immediately and never
 * throws.
 */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const state: BrokerState = {
    ...options,
    connecting: Promise.resolve(),
    problem: "The NATS server is starting.",
    isStuck: false,
    closed: false,
  };
  const foreign = options.server === "" ? undefined : foreignServer(options.server);
  if (options.server !== "" && foreign === undefined) {
    state.problem = "The setting agents.server is not an address such as nats://user:password@host:4222.";
  } else if (foreign !== undefined) {
    state.problem = `Connecting to the NATS server ${foreign.url}.`;
    connectSoon(state, foreign.options, foreign.url, 0);
  } else await (state.connecting = startOwn(state));
  return {
    connection: () => state.connection,
    problem: () => state.problem,
    address: () => {
      if (foreign !== undefined) return foreign.url;
      const port = state.own?.port();
      return port === undefined ? undefined : `:${port}`;
    },
    applyAgents: async () => await state.own?.reload(),
    recordAnswers: (isAnswering) => recordAnswers(state, isAnswering, foreign?.url),
    pid: () => state.own?.pid(),
    async close() {
      state.closed = true;
      clearTimeout(state.timer);
      await state.connecting;
      await state.connection?.nc.close();
      await state.own?.stop();
    },
  };
}

/** Starts Lathe's server, or schedules another attempt. Never rejects, because calls by timers are not awaited. */
async function startOwn(state: BrokerState): Promise<void> {
  const problem = await tryToStartOwn(state).catch((error) => {
    state.log("warn", "The NATS server could not be prepared.", { error: String(error) });
    return `The NATS server could not be prepared: ${firstLine(error)}`;
  });
  if (problem === undefined || state.closed) return;
  state.problem = problem;
  // The user may install the program, or fix the permissions of its folder.
  state.timer = setTimeout(() => state.connecting = startOwnAgain(state), state.retryMs ?? MISSING_RETRY_MS);
}

async function startOwnAgain(state: BrokerState): Promise<void> {
  const before = state.problem;
  await startOwn(state);
  if (state.problem !== before && !state.closed) state.onChange();
}

/** Returns the reason why the server was not started. Undefined if it was started or is no longer wanted. */
async function tryToStartOwn(state: BrokerState): Promise<string | undefined> {
  const { path, error } = await state.findServer();
  if (state.closed) return undefined;
  if (path === undefined) {
    return error ?? "nats-server was not found. Install it, or specify a server in the settings.";
  }
  const { instance, folder, host, certificate } = state;
  await Deno.mkdir(`${folder}/store`, { recursive: true, mode: 0o700 });
  // The server creates files that its group can read.
  if (Deno.build.os !== "windows") await Deno.chmod(`${folder}/store`, 0o700);
  const seed = await serviceSeed(`${folder}/service.nk`);
  if (state.closed) return undefined;
  const servicePublicKey = fromSeed(seed).getPublicKey();
  const local = host === "" ? "127.0.0.1" : host;
  const options = (port: number): ConnectionOptions => ({
    servers: `${local.includes(":") ? `[${local}]` : local}:${port}`,
    authenticator: nkeyAuthenticator(seed),
    tls: { ca: certificate.cert, servername: CERTIFICATE_NAME } as ConnectionOptions["tls"] & object,
  });
  state.own = startNatsServer({
    path,
    configPath: `${folder}/nats.conf`,
    config: (port) =>
      serverConfig({
        ...{ instance, host, port, servicePublicKey },
        certPath: certificate.certPath,
        keyPath: certificate.keyPath,
        storeFolder: `${folder}/store`,
        agents: state.agents(),
      }),
    port: state.port === 0 ? -1 : state.port,
    onReady: (port) => connectSoon(state, options(port), "of this service", 0),
    onEnd: (problem) => onConnectionLost(state, problem),
    log: state.log,
    restartMs: state.restartMs,
    reloadMs: state.reloadMs,
  });
  return undefined;
}

function connectSoon(state: BrokerState, options: ConnectionOptions, name: string, waitMs: number): void {
  if (state.closed) return;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => {
    state.connecting = state.connecting.then(() => connectNow(state, options, name));
  }, waitMs);
}

async function connectNow(state: BrokerState, options: ConnectionOptions, name: string): Promise<void> {
  if (state.closed) return;
  const before = state.connection;
  try {
    const connection = await openConnection(options, state.instance, state.limits);
    state.connection = connection;
    state.problem = undefined;
    state.isStuck = false;
    void follow(state, connection, options, name);
  } catch (error) {
    state.connection = undefined;
    state.problem = connectionProblem(error, name);
    state.log("warn", "The NATS server could not be used.", { problem: state.problem });
    connectSoon(state, options, name, state.retryMs ?? RETRY_MS);
  }
  await before?.nc.close();
  if (!state.closed) state.onChange();
}

/**
 * Handles interruptions and the end of a connection. When the client has reconnected, creates a new connection that
 * replaces the old one.
 */
async function follow(
  state: BrokerState,
  connection: BrokerConnection,
  options: ConnectionOptions,
  name: string,
): Promise<void> {
  const { nc } = connection;
  void nc.closed().then((error) => {
    if (state.connection !== connection || state.closed) return;
    onConnectionLost(state, connectionProblem(error ?? new Error("the connection was closed"), name));
    // Only an external server is polled. Lathe's own server calls back when it is ready again.
    if (state.own === undefined) connectSoon(state, options, name, state.retryMs ?? RETRY_MS);
  });
  for await (const { type } of nc.status()) {
    if (state.connection !== connection || state.closed) return;
    if (type === "disconnect") {
      state.problem = `The connection to the NATS server ${name} was lost; reconnecting.`;
      state.onChange();
    }
    // The server may have been restarted. Its data in memory and all watches are then lost.
    if (type === "reconnect") connectSoon(state, options, name, 0);
  }
}

const STUCK = "it stopped storing segments, possibly because its disk is full";

function recordAnswers(state: BrokerState, isAnswering: boolean, name = ""): void {
  if (state.connection === undefined || isAnswering !== state.isStuck) return;
  if (isAnswering) state.problem = undefined;
  // A server whose connection is interrupted already has a problem.
  else if (state.problem !== undefined) return;
  else if (state.own !== undefined) return state.own.restart(STUCK);
  else state.problem = `The NATS server ${name} does not respond: ${STUCK}. Segments are encoded here until it does.`;
  state.isStuck = !isAnswering;
  state.onChange();
}

function onConnectionLost(state: BrokerState, problem: string): void {
  const { connection } = state;
  state.connection = undefined;
  state.problem = problem;
  state.isStuck = false;
  void connection?.nc.close();
  if (!state.closed) state.onChange();
}
