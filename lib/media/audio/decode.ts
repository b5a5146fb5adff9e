import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { type Child, startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../probe/input_args.ts";
import { sourceIdentity } from "../probe/source.ts";

/** An audio stream to decode with ffmpeg. */
export interface AudioRequest {
  ffmpegPath: string;
  /** Absolute path. */
  path: string;
  /** Index in the file, as in ffmpeg's `0:<index>`. */
  streamIndex: number;
  signal?: AbortSignal;
  /** Timeout for ffmpeg. By default half an hour, which is enough for a day of music. */
  timeoutMs?: number;
}

/** ffmpeg arguments: options before the input, and everything between `-map` and the output. */
export interface DecodeArgs {
  input?: string[];
  output: string[];
}

/** Number of lines of ffmpeg's log that are kept. */
const KEPT_LINES = 60;

/**
 * Decodes a stream and passes the output of ffmpeg to `read`, which must read it to the end. Returns the result of
 * `read` and the last log lines. Throws `JobFailure`: `source_missing`, `unreadable`, `tool_missing`, `stalled`, or the
 * signal's reason on abort.
 */
export async function decodeAudio<T>(
  { ffmpegPath, path, streamIndex, signal, timeoutMs = 30 * 60_000 }: AudioRequest,
  { input = [], output }: DecodeArgs,
  read: (stdout: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<T>,
): Promise<{ value: T; log: string[] }> {
  await sourceIdentity(path);
  signal?.throwIfAborted();
  const child = start(ffmpegPath, [
    ...["-hide_banner", "-nostdin", "-nostats", ...input, ...INPUT_GUARDS, "-i", fileOperand(path)],
    ...["-map", `0:${streamIndex}`, ...output],
  ]);
  let timedOut = false;
  const kill = () => child.signal("SIGKILL");
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  signal?.addEventListener("abort", kill, { once: true });
  const reading = read(child.stdout).catch((error: unknown) => {
    // ffmpeg would block forever, because nothing reads the pipe any more.
    kill();
    throw error;
  });
  try {
    const [value, log, status] = await Promise.all([reading, lastLines(child.stderr), child.status]);
    signal?.throwIfAborted();
    if (timedOut) throw new JobFailure("stalled", `ffmpeg did not read ${path} within ${timeoutMs / 1000} seconds.`);
    if (!status.success) {
      const words = firstCause(log) ?? `ffmpeg exited with code ${status.code}`;
      throw new JobFailure("unreadable", `${basename(path)} cannot be fully decoded: ${words}`);
    }
    return { value, log };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
    await child.status;
  }
}

/**
 * Returns the first error message of ffmpeg, without the memory address in it. Later lines contain hints and
 * consequential errors.
 */
const firstCause = (log: string[]): string | undefined =>
  (log.find((line) => /invalid|error|fail|matches no|not found/i.test(line)) ?? log.at(-1))
    ?.replace(/^\[([^\]@]+) @ 0x[0-9a-f]+\] */, "$1: ");

function start(path: string, args: string[]): Child {
  try {
    return startProcess({ path, args });
  } catch (cause) {
    throw new JobFailure("tool_missing", `ffmpeg at ${path} cannot be started.`, { cause });
  }
}

async function lastLines(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const kept: string[] = [];
  for await (const line of lines(stream)) {
    if (line.trim() === "") continue;
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
  }
  return kept;
}
