import { eq } from "drizzle-orm";
import { qualityReports } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Measured quality of finished jobs. A report is removed together with its job. */
export const qualityReportRepository = (store: Store) => ({
  get: async (jobId: string): Promise<unknown> =>
    (await store.db.select().from(qualityReports).where(eq(qualityReports.jobId, jobId)).limit(1))[0]?.report,

  save: (jobId: string, report: unknown, createdAt: number): Promise<void> =>
    store.write(async (tx) => {
      const row = { jobId, report, createdAt };
      await tx.insert(qualityReports).values(row).onConflictDoUpdate({ target: qualityReports.jobId, set: row });
    }),
});
/** Repository of quality reports. */
export type QualityReportRepository = ReturnType<typeof qualityReportRepository>;
