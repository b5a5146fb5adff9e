import { LOG_LIMITS, type LogLimits } from "./job_log.ts";

/** Writes the log of one job; `job_log.ts` describes its files. */
export interface JobLogWriter {
  write(line: string): void;
  /** Lines lost because the disk was full. */
  readonly dropped: number;
  close(): void;
}

/** What is held of an open log. */
interface OpenLog {
  readonly path: string;
  readonly limits: LogLimits;
  file: Deno.FsFile | undefined;
  /** Bytes in the file that is being written. */
  written: number;
  /** The head is full: the halves of the tail are written in turn. */
  inTail: boolean;
  dropped: number;
  lastLine?: string;
  /** How often the last line came in a row. */
  repeated: number;
}

/** Starts the log anew with the command. Writing never throws: a full disk drops lines and counts them. */
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

/** Control characters could forge lines or colours in a terminal (S-SEC-3). */
// deno-lint-ignore no-control-regex
const withoutControls = (line: string): string => line.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, "\ufffd");

function countRepeats(log: OpenLog): void {
  const { repeated, limits } = log;
  if (repeated > limits.repeats) append(log, `(the line above came ${repeated - limits.repeats} more times)`);
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

/** The file is full: the newer half of the tail becomes the older one, and a new one is begun. */
function startTailFile(log: OpenLog): void {
  const { path } = log;
  attempt(() => log.file?.close());
  if (log.inTail) attempt(() => Deno.renameSync(`${path}.new`, `${path}.old`));
  log.inTail = true;
  log.written = 0;
  log.file = create(`${path}.new`);
}

/** Always written at its end: `noteInJobLog` writes there too. */
function create(path: string): Deno.FsFile | undefined {
  return attempt(() => {
    Deno.openSync(path, { write: true, create: true, truncate: true, mode: 0o600 }).close();
    return Deno.openSync(path, { append: true });
  });
}

/** Adds a line to a log, whoever writes it; begins one without a command where there is none. Never throws. */
export function noteInJobLog(path: string, line: string): void {
  attempt(() => {
    using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
    const head = file.statSync().size === 0 ? `${JSON.stringify({ command: "", args: [] })}\n` : "";
    file.writeSync(new TextEncoder().encode(`${head}${withoutControls(line)}\n`));
  });
}

/** Undefined when the work throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
