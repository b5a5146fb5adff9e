import { sql } from "drizzle-orm";
import { autoMemory, type AutoMemoryRow } from "./schema_catalogue.ts";
import type { Store } from "./store.ts";

/** What auto transcode has dealt with. */
export const autoMemoryRepository = (store: Store) => ({
  all: (): Promise<AutoMemoryRow[]> => store.db.select().from(autoMemory),

  remember: (rows: AutoMemoryRow[]): Promise<void> =>
    store.write(async (tx) => {
      for (const row of rows) {
        await tx.insert(autoMemory).values(row).onConflictDoUpdate({ target: autoMemory.localPath, set: row });
      }
    }),

  counts: async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await store.db.select({ reason: autoMemory.reason, count: sql<number>`count(*)` }).from(autoMemory)
        .groupBy(autoMemory.reason)).map(({ reason, count }) => [reason, count]),
    ),

  clear: (): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(autoMemory);
    }),
});
export type AutoMemoryRepository = ReturnType<typeof autoMemoryRepository>;
