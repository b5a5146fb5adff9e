import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { createMutex, type Mutex } from "../../kit/async.ts";
import type { Log } from "../../kit/log.ts";
import { lines } from "../../kit/process/lines.ts";
import { type Child, startProcess } from "../../kit/process/process.ts";

/** NATS server process that Lathe starts, and restarts when it ends. */
export interface NatsServer {
  /** Returns the port of the server. Undefined while it is not listening. */
  port(): number | undefined;
  pid(): number | undefined;
  /** Returns the reason why the server is not running. */
  problem(): string | undefined;
  /**
   * Writes the configuration and makes the server reload it. Resolves when it is in effect, also for open connections.
   * A server that does not reload is killed and restarted. Throws if the configuration cannot be written. A server with
   * a different configuration is then killed, and restarted after the configuration was written.
   */
  reload(): Promise<void>;
  /**
   * Kills and restarts a server that is running but stuck. `why` completes the problem message "The NATS server
   * stopped: ".
   */
  restart(why: string): void;
  stop(): Promise<void>;
}

/** Options of the server. `config` is called at each start and reload with the port (-1 for any port). */
export interface NatsServerOptions {
  path: string;
  configPath: string;
  config: (port: number) => string;
  /** Preferred port. */
  port: number;
  /** Called when the server is listening on this port. */
  onReady(port: number): void;
  /** Called when the server has ended. It is restarted after a delay. */
  onEnd(problem: string): void;
  log: Log;
  /** Delays between restarts. The last delay is repeated. */
  restartMs?: readonly number[];
  /** Timeout for a reload, after which the server is killed. */
  reloadMs?: number;
}

const RELOAD_MS = 15_000;
const RESTART_MS = [250, 1_000, 4_000, 15_000, 60_000];
/** Minimum time in milliseconds that a server must have run to be restarted immediately. */
const STABLE_MS = 60_000;

interface ServerState extends Omit<NatsServerOptions, "port"> {
  child?: Child;
  wantedPort: number;
  port?: number;
  ready: boolean;
  problem?: string;
  failures: number;
  /** Reason why Lathe ended the process. */
  endedFor?: string | undefined;
  stopped: boolean;
  timer?: ReturnType<typeof setTimeout>;
  running: Promise<void>;
  /** Callbacks that are called after the next reload or when the process ends. */
  reloads: ((taken: boolean) => void)[];
  /** Serialises writes, so that the last one contains the newest configuration. */
  writing: Mutex;
  /** Configuration of the running server, without its port. */
  inForce?: string;
}

/** Starts the server and keeps it running until `stop`. */
export function startNatsServer(options: NatsServerOptions): NatsServer {
  const state: ServerState = {
    ...options,
    wantedPort: options.port,
    ready: false,
    failures: 0,
    stopped: false,
    running: Promise.resolve(),
    reloads: [],
    writing: createMutex(),
  };
  const inTurn = createMutex();
  state.running = run(state);
  return {
    port: () => state.port,
    pid: () => state.child?.pid,
    problem: () => state.problem,
    reload: () => inTurn(() => reload(state)),
    restart(why) {
      state.endedFor = why;
      // The server is killed, because a server whose disk is full does not react to the signal to stop.
      state.child?.signal("SIGKILL");
    },
    async stop() {
      state.stopped = true;
      clearTimeout(state.timer);
      await state.child?.stop();
      await state.running;
      // Waits for a write in progress, because the caller may remove the folder afterwards.
      await inTurn(() => Promise.resolve());
    },
  };
}

/** Runs the process once, from its start to its end. */
async function run(state: ServerState): Promise<void> {
  const startedAt = performance.now();
  let lastMessage = "";
  state.endedFor = undefined;
  try {
    state.inForce = await writeConfig(state);
    if (state.stopped) return;
    const child = startProcess({ path: state.path, args: ["-c", state.configPath], endsWithUs: true });
    state.child = child;
    const read = async (pipe: ReadableStream<Uint8Array>) => {
      for await (const line of lines(pipe)) lastMessage = processLine(state, line) ?? lastMessage;
    };
    await Promise.all([read(child.stdout), read(child.stderr), child.status]);
  } catch (error) {
    lastMessage = error instanceof Error ? error.message : String(error);
  }
  onEnded(state, state.endedFor ?? lastMessage, performance.now() - startedAt);
}

