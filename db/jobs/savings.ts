import { and, count, desc, eq, gt, isNotNull, ne, sql, sum } from "drizzle-orm";
import { binEntries, jobCounts, jobs } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Totals over the finished jobs that are still in the history and whose original was replaced. */
export const savingsRepository = (store: Store) => {
  const freed = and(eq(jobs.status, "done"), gt(jobs.finishedAt, 0), ne(jobs.savedBytes, 0));
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
      }).from(jobs).where(freed).groupBy(month, jobs.profileId, jobs.trigger).orderBy(sql`max(profile_name)`),

    /** Returns a text that changes whenever an original is replaced or restored, without reading the jobs. */
    async state(): Promise<string> {
      const [counts] = await store.db.select({ jobs: jobCounts.jobs, savedBytes: jobCounts.savedBytes }).from(jobCounts)
        .where(eq(jobCounts.status, "done"));
      const [newest] = await store.db.select({ id: jobs.id, at: jobs.finishedAt }).from(jobs)
        .where(eq(jobs.status, "done")).orderBy(desc(jobs.finishedAt), desc(jobs.id)).limit(1);
      return JSON.stringify([counts, newest]);
    },

    /**
     * Returns the part of the savings, in bytes, that is not free yet because the replaced originals are still in a
     * recycle bin.
     */
    async binnedBytes(): Promise<number> {
      const [row] = await store.db.select({ bytes: sum(jobs.savedBytes) }).from(binEntries)
        .innerJoin(jobs, and(eq(jobs.id, binEntries.jobId), eq(jobs.originalKeptAt, binEntries.path)));
      return Number(row?.bytes ?? 0);
    },

    /**
     * Returns the number of finished encodes whose originals also exist, and the bytes that replacing these originals
     * would free.
     */
    async wouldFree(): Promise<{ jobs: number; bytes: number }> {
      const [[row], [counts]] = await Promise.all([
        store.db.select({ n: count() }).from(jobs).where(and(isNotNull(jobs.review), ne(jobs.review, "kept"))),
        store.db.select({ bytes: jobCounts.wouldFreeBytes }).from(jobCounts).where(eq(jobCounts.status, "done")),
      ]);
      return { jobs: row?.n ?? 0, bytes: counts?.bytes ?? 0 };
    },
  };
};
/** Repository of savings. */
export type SavingsRepository = ReturnType<typeof savingsRepository>;
