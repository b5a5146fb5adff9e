import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { createMutex, type Mutex } from "../../kit/async.ts";
import type { Log } from "../../kit/log.ts";
import { lines } from "../../kit/process/lines.ts";
import { type Child, startProcess } from "../../kit/process/process.ts";

/** The NATS server that we start ourselves, and start again when it ends. */
export interface NatsServer {
  /** Where it listens; undefined while it does not. */
  port(): number | undefined;
  pid(): number | undefined;
  /** Why it does not run, in words. */
  problem(): string | undefined;
  /**
   * Writes the configuration anew and has it read. Resolves when that is in force, also for connections that are open; a
   * server that does not take it is killed and started with it. Throws when it cannot be written: a server that goes by
   * another one is killed, and started once it was written.
   */
  reload(): Promise<void>;
  /** Ends a server that runs and does nothing, and starts it again; `why` is a clause for the sentence about it. */
  restart(why: string): void;
  stop(): Promise<void>;
}

/** What a server is started with; `config` is asked at every start and reload, with the port to use (-1 = any). */
export interface NatsServerOptions {
  path: string;
  configPath: string;
  config: (port: number) => string;
  /** Tried first. */
  port: number;
  /** It listens, at this port. */
  onReady(port: number): void;
  /** It has ended and is started again after a while. */
  onEnd(problem: string): void;
  log: Log;
  /** Waits between two starts; the last one repeats. */
  restartMs?: readonly number[];
  /** One that did not read its configuration anew by then is killed. */
  reloadMs?: number;
}

const RELOAD_MS = 15_000;
const RESTART_MS = [250, 1_000, 4_000, 15_000, 60_000];
/** One that ran for so long starts at once when it ends. */
const SOUND_MS = 60_000;

interface ServerState extends Omit<NatsServerOptions, "port"> {
  child?: Child;
  wantedPort: number;
  port?: number;
  ready: boolean;
  problem?: string;
  failures: number;
  /** Why we ended it ourselves. */
  endedFor?: string | undefined;
  stopped: boolean;
  timer?: ReturnType<typeof setTimeout>;
  running: Promise<void>;
  /** Who waits for the next answer to a reload, or the end. */
  reloads: ((taken: boolean) => void)[];
  /** Of two writers the later one has the newer text. */
  writing: Mutex;
  /** What the running server goes by, whatever its port. */
  inForce?: string;
}

/** Starts the server; it is kept running until `stop`. */
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
      // One whose disk is full hangs at the end too.
      state.child?.signal("SIGKILL");
    },
    async stop() {
      state.stopped = true;
      clearTimeout(state.timer);
      await state.child?.stop();
      await state.running;
      // What is just being written would lie in a folder that somebody may remove now.
      await inTurn(() => Promise.resolve());
    },
  };
}

/** One life of the program, from its start to its end. */
async function run(state: ServerState): Promise<void> {
  const startedAt = performance.now();
  let said = "";
  state.endedFor = undefined;
  try {
    state.inForce = await writeConfig(state);
    if (state.stopped) return;
    const child = startProcess({ path: state.path, args: ["-c", state.configPath], endsWithUs: true });
    state.child = child;
    const read = async (pipe: ReadableStream<Uint8Array>) => {
      for await (const line of lines(pipe)) said = heard(state, line) ?? said;
    };
    await Promise.all([read(child.stdout), read(child.stderr), child.status]);
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
  }
  ended(state, state.endedFor ?? said, performance.now() - startedAt);
}

/** Takes in a line of its log. Answers a reason when the line is one. */
function heard(state: ServerState, line: string): string | undefined {
  const port = /Listening for client connections on .*:(\d+)$/.exec(line)?.[1];
  if (port !== undefined) state.port = state.wantedPort = Number(port);
  if (/Server is ready/.test(line) && state.port !== undefined) {
    state.problem = undefined;
    state.ready = true;
    // Whether it read what was written while it started, it does not say.
    if (state.reloads.length > 0) state.child?.signal("SIGHUP");
    state.onReady(state.port);
  }
  const [, answer] = /(Reloaded|Failed to reload) server configuration/.exec(line) ?? [];
  if (answer !== undefined) { for (const done of state.reloads.splice(0)) done(answer === "Reloaded"); }
  const bad = /\[(?:ERR|FTL)\] (.*)/.exec(line)?.[1] ?? /^nats-server: (.*)/.exec(line)?.[1];
  if (bad === undefined) return undefined;
  state.log("warn", "The NATS server reported something.", { line: bad });
  // What was ours may be somebody else's by now.
  if (/address already in use/.test(bad)) state.wantedPort = ANY_PORT;
  return bad;
}

function ended(state: ServerState, said: string, lifeMs: number): void {
  state.child = undefined;
  state.port = undefined;
  state.ready = false;
  for (const done of state.reloads.splice(0)) done(true);
  if (state.stopped) return;
  state.failures = lifeMs >= SOUND_MS ? 0 : state.failures + 1;
  state.problem = `The NATS server ended${said === "" ? "" : `: ${said.replace(/\.$/, "")}`}. It is started again.`;
  state.log("warn", "The NATS server ended.", { said });
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

/** An account that is new is known to the others only when everything is read once more (nats-server 2.9). */
const READS = 2;

async function reload(state: ServerState): Promise<void> {
  if (state.stopped) return;
  const written = await writeConfig(state).catch((error) => endWithoutConfig(state, error));
  // Reading anew refuses connections that are just being made.
  if (written === state.inForce) return;
  for (let i = 0; i < READS; i++) {
    const { child } = state;
    // Without a server nobody is connected, and the next one reads what was written.
    if (child === undefined) return;
    if (await takesConfig(state, child)) continue;
    state.log("warn", "The NATS server did not read its configuration anew and is started again.");
    await kill(child);
    return;
  }
  state.inForce = written;
}

/** Ends a server that knows accounts of before. Throws the error, unless it already goes by what could not be written. */
async function endWithoutConfig(state: ServerState, error: unknown): Promise<string> {
  const wanted = state.config(ANY_PORT);
  if (wanted === state.inForce) return wanted;
  state.log("warn", "The NATS server is ended until its configuration can be written.", { error: String(error) });
  if (state.child !== undefined) await kill(state.child);
  throw error;
}

async function kill(child: Child): Promise<void> {
  child.signal("SIGKILL");
  await child.status;
}

async function takesConfig(state: ServerState, child: Child): Promise<boolean> {
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
