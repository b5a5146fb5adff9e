import { and, desc, eq, lt } from "drizzle-orm";
import { findings } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/**
 * What analysing files found, kept so that no file is analysed twice: sampled sizes (`lib/jobs/estimates`), checks for
 * damage (`lib/jobs/reports`), loudness (`lib/jobs/run`) and marks of MQA (`lib/library/music`), each with a shape of its own.
 */

/** A finding as it is stored. */
export type FindingRow = typeof findings.$inferSelect;
/** The kind of analysis. */
export type FindingKind = FindingRow["kind"];

/**
 * Reads and writes findings by kind and key. A key is the identity of a file's content and whatever else the
 * result depends on: a changed file has another key.
 */
export const findingRepository = (store: Store) => ({
  get: async (kind: FindingKind, key: string): Promise<FindingRow | undefined> =>
    (await store.db.select().from(findings).where(and(eq(findings.kind, kind), eq(findings.key, key))).limit(1))[0],

  save: (row: FindingRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(findings).values(row).onConflictDoUpdate({ target: [findings.kind, findings.key], set: row });
    }),

  newest: (kind: FindingKind, limit: number): Promise<FindingRow[]> =>
    store.db.select().from(findings).where(eq(findings.kind, kind)).orderBy(desc(findings.foundAt)).limit(limit),

  /** Removes what was found before `time` (milliseconds since 1970). */
  forget: (kind: FindingKind, time: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(findings).where(and(eq(findings.kind, kind), lt(findings.foundAt, time)));
    }),
});
/** Everything that is asked of those rows. */
export type FindingRepository = ReturnType<typeof findingRepository>;
