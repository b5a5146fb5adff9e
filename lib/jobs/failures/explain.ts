import type { JobFailureCode } from "../../kit/fault.ts";
import type { Cause } from "./cause_model.ts";
import { CAUSES } from "./causes/causes.ts";
import { hashOf, normaliseLine } from "./fingerprint.ts";
import { errorLines, formsOf, separateLines } from "./log_lines.ts";

/** A failed job, as far as its cause depends on it. */
export interface Failure {
  /** Error code of the job. Jobs of older versions and of downloads have other codes. */
  code?: JobFailureCode | string | undefined;
  message?: string | undefined;
  /** Last lines of the log of the latest attempt. */
  logTail?: readonly string[] | undefined;
  exitCode?: number | undefined;
  /** Name of the signal that ended the tool, such as `SIGKILL`. */
  signal?: string | undefined;
}

/** Explanation of a failure. */
export interface Explanation {
  /** Undefined if the cause is not known. */
  cause?: Cause;
  /** Equal for equal failures of an unknown cause. */
  fingerprint: string;
  /** The lines that report the failure, most important first. */
  lines: string[];
}

/** Maximum number of lines at the end of a log that are evaluated. */
const MAX_LINES = 2000;
/** Maximum number of lines in an explanation. */
const MAX_SHOWN = 8;

/**
 * Error codes whose reason is in the log of the tool. The log of other failures is that of a successful tool, so only
 * their message is evaluated.
 */
const FAILED_IN_TOOL: readonly string[] = ["tool_failed", "disk_full", "internal", "tool_missing", "interrupted"];

/** Exit codes that shells and the runtime use for signals. */
const SIGNAL_CODES: Record<string, number> = {
  SIGILL: 132,
  SIGABRT: 134,
  SIGBUS: 135,
  SIGFPE: 136,
  SIGKILL: 137,
  SIGSEGV: 139,
  SIGTERM: 143,
};

/** Exit code in the words of a runtime or a service. */
const EXIT_CODE =
  /\b(?:exited with|exit|returned|exited:?)(?: an?| non-zero)? ?(?:error )?(?:exit )?(?:status )?(?:code|status):? (-?\d{1,10})\b/i;
/** Message that contains nothing but an exit code. */
const ONLY_EXIT_CODE = /^[\w .-]{1,40}exited with code -?\d{1,10}\.?$/;
/** Messages without information about the failure. */
const GENERIC = /^An internal error occurred/;

/** Determines the cause of a failure. */
export function explainFailure({ code, message = "", logTail = [], exitCode, signal }: Failure): Explanation {
  const inTool = code === undefined || FAILED_IN_TOOL.includes(code);
  const plainMessage = ONLY_EXIT_CODE.test(message) || GENERIC.test(message) ? "" : message;
  const log = inTool ? separateLines(logTail.slice(-MAX_LINES)).slice(-MAX_LINES) : [];
  const lines = [...plainMessage === "" ? [] : [plainMessage], ...log];
  const errors = errorLines(log);
  const ended = exitCode ?? SIGNAL_CODES[signal ?? ""] ?? exitCodeIn([message, ...log]);
  const isSilent = errors.length === 0 && plainMessage === "";
  const found = fromLines(lines, errors, ended) ?? fromExit(isSilent ? ended : undefined, (cause) => !isStep(cause)) ??
    fromSteps(lines) ?? fromExit(isSilent ? ended : undefined) ?? fromCode(code);
  const decisive = errors.at(-1) ?? (plainMessage || undefined);
  const subject = decisive === undefined ? `${code ?? "failed"} exit ${ended ?? "unknown"}` : normaliseLine(decisive);
  return {
    ...(found === undefined ? {} : { cause: found.cause }),
    fingerprint: hashOf(subject),
    lines: [
      ...new Set([...found?.line === undefined ? [] : [found.line], ...errors, ...message === "" ? [] : [message]]),
    ]
      .slice(0, MAX_SHOWN),
  };
}

interface Found {
  cause: Cause;
  line?: string;
}

/** Returns the first cause of the table that a line reports. */
function fromLines(lines: readonly string[], errors: readonly string[], ended: number | undefined): Found | undefined {
  const candidates = lines.map((line) => ({ line, forms: formsOf(line) }));
  for (const cause of CAUSES) {
    const found = candidates.find(({ forms }) => isAbout(cause.match, forms));
    if (found !== undefined) return { cause, line: found.line };
  }
  // The last error decides. A log without errors has lines that weigh less, of which the last one decides.
  const last = errors.at(-1);
  const hint = fromHints(last === undefined ? candidates.toReversed() : [{ line: last, forms: formsOf(last) }]);
  if (!hint?.cause.isPassable) return hint;
  const isIndependent = (cause: Cause): boolean => cause.isIndependent === true;
  return fromSteps(lines, isIndependent) ?? fromExit(ended, (cause) => !isStep(cause)) ?? hint;
}

/** A line, and the forms in which it is compared with patterns. */
interface Candidate {
  line: string;
  forms: string[];
}

function fromHints(candidates: readonly Candidate[]): Found | undefined {
  for (const { line, forms } of candidates) {
    const cause = CAUSES.find(({ hints = [] }) => isAbout(hints, forms));
    if (cause !== undefined) return { cause, line };
  }
  return undefined;
}

/** Returns the first failed step of the table that a line names. */
function fromSteps(lines: readonly string[], isMeant = (_: Cause): boolean => true): Found | undefined {
  const candidates = lines.map((line) => ({ line, forms: formsOf(line) }));
  for (const cause of CAUSES.filter((one) => isStep(one) && isMeant(one))) {
    const found = candidates.find(({ forms }) => isAbout(cause.steps ?? [], forms));
    if (found !== undefined) return { cause, line: found.line };
  }
  return undefined;
}

const isStep = ({ steps }: Cause): boolean => steps !== undefined;

const isAbout = (patterns: readonly RegExp[], forms: readonly string[]): boolean =>
  patterns.some((pattern) => forms.some((form) => pattern.test(form)));

function fromExit(exitCode: number | undefined, isMeant = (_: Cause): boolean => true): Found | undefined {
  if (exitCode === undefined) return undefined;
  const cause = CAUSES.find((one) => one.exitCodes?.includes(exitCode) && isMeant(one));
  return cause && { cause };
}

function fromCode(code: string | undefined): Found | undefined {
  if (code === undefined) return undefined;
  const cause = CAUSES.find((one) => one.code === code);
  return cause && { cause };
}

/** Returns the exit code in the last line that reports one. */
function exitCodeIn(lines: readonly string[]): number | undefined {
  const code = lines.map((line) => EXIT_CODE.exec(line)?.[1]).findLast((one) => one !== undefined);
  return code === undefined ? undefined : Number(code);
}
