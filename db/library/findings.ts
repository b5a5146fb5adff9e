import { and, desc, eq, gte, lt } from "drizzle-orm";
import { findings } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/**
 * Results of file analyses, stored so that no file is analysed twice: sampled sizes (`lib/jobs/estimates`), checks for
 * damage (`lib/jobs/reports`), loudness (`lib/jobs/run`) and MQA detection (`lib/library/music`), each with its own
 * format.
 */

/** Stored row of a finding. */
export type FindingRow = typeof findings.$inferSelect;
/** The kind of analysis. */
export type FindingKind = FindingRow["kind"];

/**
 * Reads and writes findings by kind and key. The key consists of the file's identity and everything else that the
 * result depends on, so the key changes with the file.
 */
export const findingRepository = (store: Store) => ({
  get: async (kind: FindingKind, key: string): Promise<FindingRow | undefined> =>
    (await store.db.select().from(findings).where(and(eq(findings.kind, kind), eq(findings.key, key))).limit(1))[0],

  /** Returns all findings of a kind whose keys begin with a text. */
  beginningWith: (kind: FindingKind, start: string): Promise<FindingRow[]> =>
    store.db.select().from(findings)
      .where(and(eq(findings.kind, kind), gte(findings.key, start), lt(findings.key, `${start}\uffff`))),

  save: (row: FindingRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(findings).values(row).onConflictDoUpdate({ target: [findings.kind, findings.key], set: row });
    }),

  newest: (kind: FindingKind, limit: number): Promise<FindingRow[]> =>
    store.db.select().from(findings).where(eq(findings.kind, kind)).orderBy(desc(findings.foundAt)).limit(limit),

  /** Removes findings older than `time` (milliseconds since 1970). */
  forget: (kind: FindingKind, time: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(findings).where(and(eq(findings.kind, kind), lt(findings.foundAt, time)));
    }),
});
/** Repository of findings. */
export type FindingRepository = ReturnType<typeof findingRepository>;
