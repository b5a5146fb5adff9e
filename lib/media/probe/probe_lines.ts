import { JobFailure, type JobFailureCode } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { type StallLimit, watchStall } from "../../kit/process/stall_watch.ts";
import { fileOperand, INPUT_GUARDS } from "./input_args.ts";

/** What ffprobe is asked about one file. */
export interface ProbeLines {
  ffprobePath: string;
  path: string;
  /** What to show and how, without input. */
  args: string[];
  /** Takes every line of the answer; may throw. */
  onLine(line: string): void;
  /** The failure when ffprobe ends badly. */
  failure: JobFailureCode;
  signal?: AbortSignal;
  /** How long it may be silent; for ever when absent. */
  stall?: StallLimit | undefined;
}

/** Reads what ffprobe prints line by line. Throws `JobFailure` of the given code or `stalled`, or the signal's reason. */
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
    // Its own path tells nobody anything, and may be one of ours.
    const said = complaint?.replace(`${fileOperand(path)}: `, "");
    if (!status.success) throw new JobFailure(failure, said ?? "ffprobe could not read the file.");
  } catch (error) {
    kill();
    throw error;
  } finally {
    watch.end();
    signal?.removeEventListener("abort", kill);
  }
}
