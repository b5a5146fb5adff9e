import { and, desc, eq, gt } from "drizzle-orm";
import { estimateOutcomes, type OutcomeRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** How estimates of finished jobs turned out. */
export const outcomeRepository = (store: Store) => ({
  save: (row: OutcomeRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(estimateOutcomes).values(row).onConflictDoUpdate({ target: estimateOutcomes.jobId, set: row });
    }),

  /** Newest first, at most `limit` of each model. */
  recent: async (limit: number): Promise<OutcomeRow[]> => {
    const models = await store.db.selectDistinct({ model: estimateOutcomes.model }).from(estimateOutcomes);
    const rows: OutcomeRow[] = [];
    for (const { model } of models) {
      rows.push(
        ...await store.db.select().from(estimateOutcomes)
          .where(and(eq(estimateOutcomes.model, model), gt(estimateOutcomes.videoRatio, 0)))
          .orderBy(desc(estimateOutcomes.finishedAt)).limit(limit),
      );
    }
    return rows;
  },

  /** Every outcome, newest first. */
  all: (limit: number): Promise<OutcomeRow[]> =>
    store.db.select().from(estimateOutcomes).orderBy(desc(estimateOutcomes.finishedAt)).limit(limit),
});
/** Everything that is asked of those rows. */
export type OutcomeRepository = ReturnType<typeof outcomeRepository>;
