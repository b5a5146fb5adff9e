import { JobFailure, type JobFailureCode } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { type StallLimit, watchStall } from "../../kit/process/stall_watch.ts";
import { fileOperand, INPUT_GUARDS } from "./input_args.ts";

/** A query for one file with ffprobe. */
export interface ProbeLines {
  ffprobePath: string;
  path: string;
  /** Arguments for the output and its format, without the input. */
  args: string[];
  /** Called for each line of the output. May throw. */
  onLine(line: string): void;
  /** Failure code used if ffprobe fails. */
  failure: JobFailureCode;
  signal?: AbortSignal;
  /** Maximum time without output. If absent, there is no limit. */
  stall?: StallLimit | undefined;
}

/**
 * Reads the output of ffprobe line by line. Throws `JobFailure` with the code in `failure` or `stalled`, or the
 * signal's reason.
 */
export async function eachProbeLine(
  { ffprobePath, path, args, onLine, failure, signal, stall = { stallMs: 0 } }: ProbeLines,
): Promise<void> {
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffprobePath,
    args: ["-hide_banner", "-v", "error", ...INPUT_GUARDS, ...args, fileOperand(path)],
  });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const watch = watchStall(stall, kill);
  let complaint: string | undefined;
  const answer = async () => {
    for await (const line of lines(child.stdout)) {
      watch.grew();
      onLine(line);
    }
  };
  const log = async () => {
    for await (const line of lines(child.stderr)) complaint ??= line;
  };
  try {
    const [status] = await Promise.all([child.status, answer(), log()]);
    signal?.throwIfAborted();
    const stalled = watch.failure();
    if (stalled) throw stalled;
    // The path is removed from the message, because it is already known and may be an internal one.
    const message = complaint?.replace(`${fileOperand(path)}: `, "");
    if (!status.success) throw new JobFailure(failure, message ?? "ffprobe could not read the file.");
  } catch (error) {
    kill();
    throw error;
  } finally {
    watch.end();
    signal?.removeEventListener("abort", kill);
  }
}
