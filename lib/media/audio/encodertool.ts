import { join } from "node:path";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { type Child, runProcess, startProcess } from "../../kit/process/process.ts";
import {
  type Encodertool,
  encodertoolFailure,
  encodertoolOf,
  type OptionRange,
  optionRanges,
} from "./encodertool_text.ts";

/** `path` is the absolute path of freaccmd. */
export interface ReadOptions {
  path: string;
  signal?: AbortSignal;
}

const ANSWER_MS = 20_000;

/**
 * Queries the version and encoders of the encoder tool. Throws `Fault` `tool_missing` if it cannot be started or its
 * output is that of another program.
 */
export async function readEncodertool({ path, signal }: ReadOptions): Promise<Encodertool> {
  // freaccmd exits with code 254 after printing its help, so only the text is used.
  const tool = encodertoolOf(await ask(path, [], signal));
  if (!tool) throw new Fault("tool_missing", `${path} does not respond like freaccmd.`);
  return tool;
}

/**
 * Reads the numeric options of an encoder, for example `-q` from 0 to 9. Empty for an unknown encoder. Throws the
 * errors of `readEncodertool()`.
 */
export async function readEncoderRanges(
  { path, encoder, signal }: ReadOptions & { encoder: string },
): Promise<Map<string, OptionRange>> {
  return optionRanges(await ask(path, [`--help=${encoder}`], signal));
}

async function ask(path: string, args: string[], signal?: AbortSignal): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "lathe_encodertool_" });
  try {
    const env = await privateHome(home);
    const result = await runProcess({ path, args, env, cwd: home, timeoutMs: ANSWER_MS, signal }).catch((cause) => {
      signal?.throwIfAborted();
      throw new Fault("tool_missing", `freaccmd at ${path} cannot be started.`, { cause });
    });
    if (result.timedOut) throw new Fault("tool_missing", `${path} did not respond within ${ANSWER_MS / 1000} seconds.`);
    return new TextDecoder().decode(result.stdout);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Creates a separate home folder, so that a user's desktop settings (patterns, verification) have no effect. */
async function privateHome(home: string): Promise<Record<string, string>> {
  const config = join(home, ".config");
  await Deno.mkdir(config, { recursive: true });
  return { HOME: home, XDG_CONFIG_HOME: config };
}

/**
 * One conversion by the encoder tool at `path`. The tool is killed when `signal` is aborted or `timeoutMs` has elapsed.
 */
export interface RunOptions {
  path: string;
  /** Arguments of the tool, from `encodertoolArgs()`. */
  args: string[];
  /** Path of the output file in `args`. It must not exist yet. */
  output: string;
  /** Folder owned by the job, which is used as the home folder of the encoder tool. */
  home: string;
  signal: AbortSignal;
  timeoutMs: number;
  /** Called with the size of the output in bytes whenever it has grown. The encoder tool does not report progress. */
  onSize?(sizeBytes: number): void;
}

const SIZE_POLL_MS = 250;
const KEPT_LINES = 40;

/**
 * Runs a conversion and returns the size of the output. Throws `JobFailure`: see `encodertoolFailure()`, and
 * `output_exists`, `stalled` on timeout, `tool_missing`, or the signal's reason on abort. The output of a failed run is
 * removed.
 */
export async function runEncodertool(options: RunOptions): Promise<{ sizeBytes: number }> {
  const { output, signal } = options;
  signal.throwIfAborted();
  if (await sizeOf(output) !== undefined) {
    throw new JobFailure("output_exists", `${output} already exists; the encoder tool would overwrite it.`);
  }
  try {
    return { sizeBytes: await convert(options) };
  } catch (error) {
    await Deno.remove(output).catch(() => {});
    throw error;
  }
}

async function convert({ path, args, output, home, signal, timeoutMs, onSize }: RunOptions): Promise<number> {
  const child = start(path, args, home, await privateHome(home));
  let stopping: Promise<void> | undefined;
  let timedOut = false;
  const stop = () => stopping ??= child.stop();
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let broken: { error: unknown } | undefined;
  const watching = watchSize(output, child.status, onSize).catch((error: unknown) => {
    // An error in a listener must not leave the encoder tool running.
    broken = { error };
    stop();
  });
  const printed: string[] = [];
  try {
    const pipes = [keep(child.stdout, printed), keep(child.stderr, printed), watching];
    const [status] = await Promise.all([child.status, ...pipes]);
    await stopping;
    signal.throwIfAborted();
    if (broken) throw broken.error;
    if (timedOut) {
      throw new JobFailure("stalled", `The encoder tool did not finish within ${timeoutMs / 1000} seconds.`);
    }
    if (!status.success) throw encodertoolFailure(status.code, printed);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
  const size = await sizeOf(output) ?? 0;
  if (size === 0) throw new JobFailure("tool_failed", "The encoder tool reported success but wrote nothing.");
  return size;
}

function start(path: string, args: string[], cwd: string, env: Record<string, string>): Child {
  try {
    return startProcess({ path, args, cwd, env, stdin: "null" });
  } catch (cause) {
    throw new JobFailure("tool_missing", `freaccmd at ${path} cannot be started.`, { cause });
  }
}

/** Checks the size of the output until the tool has exited. */
async function watchSize(output: string, ended: Promise<unknown>, onSize?: (sizeBytes: number) => void): Promise<void> {
  if (!onSize) return;
  let running = true;
  let wake = () => {};
  ended.then(() => {
    running = false;
    wake();
  });
  for (let known = 0;;) {
    const size = await sizeOf(output) ?? 0;
    if (size > known) onSize(known = size);
    if (!running) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, SIZE_POLL_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function keep(stream: ReadableStream<Uint8Array>, printed: string[]): Promise<void> {
  for await (const line of lines(stream)) {
    printed.push(line);
    if (printed.length > KEPT_LINES) printed.shift();
  }
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await Deno.stat(path).catch(() => undefined))?.size;
