import { RipProblem, type StepProgress, type Watching } from "../../ripper_model.ts";
import { type ProgramEnd, runProgram } from "../program/run_program.ts";
import { createProgress } from "./progress.ts";
import { parseRobotLine, type RobotRecord } from "./robot_record.ts";

/** Timeouts. Tests use shorter ones. */
export interface MakemkvTimes {
  /**
   * Time without output after which the program is stopped. The default is 20 minutes, because there may be no output
   * for minutes while a disc spins up or bad positions are retried.
   */
  stallMs?: number;
  /** Time between SIGTERM and SIGKILL. The default is 15 seconds, because a drive may take a long time to stop. */
  graceMs?: number;
  /** Delay before opening a disc is retried. The default is 5 seconds. */
  retryMs?: number;
}

/** A run of `makemkvcon`. */
export interface MakemkvRun extends Omit<Watching, "onProgress"> {
  path: string;
  /** Folder of MakeMKV's settings. */
  home: string;
  /** The command with its parameters and options, without the options that are passed to every command. */
  args: string[];
  /** True if a title is saved after the disc was opened. */
  saves?: boolean;
  times?: MakemkvTimes;
  onProgress?(progress: StepProgress): void;
  onRecord?(record: RobotRecord): void;
}

/** Exit code, and all output except progress. */
export interface MakemkvEnd {
  code: number;
  records: RobotRecord[];
}

const STALL_MS = 20 * 60_000;
const GRACE_MS = 15_000;
/** Maximum number of records. The largest disc produces a few hundred thousand. Further records are dropped. */
const MAX_RECORDS = 1_000_000;
const MAX_LOG_LINES = 2000;
/** Flags of messages not intended for the user: debug and hidden. */
const NOT_SHOWN = 32 | 64;
const SWITCHES = ["-r", "--messages=-stdout", "--progress=-same"];

/**
 * Runs MakeMKV until it exits. Throws `RipProblem` if it prints nothing for too long or cannot be started. Also throws
 * the errors of `runProgram`.
 */
export async function runMakemkv(run: MakemkvRun): Promise<MakemkvEnd> {
  const { path, home, args, saves = false, times = {}, signal, onLog, onProgress, onRecord } = run;
  const records: RobotRecord[] = [];
  const follow = createProgress(saves);
  let logged = 0;
  let unread = "";
  const onLine = (line: string) => {
    const record = parseRobotLine(line);
    if (record === undefined) {
      unread ||= line.trim();
      return;
    }
    const progress = follow(record);
    if (progress !== undefined) onProgress?.(progress);
    if (record.type === "MSG" && (record.flags & NOT_SHOWN) === 0 && ++logged <= MAX_LOG_LINES) {
      onLog(`MakeMKV ${record.code}: ${record.text}`);
    }
    if (record.type !== "PRGV" && records.length < MAX_RECORDS) records.push(record);
    onRecord?.(record);
  };
  const { stallMs = STALL_MS, graceMs = GRACE_MS } = times;
  const end = await start(path, {
    ...{ args: [...SWITCHES, ...args], signal, onLine, stallMs, graceMs },
    // Requests English messages if available. The result does not depend on the language.
    env: { HOME: home, LC_ALL: "C.UTF-8" },
  });
  if (end.stalled) {
    throw new RipProblem("read_error", `MakeMKV printed nothing for ${minutes(stallMs)} and was stopped.`, {
      remedy: "The disc may be damaged: clean it, or try another drive.",
    });
  }
  if (records.length === 0 && NOT_STARTED.some((code) => code === end.code)) {
    throw new RipProblem(
      "tool_missing",
      `${path} cannot be started: ${unread.slice(0, 300) || `it exited with code ${end.code}`}.`,
      {
        remedy: "It is not a program for this system, or one of its dependencies is missing.",
      },
    );
  }
  return { code: end.code, records };
}

/**
 * Exit codes of the loader if a library is missing, and of shells if a file is not a program. A program for another
 * machine is passed to a shell.
 */
const NOT_STARTED = [2, 126, 127] as const;

async function start(path: string, run: Omit<Parameters<typeof runProgram>[0], "path">): Promise<ProgramEnd> {
  try {
    return await runProgram({ path, ...run });
  } catch (error) {
    if (run.signal.aborted || !(error instanceof Error) || !isNotStarted(error)) throw error;
    throw new RipProblem("tool_missing", `${path} cannot be started: ${error.message}.`, { cause: error });
  }
}

/** True if the program is for another system, has no execute permission, or no longer exists. */
const isNotStarted = (error: Error): boolean =>
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
  /os error|failed to spawn/i.test(error.message);

const minutes = (ms: number): string => ms < 60_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} minutes`;
