import { and, desc, eq, gt, isNotNull, ne, or, sql } from "drizzle-orm";
import { jobCounts, jobs } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Sums over finished jobs; kept history only. */
export const savingsRepository = (store: Store) => {
  // A job whose original was put back has no result any more, and saves nothing.
  const kept = or(isNotNull(jobs.outputPath), ne(jobs.savedBytes, 0));
  const done = and(eq(jobs.status, "done"), gt(jobs.finishedAt, 0), kept);
  const month = sql<string>`strftime('%Y-%m', finished_at / 1000, 'unixepoch')`;
  return {
    /** One row for each month, profile and trigger that occur together, by the profile's name. Reads every finished job. */
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

    /** Another text whenever a job is done, removed or undone; without reading the jobs. */
    async state(): Promise<string> {
      const [counts] = await store.db.select().from(jobCounts).where(eq(jobCounts.status, "done"));
      const [newest] = await store.db.select({ id: jobs.id, at: jobs.finishedAt }).from(jobs)
        .where(eq(jobs.status, "done")).orderBy(desc(jobs.finishedAt), desc(jobs.id)).limit(1);
      // Left to itself SQLite counts by an index that holds every done job.
      const [undone] = await store.db.all(
        sql`select count(*) from jobs indexed by jobs_without_output where status = 'done' and output_path is null`,
      );
      return JSON.stringify([counts, newest, undone]);
    },
  };
};
/** Everything that is asked of those rows. */
export type SavingsRepository = ReturnType<typeof savingsRepository>;
