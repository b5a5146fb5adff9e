import { and, eq, gt, isNotNull, ne, or, sql } from "drizzle-orm";
import { jobs } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Sums over finished jobs; kept history only. */
export const savingsRepository = (store: Store) => {
  // A job whose original was put back has no result any more, and saves nothing.
  const kept = or(isNotNull(jobs.outputPath), ne(jobs.savedBytes, 0));
  const done = and(eq(jobs.status, "done"), gt(jobs.finishedAt, 0), kept);
  const sums = {
    jobs: sql<number>`count(*)`,
    inputBytes: sql<number>`coalesce(sum(input_size_bytes), 0)`,
    savedBytes: sql<number>`coalesce(sum(saved_bytes), 0)`,
    encodeSeconds: sql<number>`coalesce(sum(duration_seconds), 0)`,
  };
  const month = sql<string>`strftime('%Y-%m', finished_at / 1000, 'unixepoch')`;
  return {
    total: async () => (await store.db.select(sums).from(jobs).where(done))[0],
    byMonth: () => store.db.select({ month, ...sums }).from(jobs).where(done).groupBy(month).orderBy(month),
    byProfile: () =>
      store.db.select({ profileId: jobs.profileId, profileName: sql<string>`max(profile_name)`, ...sums })
        .from(jobs).where(done).groupBy(jobs.profileId).orderBy(sql`sum(saved_bytes) desc`),
    byTrigger: () =>
      store.db.select({ trigger: jobs.trigger, ...sums }).from(jobs).where(done).groupBy(jobs.trigger)
        .orderBy(jobs.trigger),
  };
};
/** Everything that is asked of those rows. */
export type SavingsRepository = ReturnType<typeof savingsRepository>;
