import { and, desc, eq, gt, isNotNull, ne, or, sql } from "drizzle-orm";
import { jobCounts, jobs } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Totals over the finished jobs that are still in the history. */
export const savingsRepository = (store: Store) => {
  // A job whose original was restored has no output and saves nothing.
  const kept = or(isNotNull(jobs.outputPath), ne(jobs.savedBytes, 0));
  const done = and(eq(jobs.status, "done"), gt(jobs.finishedAt, 0), kept);
  const month = sql<string>`strftime('%Y-%m', finished_at / 1000, 'unixepoch')`;
  return {
    /**
     * Returns one row for each combination of month, profile and trigger, sorted by profile name. Reads all finished
     * jobs.
     */
    groups: async () =>
      await store.db.select({
        month,
        profileId: jobs.profileId,
        profileName: sql<string>`max(profile_name)`,
        trigger: jobs.trigger,
        jobs: sql<number>`count(*)`,
        inputBytes: sql<number>`coalesce(sum(input_size_bytes), 0)`,
        savedBytes: sql<number>`coalesce(sum(saved_bytes), 0)`,
        encodeSeconds: sql<number>`coalesce(sum(duration_seconds), 0)`,
      }).from(jobs).where(done).groupBy(month, jobs.profileId, jobs.trigger).orderBy(sql`max(profile_name)`),

    /** Returns a text that changes whenever a job is completed, removed or undone, without reading the jobs. */
    async state(): Promise<string> {
      const [counts] = await store.db.select().from(jobCounts).where(eq(jobCounts.status, "done"));
      const [newest] = await store.db.select({ id: jobs.id, at: jobs.finishedAt }).from(jobs)
        .where(eq(jobs.status, "done")).orderBy(desc(jobs.finishedAt), desc(jobs.id)).limit(1);
      // By default, SQLite would use an index that contains all completed jobs.
      const [undone] = await store.db.all(
        sql`select count(*) from jobs indexed by jobs_without_output where status = 'done' and output_path is null`,
      );
      return JSON.stringify([counts, newest, undone]);
    },
  };
};
/** Repository of savings. */
export type SavingsRepository = ReturnType<typeof savingsRepository>;
