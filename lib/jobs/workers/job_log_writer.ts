import { LOG_LIMITS, type LogLimits } from "./job_log.ts";

/** Writes the log of one job. The files are described in `job_log.ts`. */
export interface JobLogWriter {
  write(line: string): void;
  /** Number of lines that were lost because the disk was full. */
  readonly dropped: number;
  close(): void;
}

/** State of an open log. */
interface OpenLog {
  readonly path: string;
  readonly limits: LogLimits;
  file: Deno.FsFile | undefined;
  /** Number of bytes written to the current file. */
  written: number;
  /** True if the first file is full and the files of the end are being written. */
  inTail: boolean;
  dropped: number;
  lastLine?: string;
  /** Number of consecutive repetitions of the last line. */
  repeated: number;
}

/** Starts a new log with the command. Writing never throws. If the disk is full, lines are dropped and counted. */
export function openJobLog(
  path: string,
  { command, args }: { command: string; args: string[] },
  limits: LogLimits = LOG_LIMITS,
): JobLogWriter {
  for (const old of [`${path}.old`, `${path}.new`]) attempt(() => Deno.removeSync(old));
  const log: OpenLog = { path, limits, file: create(path), written: 0, inTail: false, dropped: 0, repeated: 0 };
  append(log, JSON.stringify({ command, args }));
  return {
    write: (line) => writeLine(log, line),
    get dropped() {
      return log.dropped;
    },
    close() {
      countRepeats(log);
      if (log.dropped > 0) append(log, `(${log.dropped} lines were lost: the disk was full)`);
      attempt(() => log.file?.close());
      log.file = undefined;
    },
  };
}

function writeLine(log: OpenLog, line: string): void {
  const clean = withoutControls(line);
  if (clean === log.lastLine) {
    if (++log.repeated > log.limits.repeats) return;
  } else {
    countRepeats(log);
    log.lastLine = clean;
    log.repeated = 1;
  }
  append(log, clean);
}

/** Control characters could imitate lines or colours in a terminal (S-SEC-3). */
// deno-lint-ignore no-control-regex
const withoutControls = (line: string): string => line.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, "\ufffd");

function countRepeats(log: OpenLog): void {
  const { repeated, limits } = log;
  if (repeated > limits.repeats) append(log, `(the line above was repeated ${repeated - limits.repeats} more times)`);
}

function append(log: OpenLog, text: string): void {
  const bytes = new TextEncoder().encode(text + "\n");
  if (log.written + bytes.length > (log.inTail ? log.limits.tailBytes : log.limits.headBytes)) startTailFile(log);
  try {
    if (log.file === undefined) throw new Error("no file");
    for (let at = 0; at < bytes.length;) at += log.file.writeSync(bytes.subarray(at));
    log.written += bytes.length;
  } catch {
    log.dropped++;
  }
}

/**
 * When the file is full, rotates the files of the end: the newer half becomes the older one, and a new file is started.
 */
function startTailFile(log: OpenLog): void {
  const { path } = log;
  attempt(() => log.file?.close());
  if (log.inTail) attempt(() => Deno.renameSync(`${path}.new`, `${path}.old`));
  log.inTail = true;
  log.written = 0;
  log.file = create(`${path}.new`);
}

/** The file is opened for appending, because `noteInJobLog` also writes to it. */
function create(path: string): Deno.FsFile | undefined {
  return attempt(() => {
    Deno.openSync(path, { write: true, create: true, truncate: true, mode: 0o600 }).close();
    return Deno.openSync(path, { append: true });
  });
}

/**
 * Appends a line to a log, even if another process writes to it. If there is no log, creates one without a command.
 * Never throws.
 */
export function noteInJobLog(path: string, line: string): void {
  attempt(() => {
    using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
    const head = file.statSync().size === 0 ? `${JSON.stringify({ command: "", args: [] })}\n` : "";
    file.writeSync(new TextEncoder().encode(`${head}${withoutControls(line)}\n`));
  });
}

/** Returns undefined if `work` throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
