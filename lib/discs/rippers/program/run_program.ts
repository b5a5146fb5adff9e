import { startProcess } from "../../../kit/process/process.ts";

/** A program whose output is read line by line while it runs. */
export interface ProgramRun {
  path: string;
  args: string[];
  env?: Record<string, string>;
  signal: AbortSignal;
  /** Called for every line of stdout and stderr. */
  onLine(line: string): void;
  /** Time without output after which the program is stopped. */
  stallMs?: number;
  /** Time between SIGTERM and SIGKILL. The default is 10 seconds. */
  graceMs?: number;
}

/** Result of a program: its exit code, and whether it stalled. */
export interface ProgramEnd {
  /** Above 128 for a signal, as in shells. */
  code: number;
  stalled: boolean;
}

const GRACE_MS = 10_000;

/**
 * Runs a program until it exits. After an abort, waits for the program to exit and throws the signal's reason. Throws
 * `Deno.errors.NotFound` if the program does not exist.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { path, args, env, signal, onLine, stallMs, graceMs = GRACE_MS } = run;
  signal.throwIfAborted();
  const child = startProcess({ path, args, env });
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
    // A listener that throws must not leave the program running. Sending a signal to a program that has exited fails.
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

/** Assembles lines from chunks of bytes. Lines end with LF or CRLF. A lone CR is part of its line. */
interface LineSplitter {
  /** Returns the lines that are complete. */
  push(bytes: Uint8Array): string[];
  /** Returns the remaining text, which has no line end. */
  end(): string[];
}

/** Maximum length of a line. The programs used here print shorter lines. Longer lines are truncated. */
const MAX_LINE = 64 * 1024;

/** Creates a splitter for UTF-8. A byte order mark at the start is dropped, and invalid bytes become U+FFFD. */
export function createLineSplitter(): LineSplitter {
  const decoder = new TextDecoder();
  let rest = "";
  const complete = (text: string): string[] => {
    const pieces = (rest + text).split("\n");
    rest = (pieces.pop() ?? "").slice(0, MAX_LINE);
    return pieces.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line).slice(0, MAX_LINE));
  };
  return {
    push: (bytes) => complete(decoder.decode(bytes, { stream: true })),
    end() {
      const lines = complete(decoder.decode());
      const last = rest;
      rest = "";
      return last === "" ? lines : [...lines, last];
    },
  };
}
