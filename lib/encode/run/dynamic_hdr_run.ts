import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { type Child, runProcess, startProcess } from "../../kit/process/process.ts";
import type { Command, DynamicHdrSteps, MuxStep } from "./dynamic_hdr_steps.ts";

/** Options for all programs of the steps. `nice` is the Unix niceness. */
export interface RunStepsOptions {
  nice?: number;
  signal?: AbortSignal;
  /** Called with each command that is started. */
  log?(line: string): void;
}

/** Timeout in milliseconds. Each program reads or writes a whole movie once. */
const STEP_MS = 6 * 3_600_000;

/**
 * Extracts the metadata from the source. Throws `tool_failed` with the message of the program, or the signal's reason
 * when aborted.
 */
export async function readDynamicHdr({ source, readers }: DynamicHdrSteps, options: RunStepsOptions): Promise<void> {
  for (const reader of readers) await pipe(source, reader, options);
}

/**
 * Writes the metadata into the finished encode, after which `steps.output` is the complete file. Throws the errors of
 * `readDynamicHdr`.
 */
export async function writeDynamicHdr(steps: DynamicHdrSteps, options: RunStepsOptions): Promise<void> {
  const [extract, ...writers] = steps.writers;
  if (extract) await run(extract, options);
  const times = timesOf(await run(steps.times, options));
  for (const [i, writer] of writers.entries()) {
    await run(writer, options);
    // The previous video file is no longer needed, and is as large as the encode.
    await Deno.remove(steps.files[i] ?? "").catch(() => {});
  }
  const { path, options: before, inputs, timestamps } = steps.mux;
  await Deno.writeTextFile(timestamps, ["# timestamp format v2", ...times.map((ms) => ms.toFixed(3)), ""].join("\n"));
  await run({ path, args: [...before, ...timing(steps.mux, times), ...inputs] }, options, [0, 1]);
}

/** Returns timestamps in milliseconds in presentation order; packets are listed in decoding order. */
const timesOf = (text: string): number[] =>
  text.split("\n").map((line) => Number.parseFloat(line) * 1000).filter(Number.isFinite).sort((a, b) => a - b);

/** Matroska rounds timestamps to milliseconds. */
const ROUNDING_MS = 1.5;

/**
 * Returns a frame rate if the frames are evenly spaced, because only a rate is written to the track header. Otherwise
 * returns the timestamps.
 */
function timing({ frameRate: [numerator, denominator], timestamps }: MuxStep, times: number[]): string[] {
  const [first = 0] = times;
  const frameMs = (1000 * denominator) / numerator;
  const even = times.every((ms, i) => Math.abs(ms - first - i * frameMs) <= ROUNDING_MS);
  if (!even) return ["--timestamps", `0:${timestamps}`];
  return ["--default-duration", `0:${numerator}/${denominator}p`, "--sync", `0:${Math.round(first)}`];
}

async function run({ path, args }: Command, options: RunStepsOptions, good = [0]): Promise<string> {
  const { nice, signal, log } = options;
  log?.([path, ...args].join(" "));
  const result = await runProcess({ path, args, nice, signal, timeoutMs: STEP_MS, maxBytes: 64 * 1024 * 1024 });
  const text = new TextDecoder().decode(result.stdout);
  if (!good.includes(result.code)) throw failure(path, result.code, `${result.stderr}\n${text}`);
  return text;
}

/** Pipes the output of `from` to `to`. Both have exited when this resolves or throws. */
async function pipe(from: Command, to: Command, { nice, signal, log }: RunStepsOptions): Promise<void> {
  signal?.throwIfAborted();
  log?.(`${[from.path, ...from.args].join(" ")} | ${[to.path, ...to.args].join(" ")}`);
  const writer = startProcess({ ...from, nice });
  let reader: Child;
  try {
    reader = startProcess({ ...to, nice, stdin: "piped" });
  } catch (error) {
    await Promise.all([writer.stop(), writer.stdout.cancel(), writer.stderr.cancel()]);
    throw new JobFailure("tool_missing", `${basename(to.path)} at ${to.path} cannot be started.`, { cause: error });
  }
  const kill = () => [writer, reader].forEach((child) => child.signal("SIGKILL"));
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const [, stderr, , , status] = await Promise.all([
      // A reader that has finished or failed closes the pipe. Its messages are relevant, not the closed pipe.
      writer.stdout.pipeTo(reader.stdin).catch(() => void writer.signal("SIGKILL")),
      new Response(reader.stderr).text(),
      new Response(reader.stdout).text(),
      new Response(writer.stderr).text(),
      reader.status,
      writer.status,
    ]);
    signal?.throwIfAborted();
    if (status.code !== 0) throw failure(to.path, status.code, stderr);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

function failure(path: string, code: number, stderr: string): JobFailure {
  const lines = stderr.split(/[\r\n]/).map((text) => text.trim()).filter((text) => text !== "");
  // The output starts with progress messages.
  const line = lines.find((text) => /^error/i.test(text)) ?? lines[0];
  return new JobFailure("tool_failed", `${basename(path)}: ${line ?? `exited with code ${code}`}`);
}
