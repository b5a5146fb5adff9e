import { isAbsolute } from "node:path";
import { type Child, startProcess, withChildEnvironment } from "../../kit/process/process.ts";
import { refusal, startFailure } from "./executable.ts";
import { cut, cutBytes, type Message, oneLine, type Outcome } from "./message.ts";

/**
 * Maximum size of an environment variable in bytes. Linux limits each variable to 128 KiB, and all of them share the
 * space for arguments.
 */
const VALUE_LIMIT = 8192;

/**
 * Maximum number of bytes that are kept from the end of stderr, and maximum number of characters and lines that are
 * reported.
 */
const TAIL_BYTES = 4096;
const TAIL_CHARACTERS = 300;
const TAIL_LINES = 3;

/** Options of a run. By default, `timeoutMs` is 30,000 and `graceMs` is 5,000, both in milliseconds. */
export interface ScriptOptions {
  timeoutMs?: number;
  /** Time between SIGTERM and SIGKILL. */
  graceMs?: number;
  /** Returns the reason why a script may not be run. Called at each run. */
  judge?(path: string): Promise<string | undefined>;
}

/**
 * Runs the user's script for one message, directly and without a shell. The time limit includes its child processes. A
 * run ends when the script has exited and no process has its output open.
 */
export async function runScript(
  path: string,
  message: Message,
  version: string,
  { timeoutMs = 30_000, graceMs = 5_000, judge }: ScriptOptions = {},
): Promise<Outcome> {
  const script = path.trim();
  if (!isAbsolute(script)) return failed("Enter the script's absolute path.");
  const unfit = await refusal(script);
  if (unfit !== undefined) return failed(unfit);
  const refused = await judge?.(script);
  if (refused !== undefined) return failed(`The script cannot be run: ${refused}`);
  let child: Child;
  try {
    const env = environment(message, version);
    // Started without the `LATHE_CHILD` variable, because Lathe must not kill processes that the script leaves running.
    child = withChildEnvironment(
      {},
      () => startProcess({ path: script, args: [], env, stdin: "null", heldPipesMs: Infinity }),
    );
  } catch (cause) {
    return failed(await startFailure(script, cause));
  }
  const { status, stderr, late } = await watch(child, timeoutMs, graceMs);
  if (late) return failed(`The script did not finish within ${timeoutMs / 1000} s and was stopped.`, stderr);
  if (status.success) return { ok: true };
  return failed(
    status.signal === null
      ? `The script exited with code ${status.code}.`
      : `The script was terminated by ${status.signal}.`,
    stderr,
  );
}

function environment({ event, title, message, failed, at }: Message, version: string): Record<string, string> {
  const values = {
    SERVICE_EVENT: event,
    SERVICE_TITLE: title,
    SERVICE_MESSAGE: message,
    SERVICE_FAILED: failed ? "1" : "0",
    SERVICE_VERSION: version,
    SERVICE_AT: at,
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, cutBytes(oneLine(value), VALUE_LIMIT)]),
  );
}

interface Run {
  status: Deno.CommandStatus;
  stderr: string;
  /** True if the script itself was still running at the time limit. */
  late: boolean;
}

async function watch(child: Child, timeoutMs: number, graceMs: number): Promise<Run> {
  const release = new AbortController();
  let running = true;
  let late = false;
  let killTimer: ReturnType<typeof setTimeout> | undefined;
  const timer = setTimeout(() => {
    late = running;
    child.signal("SIGTERM");
    killTimer = setTimeout(() => {
      child.signal("SIGKILL");
      // A process that left the group may keep the pipes open forever.
      release.abort();
    }, graceMs);
  }, timeoutMs);
  try {
    const [status, , stderr] = await Promise.all([
      child.status.finally(() => running = false),
      tail(child.stdout, release.signal),
      tail(child.stderr, release.signal),
    ]);
    // Kills processes that have ignored SIGTERM and closed their output.
    if (late) child.signal("SIGKILL");
    return { status, stderr, late };
  } finally {
    clearTimeout(timer);
    clearTimeout(killTimer);
  }
}

/** Reads to the end or until `release`. Returns the last bytes as text. */
async function tail(stream: ReadableStream<Uint8Array>, release: AbortSignal): Promise<string> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  release.addEventListener("abort", cancel, { once: true });
  let kept = new Uint8Array();
  try {
    while (true) {
      const { value, done } = await reader.read();
      if (done) return new TextDecoder().decode(kept);
      const all = new Uint8Array(kept.length + value.length);
      all.set(kept);
      all.set(value, kept.length);
      kept = all.slice(-TAIL_BYTES);
    }
  } finally {
    release.removeEventListener("abort", cancel);
  }
}

function failed(sentence: string, stderr = ""): Outcome {
  const lines = stderr.split(/[\r\n]+/).map(oneLine).filter((line) => line !== "").slice(-TAIL_LINES);
  return {
    ok: false,
    detail: lines.length === 0 ? sentence : `${sentence} ${cut(lines.join(" | "), TAIL_CHARACTERS)}`,
  };
}
