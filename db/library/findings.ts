import { and, desc, eq, lt } from "drizzle-orm";
import { findings } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** A finding as it is stored. */
export type FindingRow = typeof findings.$inferSelect;
/** The kind of analysis. */
export type FindingKind = FindingRow["kind"];

/** Results of analysing files. The caller knows what it wrote and under which key. */
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
