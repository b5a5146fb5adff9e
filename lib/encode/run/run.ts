import type { Clock } from "../../kit/clock.ts";
import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { type Child, startProcess } from "../../kit/process/process.ts";
import { watchStall } from "../../kit/process/stall_watch.ts";
import { type ProgressReport, readProgress } from "./progress.ts";
import { createSourceErrors, logLine, type SourceErrors } from "./source_errors.ts";
import { isDiskFull, tellingLine } from "./tool_words.ts";

/** One run of ffmpeg. `nice` is Unix niceness; abort `signal` to stop it. */
export interface RunFfmpegOptions {
  ffmpegPath: string;
  /** Everything after the binary; must write `-progress` to `pipe:1`. */
  args: string[];
  signal: AbortSignal;
  /** Without growth of output time or size for this long ffmpeg is stopped; 0 = never. */
  stallMs: number;
  nice?: number;
  /** Called once, right after the start. */
  onSpawn?(pid: number): void;
  onProgress?(report: ProgressReport): void;
  /** Every line of ffmpeg's log. */
  onLine?(line: string): void;
  /** The demuxer's name of the source, for telling a broadcast's start from damage. */
  sourceFormat?: string;
  /** True while the process is frozen on purpose: standing still is no stall then. */
  suspended?(): boolean;
  clock?: Clock;
}

/** What is kept of the log for the answer; the caller has had every line. */
const KEPT_LINES = 400;

/**
 * Runs one ffmpeg to its end. Resolves on success. Throws `JobFailure` `tool_failed` with the first telling line,
 * `disk_full`, `stalled`, or `tool_missing`; on abort the signal's reason, after the whole process group is gone.
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
      throw new JobFailure("tool_failed", tellingLine(kept) ?? `ffmpeg ended with code ${status.code}.`);
    }
    return { lines: kept, sourceErrors: errors.found };
  } finally {
    watch.end();
    signal.removeEventListener("abort", stop);
  }
}

/** A listener of ours that throws must not leave the tool running: it is stopped, and the error is told when it is gone. */
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
    throw new JobFailure("tool_missing", `ffmpeg cannot be started at ${path}.`, { cause });
  }
}

/** ffmpeg reports every second even while it hangs, so only growth counts. */
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
