import { startProcess } from "../../../kit/process/process.ts";
import { createLineSplitter } from "./line_splitter.ts";

/** A program whose lines are read while it runs. */
export interface ProgramRun {
  path: string;
  args: string[];
  env?: Record<string, string>;
  signal: AbortSignal;
  /** Every line of both of its outputs. */
  onLine(line: string): void;
  /** Ends a program that says nothing for so long. */
  stallMs?: number;
  /** How long it may take to end by itself after SIGTERM; then comes SIGKILL. Default 10 s. */
  graceMs?: number;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Above 128 for a signal, as shells count. */
  code: number;
  stalled: boolean;
}

const GRACE_MS = 10_000;

/**
 * Runs a program to its end. Throws the signal's reason when that is aborted, after the program has ended, and
 * `Deno.errors.NotFound` where none is.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { path, args, env, signal, onLine, stallMs, graceMs = GRACE_MS } = run;
  signal.throwIfAborted();
  const child = startProcess({ path, args, ...(env === undefined ? {} : { env }) });
  let stalled = false;
  let killTimer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    child.signal("SIGTERM");
    killTimer ??= setTimeout(() => child.signal("SIGKILL"), graceMs);
  };
  const stall = () => {
    stalled = true;
    end();
  };
  let stallTimer = stallMs === undefined ? undefined : setTimeout(stall, stallMs);
  const heard = () => {
    if (stallMs === undefined) return;
    clearTimeout(stallTimer);
    stallTimer = setTimeout(stall, stallMs);
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    const [status] = await Promise.all([
      child.status,
      readLines(child.stdout, onLine, heard),
      readLines(child.stderr, onLine, heard),
    ]);
    signal.throwIfAborted();
    return { code: status.code, stalled };
  } finally {
    clearTimeout(stallTimer);
    clearTimeout(killTimer);
    signal.removeEventListener("abort", end);
    // A listener that throws must not leave the program behind; one that has ended takes no signal.
    child.signal("SIGKILL");
  }
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
  heard: () => void,
): Promise<void> {
  const splitter = createLineSplitter();
  for await (const part of stream) {
    heard();
    for (const line of splitter.push(part)) onLine(line);
  }
  for (const line of splitter.end()) onLine(line);
}
