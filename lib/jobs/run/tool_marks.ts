import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { killChildren } from "./children.ts";
import type { Clock } from "../../kit/clock.ts";
import { newId } from "../../kit/id.ts";
import type { Log } from "../../kit/log.ts";
import { withChildEnvironment } from "../../kit/process/process.ts";
import { CHILD_TOKEN, type Machine } from "../../platform/storage/boot.ts";

/** The mark of the tools that one start runs outside of jobs: for estimates, checks, trials and pictures. */
export interface ToolMarks {
  /** Runs `work`; every program that is started on its way carries the mark, those of jobs that of their job. */
  marked<T>(work: () => T): T;
  /** Kills what still carries the mark, and forgets it. */
  end(): Promise<void>;
}

/** What finding the tools of earlier starts needs; `keyValues` holds their marks. */
export interface ToolMarksDeps {
  keyValues: KeyValueRepository;
  machine: Machine;
  clock: Clock;
  log: Log;
}

/** Marks of starts whose tools may still run, the oldest first. */
const KEY = "tools.marks";
/** A tool that waits for a disk that does not answer cannot be killed, and is tried again so many starts long. */
const MAX_MARKS = 20;

/**
 * Kills the tools that earlier starts left when they were killed themselves, and writes down the mark of this one before
 * its first tool (safety.md, S-PROC-8). Nothing but the mark in the environment of a process makes it one of ours.
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
