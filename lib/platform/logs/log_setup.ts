import { join } from "node:path";
import { compareLogLevel, configure, getLogger, type LogRecord, reset } from "@logtape/logtape";
import type { Log } from "../../kit/log.ts";
import { logFile } from "./log_setup_file.ts";
import { logLine, logText, type Redact, redactor } from "./log_line.ts";

/** Folder and limits of the log. `sizeLimitMb` is the size at which a file is rotated. */
export interface LogOptions {
  folder: string;
  level: "info" | "debug" | "trace";
  sizeLimitMb: number;
  /** Returns all current secrets. None of them is ever written (safety.md, S-SEC-2). */
  secrets: () => string[];
}

/** An open log. Writing returns immediately. Lines are written in batches. */
export interface OpenedLog {
  log: Log;
  /** Logs a request. Successful requests have level debug, rejected and failed ones a higher level. */
  requestLog: Log;
  /** Changes the level or the size limit from the next line on. */
  change(to: Pick<LogOptions, "level" | "sizeLimitMb">): void;
  /** Writes pending lines. Later lines are dropped. */
  dispose(): Promise<void>;
}

/** Number of files to keep, including the current one (safety.md, S-LIM-3). */
const MAX_FILES = 10;

/**
 * Opens the log of the whole process, `service.txt`. A second call closes the first log. Writing never throws.
 * LogTape's file sink is not used, because other users can read its files, and it stops writing after a rotation has
 * failed.
 */
export async function configureLog({ folder, level, sizeLimitMb, secrets }: LogOptions): Promise<OpenedLog> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
  let current = { level, sizeLimitMb };
  const file = logFile({
    path: join(folder, "service.txt"),
    maxBytes: () => current.sizeLimitMb * 1024 * 1024,
    maxFiles: MAX_FILES,
    flushMs: 500,
  });
  const redact = currentRedactor(secrets);
  const sink = Object.assign(
    ({ timestamp, level, rawMessage, properties }: LogRecord): void => {
      if (compareLogLevel(level, current.level) < 0) return;
      // The raw message is used, in which braces are not interpreted as placeholders.
      const text = logText(String(rawMessage), properties, redact());
      file.write(logLine(new Date(timestamp), LEVEL_WORDS[level] ?? level, text));
    },
    { [Symbol.asyncDispose]: file.close },
  );
  await configure({
    reset: true,
    sinks: { file: sink },
    loggers: [
      { category: ["lathe"], sinks: ["file"], lowestLevel: "trace" },
      { category: ["logtape", "meta"], sinks: [] },
    ],
  });
  const requests = getLogger(["lathe", "request"]);
  return {
    log: logTo(getLogger(["lathe"])),
    requestLog: (level, message, facts = {}) =>
      level === "info" ? requests.debug(message, facts) : logTo(requests)(level, message, facts),
    change: (to) => void (current = to),
    dispose: reset,
  };
}

const LEVEL_WORDS: Partial<Record<LogRecord["level"], string>> = { warning: "warn" };

const logTo = (logger: ReturnType<typeof getLogger>): Log => (level, message, facts = {}) => {
  logger[level](message, facts);
};

/**
 * Returns a function that returns the redactor for the current secrets. A new redactor is created only when they
 * change.
 */
export function currentRedactor(secrets: () => string[]): () => Redact {
  let known = "";
  let redact = redactor([]);
  return () => {
    const now = secrets();
    const key = JSON.stringify(now);
    if (key !== known) {
      known = key;
      redact = redactor(now);
    }
    return redact;
  };
}
