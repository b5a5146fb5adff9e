import type { Clock } from "../../kit/clock.ts";
import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { type Child, startProcess } from "../../kit/process/process.ts";
import { watchStall } from "../../kit/process/stall_watch.ts";
import { type ProgressReport, readProgress } from "./progress.ts";
import { cardFaultLine } from "../hardware/card_fault.ts";
import { createSourceErrors, logLine, type SourceErrors } from "./source_errors.ts";

/** One run of ffmpeg. `nice` is the Unix niceness. Abort `signal` to stop it. */
export interface RunFfmpegOptions {
  ffmpegPath: string;
  /** All arguments. They must write `-progress` to `pipe:1`. */
  args: string[];
  signal: AbortSignal;
  /**
   * Time in milliseconds. ffmpeg is stopped if neither the output time nor the size increases for this long. 0 disables
   * the check.
   */
  stallMs: number;
  nice?: number;
  /** Called once, directly after the process was started. */
  onSpawn?(pid: number): void;
  onProgress?(report: ProgressReport): void;
  /** Called for every line of ffmpeg's log. */
  onLine?(line: string): void;
  /** Demuxer name of the source, used to distinguish the start of a broadcast from damage. */
  sourceFormat?: string;
  /** True while the process is intentionally suspended, so that a lack of progress is not a stall. */
  suspended?(): boolean;
  clock?: Clock;
}

/** Number of log lines that are kept for the result. The caller receives every line. */
const KEPT_LINES = 400;

/**
 * Runs ffmpeg until it exits. Resolves on success. Throws `JobFailure` `tool_failed` with the first relevant line,
 * `disk_full`, `stalled`, or `tool_missing`. On abort, throws the signal's reason after the whole process group has
 * exited.
 */
export async function runFfmpeg(
  options: RunFfmpegOptions,
): Promise<{ lines: string[]; sourceErrors: SourceErrors }> {
  const { ffmpegPath, args, signal, nice, onSpawn, onProgress, onLine } = options;
  signal.throwIfAborted();
  const child = start(ffmpegPath, ["-loglevel", "level+info", ...args], nice);
  let stopping: Promise<void> | undefined;
  const stop = () => stopping ??= child.stop();
  signal.addEventListener("abort", stop, { once: true });
  const watch = watchGrowth(options, stop);
  const kept: string[] = [];
  const errors = createSourceErrors(options.sourceFormat);
  let outTimeSeconds = 0;
  try {
    const read = async () => {
      for await (const report of readProgress(lines(child.stdout))) {
        watch.see(report);
        outTimeSeconds = report.outTimeSeconds;
        onProgress?.(report);
      }
    };
    const log = async () => {
      for await (const line of lines(child.stderr)) {
        const leveled = logLine(line);
        errors.see(leveled, outTimeSeconds);
        kept.push(leveled.text);
        if (kept.length > KEPT_LINES) kept.splice(KEPT_LINES / 4, 1);
        onLine?.(leveled.text);
      }
    };
    const spawned = guarded(() => Promise.resolve(onSpawn?.(child.pid)), stop);
    const pipes = [spawned, guarded(read, stop), guarded(log, stop)];
    const [status, ...settled] = await Promise.all([child.status, ...pipes]);
    await stopping;
    signal.throwIfAborted();
    const thrown = settled.find((each) => each !== undefined);
    if (thrown) throw thrown.error;
    const stalled = watch.failure();
    if (stalled) throw stalled;
    if (kept.some(isDiskFull)) throw new JobFailure("disk_full", tellingLine(kept) ?? "The disk is full.");
    if (!status.success) {
      throw new JobFailure("tool_failed", tellingLine(kept) ?? `ffmpeg exited with code ${status.code}.`);
    }
    return { lines: kept, sourceErrors: errors.found };
  } finally {
    watch.end();
    signal.removeEventListener("abort", stop);
  }
}

/** Stops the tool if a listener throws. The error is reported after the tool has exited. */
async function guarded(work: () => Promise<void>, stop: () => void): Promise<{ error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    stop();
    return { error };
  }
}

function start(path: string, args: string[], nice?: number): Child {
  try {
    return startProcess({ path, args, nice });
  } catch (cause) {
    throw new JobFailure("tool_missing", `ffmpeg at ${path} cannot be started.`, { cause });
  }
}

/**
 * Detects a stall. ffmpeg reports progress every second even if it hangs, so only an increase is considered progress.
 */
function watchGrowth({ stallMs, suspended, clock }: RunFfmpegOptions, stop: () => void) {
  const watch = watchStall({ stallMs, suspended, clock }, stop);
  let best = { outTimeSeconds: -1, sizeBytes: -1 };
  return {
    ...watch,
    see({ outTimeSeconds, sizeBytes }: ProgressReport) {
      if (outTimeSeconds <= best.outTimeSeconds && sizeBytes <= best.sizeBytes) return;
      best = { outTimeSeconds, sizeBytes };
      watch.grew();
    },
  };
}

/** The following functions find the line in an ffmpeg log that contains the error. */

/** Metadata that ffmpeg prints to its log is indented, unlike its messages. */
const FULL = /^\S.*(?:no space left on device|disk quota exceeded|not enough space)/i;

/** True if a line reports a full disk. */
export const isDiskFull = (line: string): boolean => FULL.test(line);

const TELLING =
  /error|invalid|no such|not found|cannot|could not|unable|failed|denied|unsupported|unknown|unrecognized|not supported|refused|does not|not allowed|too many|no space|quota/i;
/** Matches harmless lines that contain words for errors, and lines that only report that there was an error. */
const CHATTER =
  /deprecated|^(?:conversion failed|error (?:while )?(?:opening|initializing) (?:output|encoder|filters)|error writing trailer|input #|output #|stream (?:#|mapping)|press \[q\])|unknown cover type|could not find codec parameters|consider increasing|^x265 \[(?:info|warning)|Svt\[(?:info|warn)/i;

/** Returns the first line that contains the error, without ffmpeg's addresses. Undefined if there is none. */
export function tellingLine(lines: string[]): string | undefined {
  const plain = lines.map(withoutAddress).filter((line) => line !== "");
  // Errors in the source may precede the message about a failed GPU.
  return plain.find(isDiskFull) ?? cardFaultLine(plain) ??
    plain.find((line) => TELLING.test(line) && !CHATTER.test(line)) ??
    plain.find((line) => TELLING.test(line));
}

/** Converts `[libx264 @ 0x55d] text` to `libx264: text`. */
const withoutAddress = (line: string): string => line.trim().replace(/^\[([^\]@]+) @ 0x[0-9a-f]+\] */, "$1: ");
