import { and, desc, eq, gt } from "drizzle-orm";
import { estimateOutcomes, type OutcomeRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Estimates and actual results of finished jobs. */
export const outcomeRepository = (store: Store) => ({
  save: (row: OutcomeRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(estimateOutcomes).values(row).onConflictDoUpdate({ target: estimateOutcomes.jobId, set: row });
    }),

  /** Returns outcomes, newest first, at most `limit` per model. */
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

  /** Returns the newest outcomes of all models, at most `limit`, newest first. */
  all: (limit: number): Promise<OutcomeRow[]> =>
    store.db.select().from(estimateOutcomes).orderBy(desc(estimateOutcomes.finishedAt)).limit(limit),
});
/** Repository of estimate outcomes. */
export type OutcomeRepository = ReturnType<typeof outcomeRepository>;
