import { eq, lt } from "drizzle-orm";
import { releaseAnswers } from "../schema/library.ts";
import type { Store } from "../store.ts";

type ReleaseAnswerRow = typeof releaseAnswers.$inferSelect;

/** Cached responses of MusicBrainz, OMDb and TheDiscDb, by request. */
export const releaseAnswerRepository = (store: Store) => ({
  get: async (question: string): Promise<ReleaseAnswerRow | undefined> =>
    (await store.db.select().from(releaseAnswers).where(eq(releaseAnswers.question, question)).limit(1))[0],

  save: (row: ReleaseAnswerRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(releaseAnswers).values(row)
        .onConflictDoUpdate({ target: releaseAnswers.question, set: row });
    }),

  /** Removes responses older than `time` (milliseconds). */
  forget: (time: number): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(releaseAnswers).where(lt(releaseAnswers.at, time));
    }),
});
/** Repository of cached release responses. */
export type ReleaseAnswerRepository = ReturnType<typeof releaseAnswerRepository>;
