import { and, asc, count, desc, eq, inArray, lt, ne, notInArray, sql, sum } from "drizzle-orm";
import { type UndoJobRow, undoRunJobs, type UndoRunRow, undoRuns } from "../schema/undo_runs.ts";
import type { Store } from "../store.ts";

/** Rows inserted per statement, because the number of parameters of a statement is limited. */
const INSERT_BATCH_SIZE = 500;

/** Number of jobs in each state, and the size of the restored originals. */
export type UndoCounts = Record<UndoJobRow["state"], number> & { bytesRestored: number };

/** Outcome of one job. */
export type UndoOutcome = Pick<UndoJobRow, "state" | "code" | "reason">;

/** Undo runs and the outcome of each of their jobs. */
export const undoRunRepository = (store: Store) => ({
  add: (run: UndoRunRow, jobs: UndoJobRow[]): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(undoRuns).values(run);
      for (let at = 0; at < jobs.length; at += INSERT_BATCH_SIZE) {
        await tx.insert(undoRunJobs).values(jobs.slice(at, at + INSERT_BATCH_SIZE));
      }
    }),

  get: async (id: string): Promise<UndoRunRow | undefined> =>
    (await store.db.select().from(undoRuns).where(eq(undoRuns.id, id)).limit(1))[0],

  /** Returns the newest runs. */
  newest: (limit: number): Promise<UndoRunRow[]> =>
    store.db.select().from(undoRuns).orderBy(desc(undoRuns.createdAt), desc(sql`rowid`)).limit(limit),

  /** Returns the runs that have not finished, oldest first. */
  unfinished: (): Promise<UndoRunRow[]> =>
    store.db.select().from(undoRuns).where(ne(undoRuns.state, "done")).orderBy(asc(undoRuns.createdAt), sql`rowid`),

  jobs: (runId: string): Promise<UndoJobRow[]> =>
    store.db.select().from(undoRunJobs).where(eq(undoRunJobs.runId, runId)).orderBy(asc(undoRunJobs.position)),

  counts: async (runId: string): Promise<UndoCounts> => {
    const rows = await store.db.select({ state: undoRunJobs.state, jobs: count(), bytes: sum(undoRunJobs.bytes) })
      .from(undoRunJobs).where(eq(undoRunJobs.runId, runId)).groupBy(undoRunJobs.state);
    const counts: UndoCounts = { pending: 0, restored: 0, refused: 0, unaffected: 0, bytesRestored: 0 };
    for (const { state, jobs, bytes } of rows) {
      counts[state] = jobs;
      if (state === "restored") counts.bytesRestored = Number(bytes ?? 0);
    }
    return counts;
  },

  /** Records the outcome of a job in every run in which it is pending. */
  settle: (jobId: string, outcome: UndoOutcome): Promise<void> =>
    store.write(async (tx) => {
      await tx.update(undoRunJobs).set(outcome)
        .where(and(eq(undoRunJobs.jobId, jobId), eq(undoRunJobs.state, "pending")));
    }),

  setState: (id: string, state: UndoRunRow["state"], finishedAt: number | null): Promise<void> =>
    store.write(async (tx) => {
      await tx.update(undoRuns).set({ state, finishedAt }).where(eq(undoRuns.id, id));
    }),

  /** Removes finished runs older than `before`, except the newest ones. */
  removeOld: (before: number, kept: number): Promise<void> =>
    store.write(async (tx) => {
      const newest = await tx.select({ id: undoRuns.id }).from(undoRuns).orderBy(desc(undoRuns.createdAt)).limit(kept);
      const old = await tx.select({ id: undoRuns.id }).from(undoRuns).where(and(
        eq(undoRuns.state, "done"),
        lt(undoRuns.createdAt, before),
        notInArray(undoRuns.id, newest.map(({ id }) => id)),
      ));
      if (old.length > 0) await tx.delete(undoRuns).where(inArray(undoRuns.id, old.map(({ id }) => id)));
    }),
});
/** Repository of undo runs. */
export type UndoRunRepository = ReturnType<typeof undoRunRepository>;
