import type { JournalRepository } from "../../../db/jobs/journal.ts";
import type { BinRow } from "../../../db/schema/jobs.ts";
import type { Clock } from "../../kit/clock.ts";
import type { CrashPoint } from "./crash_points.ts";
import type { JournalStepName } from "./journal_steps.ts";

/** Journal of the file operations of one job. */
export interface Journal {
  /** Returns the result of a finished step, or undefined if it has not finished. */
  result<T>(step: JournalStepName): T | undefined;
  /** Returns the intent of a step that has started or finished. */
  intent<T>(step: JournalStepName): T | undefined;
  /**
   * Performs one step: records the intent, performs the action, and records the result. A finished step is not
   * repeated. The action receives the *first* intent, which was recorded before anything was changed, and must check
   * the disk first.
   */
  step<I, R>(
    step: JournalStepName,
    intent: I,
    action: (intent: I) => Promise<R>,
    bin?: (result: R) => BinRow | undefined,
  ): Promise<R>;
}

/** Services and options of a journal. */
export interface JournalDeps {
  journals: JournalRepository;
  clock: Clock;
  crashPoint: (point: CrashPoint) => void;
}

/** Opens the journal of a job as it was left by the previous run of the program. */
export async function openJournal(jobId: string, { journals, clock, crashPoint }: JournalDeps): Promise<Journal> {
  const known = new Map((await journals.steps(jobId)).map((row) => [row.step, row]));
  return {
    result: <T>(step: JournalStepName) => (known.get(step)?.result ?? undefined) as T | undefined,
    intent: <T>(step: JournalStepName) => known.get(step)?.intent as T | undefined,
    async step<I, R>(
      step: JournalStepName,
      intent: I,
      action: (intent: I) => Promise<R>,
      bin?: (result: R) => BinRow | undefined,
    ): Promise<R> {
      const before = known.get(step);
      if (before?.result !== undefined && before.result !== null) return before.result as R;
      const meant = before === undefined ? intent : before.intent as I;
      if (before === undefined) {
        await journals.intend(jobId, step, intent, clock.now().getTime());
        known.set(step, { step, intent, result: null });
      }
      crashPoint(`${step}:intended`);
      const result = await action(meant);
      crashPoint(`${step}:acted`);
      await journals.complete(jobId, step, result, clock.now().getTime(), bin?.(result));
      known.set(step, { step, intent: meant, result });
      crashPoint(`${step}:recorded`);
      return result;
    },
  };
}
