import { AsyncLocalStorage } from "node:async_hooks";
import os from "node:os";
import { concat } from "../bytes.ts";
import { endWithProgram } from "./held_pipe.ts";

/**
 * Starts all child processes, with argument arrays, a clean environment and a process group of their own
 * (docs/safety.md, Child processes).
 */

/** Environment variables that GPU drivers need. All others are not passed on. */
const PASSED_ON = [
  "PATH",
  "TZ",
  "SYSTEMROOT",
  "TEMP",
  "TMPDIR",
  "LD_LIBRARY_PATH",
  "LIBVA_DRIVER_NAME",
  "LIBVA_DRIVERS_PATH",
  "CUDA_VISIBLE_DEVICES",
  "NVIDIA_VISIBLE_DEVICES",
  "NVIDIA_DRIVER_CAPABILITIES",
  "ONEVPL_SEARCH_PATH",
] as const;

const GRACE_INTERRUPT_MS = 10_000;
const GRACE_TERMINATE_MS = 5_000;
const HELD_PIPES_MS = 5_000;

const inherited = new AsyncLocalStorage<Record<string, string>>();

/** Runs `work`. All its direct and indirect child processes get `env` in addition to the clean environment. */
export const withChildEnvironment = <T>(env: Record<string, string>, work: () => T): T => inherited.run(env, work);

export interface StartOptions {
  path: string;
  args: string[];
  cwd?: string;
  /** Environment variables that are added to the clean environment. */
  env?: Record<string, string>;
  /** Unix niceness of the child. With 0, it is not changed. */
  nice?: number;
  stdin?: "null" | "piped";
  /** True to end the child with SIGTERM if this process dies unexpectedly, where supported (Linux with util-linux). */
  endsWithUs?: boolean;
  /**
   * Maximum time in milliseconds that a descendant may keep the pipes open after the program has exited. After that,
   * they are closed and its group is killed.
   */
  heldPipesMs?: number;
}

/**
 * A running program, which is the leader of its own process group. Both pipes must be read, because the program blocks
 * if one of them is full.
 */
export interface Child {
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array<ArrayBuffer>>;
  readonly stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly stderr: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly status: Promise<Deno.CommandStatus>;
  /** Sends a signal to the whole group. Returns false if it no longer exists. */
  signal(signal: Deno.Signal): boolean;
  /**
   * Sends SIGINT, after 10 seconds SIGTERM, and after another 5 seconds SIGKILL to the group. Resolves when the program
   * has exited.
   */
  stop(): Promise<void>;
}

/**
 * Returns the environment of a child process: `LANG`, `HOME`, and the variables in `PASSED_ON`, `withChildEnvironment`
 * and `extra`.
 */
export function cleanEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const env: Record<string, string> = { LANG: "C.UTF-8", HOME: Deno.env.get("TMPDIR") ?? "/tmp" };
  for (const name of PASSED_ON) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...inherited.getStore(), ...extra };
}

/** Sends a signal to a process group (Unix) or the process (elsewhere). Returns false if it does not exist. */
export function signalGroup(pid: number, signal: Deno.Signal): boolean {
  // A target of 0 would be the group of this process, and -1 every process.
  if (!(pid > 1)) return false;
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Starts a program. Throws `Deno.errors.NotFound` if `path` does not exist. */
export function startProcess(
  { path, args, cwd, env, nice = 0, stdin = "null", endsWithUs = false, heldPipesMs = HELD_PIPES_MS }: StartOptions,
): Child {
  const [program, ...before] = endsWithUs && isFile(SETPRIV) && isFile(path)
    ? [SETPRIV, "--pdeathsig", "TERM", "--", path]
    : [path];
  const child = new Deno.Command(program, {
    args: [...before, ...args],
    cwd,
    clearEnv: true,
    env: cleanEnvironment(env),
    stdin,
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  if (nice > 0) lowerPriority(child.pid, nice);
  const ended = child.status.then(() => true);
  // A descendant that left the group and the session cannot be reached here. It can be found by a marker in its
  // environment (`withChildEnvironment`).
  const held = { ended, graceMs: heldPipesMs, onHeld: () => signalGroup(child.pid, "SIGKILL") };
  const endsWithin = async (ms: number): Promise<boolean> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), ms));
    try {
      return await Promise.race([ended, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    pid: child.pid,
    get stdin() {
      return child.stdin;
    },
    stdout: endWithProgram(child.stdout, held),
    stderr: endWithProgram(child.stderr, held),
    status: child.status,
    signal: (signal) => signalGroup(child.pid, signal),
    async stop() {
      signalGroup(child.pid, "SIGCONT");
      signalGroup(child.pid, "SIGINT");
      if (!await endsWithin(GRACE_INTERRUPT_MS)) signalGroup(child.pid, "SIGTERM");
      if (!await endsWithin(GRACE_TERMINATE_MS)) signalGroup(child.pid, "SIGKILL");
      await ended;
      // The leader has exited. This kills its descendants that ignored the earlier signals.
      signalGroup(child.pid, "SIGKILL");
    },
  };
}

export interface RunResult {
  code: number;
  stdout: Uint8Array<ArrayBuffer>;
  stderr: string;
  timedOut: boolean;
}

export interface RunOptions extends StartOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Number of bytes that are kept from the start of each pipe. The rest is read and discarded. */
  maxBytes?: number;
  /** Called with stdout as it arrives. */
  onOutput?(text: string): void;
}

/**
 * Runs a short program until it exits and collects its output. Throws if the program is missing, but not if it fails.
 */
export async function runProcess(
  { timeoutMs, signal, maxBytes = 8 * 1024 * 1024, onOutput, ...start }: RunOptions,
): Promise<RunResult> {
  signal?.throwIfAborted();
  const child = startProcess(start);
  let timedOut = false;
  const kill = () => child.signal("SIGKILL");
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const [stdout, stderr, status] = await Promise.all([
      collect(child.stdout, maxBytes, onOutput),
      collect(child.stderr, maxBytes),
      child.status,
    ]);
    signal?.throwIfAborted();
    return { code: status.code, stdout, stderr: new TextDecoder().decode(stderr), timedOut };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  onOutput?: (text: string) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    onOutput?.(decoder.decode(part, { stream: true }));
    if (size === maxBytes) continue;
    const kept = part.subarray(0, maxBytes - size);
    parts.push(kept);
    size += kept.length;
  }
  return concat(parts);
}

/** Program that sets the signal which the kernel sends when the parent exits, and then runs another program. */
const SETPRIV = "/usr/bin/setpriv";

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function lowerPriority(pid: number, nice: number): void {
  whereAllowed(() => os.setPriority(pid, nice));
  // A separate session is a separate scheduling group, and niceness applies only within a group (sched(7)).
  if (Deno.build.os === "linux") whereAllowed(() => Deno.writeTextFileSync(`/proc/${pid}/autogroup`, String(nice)));
}

/** Ignores errors, because the program may have exited or the system may not permit the change. */
function whereAllowed(change: () => void): void {
  try {
    change();
  } catch {
    return;
  }
}
