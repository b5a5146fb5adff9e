import { RipProblem, type StepProgress, type Watching } from "../model.ts";
import { type ProgramEnd, runProgram } from "../program/run_program.ts";
import { createProgress } from "./progress.ts";
import { parseRobotLine, type RobotRecord } from "./robot_record.ts";

/** Waiting times; tests give short ones. */
export interface MakemkvTimes {
  /** A disc spins up, and bad places are read again and again: minutes of silence are usual. Default 20 min. */
  stallMs?: number;
  /** From SIGTERM to SIGKILL. Default 15 s: a drive gives up late. */
  graceMs?: number;
  /** Before a disc that could not be opened is tried again. Default 5 s. */
  retryMs?: number;
}

/** One run of `makemkvcon`. */
export interface MakemkvRun extends Omit<Watching, "onProgress"> {
  path: string;
  /** Its settings lie below it. */
  home: string;
  /** Command with its parameters and switches, without those that all runs have. */
  args: string[];
  /** Whether a title is saved after the disc was opened. */
  saves?: boolean;
  times?: MakemkvTimes;
  onProgress?(progress: StepProgress): void;
  onRecord?(record: RobotRecord): void;
}

/** How it ended, and what it printed beside its progress. */
export interface MakemkvEnd {
  code: number;
  records: RobotRecord[];
}

const STALL_MS = 20 * 60_000;
const GRACE_MS = 15_000;
/** The largest disc prints some hundred thousand; what is beyond is dropped. */
const MAX_RECORDS = 1_000_000;
const MAX_LOG_LINES = 2000;
/** Flags of messages that are not for people: debug and hidden. */
const NOT_SHOWN = 32 | 64;
const SWITCHES = ["-r", "--messages=-stdout", "--progress=-same"];

/** Runs it to its end. Throws `RipProblem` when it says nothing for too long or cannot be started, and as `runProgram`. */
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
    // Texts in English where it has them; nothing depends on it.
    env: { HOME: home, LC_ALL: "C.UTF-8" },
  });
  if (end.stalled) {
    throw new RipProblem("read_error", `MakeMKV said nothing for ${minutes(stallMs)} and was ended.`, {
      remedy: "The disc may be damaged: clean it, or try another drive.",
    });
  }
  if (records.length === 0 && NOT_STARTED.some((code) => code === end.code)) {
    throw new RipProblem(
      "tool_missing",
      `${path} cannot be started: ${unread.slice(0, 300) || `it ended with ${end.code}`}.`,
      {
        remedy: "It is no program of this system, or something that it needs is missing.",
      },
    );
  }
  return { code: end.code, records };
}

/**
 * What the loader ends with when a library is missing, and shells when a file is no program: a file of another machine is
 * given to a shell.
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

/** A program for another system, one without rights, one that is gone. */
const isNotStarted = (error: Error): boolean =>
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
  /os error|failed to spawn/i.test(error.message);

const minutes = (ms: number): string => ms < 60_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} minutes`;
