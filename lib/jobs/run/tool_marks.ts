import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { killChildren } from "./children.ts";
import type { Clock } from "../../kit/clock.ts";
import { newId } from "../../kit/id.ts";
import type { Log } from "../../kit/log.ts";
import { withChildEnvironment } from "../../kit/process/process.ts";
import { CHILD_TOKEN, type Machine } from "../../platform/storage/boot.ts";

/** Mark for the tools that one start of Lathe runs outside of jobs: for estimates, checks, trial encodes and images. */
export interface ToolMarks {
  /** Runs `work`. All programs that it starts have the mark, except those of jobs, which have the mark of the job. */
  marked<T>(work: () => T): T;
  /** Kills the programs that still have the mark, and removes the mark. */
  end(): Promise<void>;
}

/** Services for finding tools of earlier starts. `keyValues` stores their marks. */
export interface ToolMarksDeps {
  keyValues: KeyValueRepository;
  machine: Machine;
  clock: Clock;
  log: Log;
}

/** Key of the marks of starts whose tools may still be running, oldest first. */
const KEY = "tools.marks";
/**
 * Maximum number of stored marks. A tool that is blocked on an unresponsive disk cannot be killed, so its mark is kept
 * and Lathe tries again at each start.
 */
const MAX_MARKS = 20;

/**
 * Kills tools that are still running after an earlier start was killed, and stores the mark of this start before its
 * first tool (docs/safety.md, S-PROC-8). A process is identified as one of Lathe's tools only by the mark in its
 * environment.
 */
export async function openToolMarks({ keyValues, ...deps }: ToolMarksDeps): Promise<ToolMarks> {
  const mark = newId();
  const earlier = marksIn(await keyValues.get(KEY));
  const remember = (marks: string[]): Promise<void> =>
    keyValues.set(KEY, marks.slice(-MAX_MARKS)).catch((error) =>
      deps.log("warn", "The marker of this run's tools could not be recorded.", { error: String(error) })
    );
  const kill = (marks: string[]): Promise<boolean> => killChildren({ tokens: new Set(marks), marks: [] }, deps);
  await remember([...earlier, mark]);
  const left = earlier.length === 0 || await kill(earlier) ? [] : earlier;
  if (left.length < earlier.length) await remember([mark]);
  return {
    marked: (work) => withChildEnvironment({ [CHILD_TOKEN]: mark }, work),
    async end() {
      await remember(await kill([mark]) ? left : [...left, mark]);
    },
  };
}

const marksIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((mark): mark is string => typeof mark === "string" && mark !== "") : [];
