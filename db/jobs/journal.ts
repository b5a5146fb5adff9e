import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { BIN_STEPS, REPLACE_STEPS, UNDO_STEPS } from "../../lib/jobs/delivery/journal_steps.ts";
import { binEntries, type BinRow, fileSteps, type JobRow, jobs } from "../schema/jobs.ts";
import { undoRunJobs } from "../schema/undo_runs.ts";
import type { Store } from "../store.ts";
import { binRepository } from "./bins.ts";

/** One step of the delivery journal. */
export interface JournalStep {
  step: string;
  intent: unknown;
  /** Result of the action. Absent until the action is known to have been completed. */
  result: unknown;
}

/** The delivery journal and the recycle bin: planned and completed file operations. */
export const journalRepository = (store: Store) => ({
  steps: (jobId: string): Promise<JournalStep[]> =>
    store.db.select({ step: fileSteps.step, intent: fileSteps.intent, result: fileSteps.result }).from(fileSteps)
      .where(eq(fileSteps.jobId, jobId)).orderBy(asc(fileSteps.intendedAt), sql`rowid`),

  /**
   * Records an action before it is executed. A second call keeps the first record, which describes the original state
   * of the disk.
   */
  intend: (jobId: string, step: string, intent: unknown, at: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(fileSteps).values({ jobId, step, intent, intendedAt: at }).onConflictDoNothing();
    }),

  /** Records a completed action, and its recycle bin entry if there is one. */
  complete: (jobId: string, step: string, result: unknown, at: number, bin?: BinRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.update(fileSteps).set({ result, doneAt: at })
        .where(and(eq(fileSteps.jobId, jobId), eq(fileSteps.step, step)));
      if (bin) await tx.insert(binEntries).values(bin).onConflictDoUpdate({ target: binEntries.path, set: bin });
    }),

  /** Removes the journal of a job, before a new attempt or when it has ended. */
  clear: (jobId: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(fileSteps).where(eq(fileSteps.jobId, jobId));
    }),

  /** Jobs whose undo was in progress when the process ended. */
  openUndos: (): Promise<string[]> => jobsWithSteps(store, UNDO_STEPS),

  /** Jobs whose originals are being restored or wait in an undo run. Their files must stay in the recycle bin. */
  jobsToRestore: async (): Promise<Set<string>> => {
    const waiting = await store.db.select({ jobId: undoRunJobs.jobId }).from(undoRunJobs)
      .where(eq(undoRunJobs.state, "pending"));
    return new Set([...await jobsWithSteps(store, UNDO_STEPS), ...waiting.map(({ jobId }) => jobId)]);
  },

  /** Jobs whose original was to be replaced when the process ended. */
  openReplacements: (): Promise<string[]> => jobsWithSteps(store, REPLACE_STEPS),

  /** Jobs whose encode was being moved to the recycle bin when the process ended. */
  openBinMoves: (): Promise<string[]> => jobsWithSteps(store, BIN_STEPS),

  /** Updates the job and removes its journal in one transaction. Returns undefined if the job no longer exists. */
  close: (jobId: string, patch: Partial<JobRow>): Promise<JobRow | undefined> =>
    store.write(async (tx) => {
      await tx.delete(fileSteps).where(eq(fileSteps.jobId, jobId));
      return (await tx.update(jobs).set(patch).where(eq(jobs.id, jobId)).returning())[0];
    }),

  /** Completes an undo. Updates the recycle bin, the job and the journal in one transaction. */
  closeUndo: (jobId: string, { gone, added, patch }: { gone: string; added: BinRow; patch: Partial<JobRow> }) =>
    store.write(async (tx) => {
      await tx.delete(fileSteps).where(eq(fileSteps.jobId, jobId));
      await tx.delete(binEntries).where(eq(binEntries.path, gone));
      await tx.insert(binEntries).values(added).onConflictDoUpdate({ target: binEntries.path, set: added });
      return (await tx.update(jobs).set(patch).where(eq(jobs.id, jobId)).returning())[0];
    }),

  ...binRepository(store),
});
async function jobsWithSteps({ db }: Store, steps: readonly string[]): Promise<string[]> {
  const rows = await db.selectDistinct({ jobId: fileSteps.jobId }).from(fileSteps)
    .where(inArray(fileSteps.step, [...steps]));
  return rows.map(({ jobId }) => jobId);
}

/** Repository of the delivery journal and the recycle bin. */
export type JournalRepository = ReturnType<typeof journalRepository>;