/** Processes a line of the server's log. Returns the message of the line if it explains a failure. */
function processLine(state: ServerState, line: string): string | undefined {
  const port = /Listening for client connections on .*:(\d+)$/.exec(line)?.[1];
  if (port !== undefined) state.port = state.wantedPort = Number(port);
  if (/Server is ready/.test(line) && state.port !== undefined) {
    state.problem = undefined;
    state.ready = true;
    // The log does not show whether the server read a configuration that was written while it was starting.
    if (state.reloads.length > 0) state.child?.signal("SIGHUP");
    state.onReady(state.port);
  }
  const [, answer] = /(Reloaded|Failed to reload) server configuration/.exec(line) ?? [];
  if (answer !== undefined) { for (const done of state.reloads.splice(0)) done(answer === "Reloaded"); }
  const bad = /\[(?:ERR|FTL)\] (.*)/.exec(line)?.[1] ?? /^nats-server: (.*)/.exec(line)?.[1];
  if (bad === undefined) return undefined;
  state.log("warn", "The NATS server printed a message.", { line: bad });
  // The previous port may now be used by another process.
  if (/address already in use/.test(bad)) state.wantedPort = ANY_PORT;
  return bad;
}

function onEnded(state: ServerState, lastMessage: string, lifeMs: number): void {
  state.child = undefined;
  state.port = undefined;
  state.ready = false;
  for (const done of state.reloads.splice(0)) done(true);
  if (state.stopped) return;
  state.failures = lifeMs >= STABLE_MS ? 0 : state.failures + 1;
  state.problem = `The NATS server stopped${
    lastMessage === "" ? "" : `: ${lastMessage.replace(/\.$/, "")}`
  }. It is being restarted.`;
  state.log("warn", "The NATS server stopped.", { lastMessage });
  state.onEnd(state.problem);
  const waits = state.restartMs ?? RESTART_MS;
  const wait = waits[Math.min(state.failures, waits.length) - 1] ?? 0;
  state.timer = setTimeout(() => state.running = run(state), wait);
}

const ANY_PORT = -1;

const writeConfig = (state: ServerState): Promise<string> =>
  state.writing(async () => {
    const written = state.config(ANY_PORT);
    await writeFileAtomic(state.configPath, state.config(state.wantedPort)).catch((cause) => {
      throw new Error(`its configuration could not be written: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    });
    return written;
  });

/** Number of reloads. In nats-server 2.9, other accounts can use a new account only after the second reload. */
const READS = 2;

async function reload(state: ServerState): Promise<void> {
  if (state.stopped) return;
  const written = await writeConfig(state).catch((error) => endWithoutConfig(state, error));
  // During a reload, connections that are being established are refused.
  if (written === state.inForce) return;
  for (let i = 0; i < READS; i++) {
    const { child } = state;
    // If no server is running, the change is in effect: there are no connections, and the next server reads the new
    // configuration.
    if (child === undefined) return;
    if (await acceptsConfig(state, child)) continue;
    state.log("warn", "The NATS server did not reload its configuration and is being restarted.");
    await kill(child);
    return;
  }
  state.inForce = written;
}

/**
 * Ends a server that has outdated accounts. Throws the error, unless the server already uses the configuration that
 * could not be written.
 */
async function endWithoutConfig(state: ServerState, error: unknown): Promise<string> {
  const wanted = state.config(ANY_PORT);
  if (wanted === state.inForce) return wanted;
  state.log("warn", "The NATS server is stopped until its configuration can be written.", { error: String(error) });
  if (state.child !== undefined) await kill(state.child);
  throw error;
}

async function kill(child: Child): Promise<void> {
  child.signal("SIGKILL");
  await child.status;
}

async function acceptsConfig(state: ServerState, child: Child): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  state.reloads.push(resolve);
  if (state.ready) child.signal("SIGHUP");
  const timer = setTimeout(() => resolve(false), state.reloadMs ?? RELOAD_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
