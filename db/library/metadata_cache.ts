import { eq, lt } from "drizzle-orm";
import { metadataResponses } from "../schema/library.ts";
import type { Store } from "../store.ts";

type MetadataResponseRow = typeof metadataResponses.$inferSelect;

/** Cached responses of MusicBrainz, OMDb and TheDiscDb, by request. */
export const metadataCache = (store: Store) => ({
  get: async (question: string): Promise<MetadataResponseRow | undefined> =>
    (await store.db.select().from(metadataResponses).where(eq(metadataResponses.question, question)).limit(1))[0],

  save: (row: MetadataResponseRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(metadataResponses).values(row)
        .onConflictDoUpdate({ target: metadataResponses.question, set: row });
    }),

  /** Removes responses older than `time` (milliseconds). */
  forget: (time: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(metadataResponses).where(lt(metadataResponses.at, time));
    }),
});
/** Cache of responses from metadata services. */
export type MetadataCache = ReturnType<typeof metadataCache>;
