import { and, count, desc, eq, inArray, lt, max, sql } from "drizzle-orm";
import type { JobState } from "../../lib/jobs/states.ts";
import { bindFirst } from "../bind.ts";
import { type JobFailureRow, jobFailures, type JobRow, jobs } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** States of jobs that have failed. */
const FAILED: JobState[] = ["failed", "publish_failed"];

/** Columns of a failed job from which its failure is explained. */
export type FailedJob = Pick<JobRow, "id" | "attempt" | "errorCode" | "error" | "finishedAt">;

/** Failed jobs with the same cause or fingerprint. */
export interface FailureGroupRow {
  groupKey: string;
  jobs: number;
  /** Time of the newest failure in milliseconds since 1970. */
  newestAt: number;
}

/** Failed attempts of jobs. Only jobs whose file was available are recorded. */
export const failureRepository = (store: Store) => ({
  ...bindFirst(store, { unrecorded, groups, newestOf, idsOf }),
  record: (rows: JobFailureRow[]): Promise<void> =>
    store.write(async (tx) => {
      for (const row of rows) {
        const target = [jobFailures.jobId, jobFailures.attempt];
        await tx.insert(jobFailures).values(row).onConflictDoUpdate({ target, set: row });
      }
    }),
  /** Removes failures before a time in milliseconds since 1970. */
  removeBefore: (time: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(jobFailures).where(lt(jobFailures.failedAt, time));
    }),
});
/** Repository of failed attempts. */
export type FailureRepository = ReturnType<typeof failureRepository>;

const sameAttempt = and(eq(jobFailures.jobId, jobs.id), eq(jobFailures.attempt, jobs.attempt));

/** Returns failed jobs whose latest attempt is not recorded, newest first. */
async function unrecorded({ db }: Pick<Store, "db">, limit: number): Promise<FailedJob[]> {
  const { id, attempt, errorCode, error, finishedAt } = jobs;
  return await db.select({ id, attempt, errorCode, error, finishedAt }).from(jobs)
    .leftJoin(jobFailures, sameAttempt)
    .where(and(inArray(jobs.status, FAILED), sql`${jobs.sourcePath} <> ''`, sql`${jobFailures.jobId} IS NULL`))
    .orderBy(desc(jobs.finishedAt)).limit(limit);
}

/** Returns the groups of the jobs that are failed at present, largest first. */
async function groups({ db }: Pick<Store, "db">, limit: number): Promise<FailureGroupRow[]> {
  const rows = await db.select({ groupKey: jobFailures.groupKey, jobs: count(), newestAt: max(jobs.finishedAt) })
    .from(jobs).innerJoin(jobFailures, sameAttempt).where(inArray(jobs.status, FAILED))
    .groupBy(jobFailures.groupKey).orderBy(desc(count()), jobFailures.groupKey).limit(limit);
  return rows.map((row) => ({ ...row, newestAt: row.newestAt ?? 0 }));
}

/** Returns the newest failed job of a group with its decisive line. Undefined if no job of the group is failed. */
async function newestOf(
  { db }: Pick<Store, "db">,
  groupKey: string,
): Promise<{ id: string; title: string; line: string } | undefined> {
  const [row] = await db.select({ id: jobs.id, title: jobs.title, line: jobFailures.line })
    .from(jobs).innerJoin(jobFailures, sameAttempt)
    .where(and(inArray(jobs.status, FAILED), eq(jobFailures.groupKey, groupKey)))
    .orderBy(desc(jobs.finishedAt), desc(jobs.id)).limit(1);
  return row;
}

/** Returns the IDs of the failed jobs in a group, newest first. */
async function idsOf({ db }: Pick<Store, "db">, groupKey: string, limit: number): Promise<string[]> {
  const rows = await db.select({ id: jobs.id }).from(jobs).innerJoin(jobFailures, sameAttempt)
    .where(and(inArray(jobs.status, FAILED), eq(jobFailures.groupKey, groupKey)))
    .orderBy(desc(jobs.finishedAt), desc(jobs.id)).limit(limit);
  return rows.map(({ id }) => id);
}
