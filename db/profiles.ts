import { asc, eq } from "drizzle-orm";
import { profiles } from "./schema.ts";
import type { Store } from "./store.ts";

export type ProfileRow = typeof profiles.$inferSelect;

/** The rows of profiles that people made. */
export const profileRepository = (store: Store) => ({
  list: (): Promise<ProfileRow[]> => store.db.select().from(profiles).orderBy(asc(profiles.name), asc(profiles.id)),

  get: async (id: string): Promise<ProfileRow | undefined> =>
    (await store.db.select().from(profiles).where(eq(profiles.id, id)).limit(1))[0],

  insert: (row: ProfileRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(profiles).values(row);
    }),

  /** Undefined when there is none of that id. */
  update: (id: string, change: Pick<ProfileRow, "name" | "profile" | "updatedAt">): Promise<ProfileRow | undefined> =>
    store.write(async (tx) => (await tx.update(profiles).set(change).where(eq(profiles.id, id)).returning())[0]),

  /** False when there is none of that id. */
  remove: (id: string): Promise<boolean> =>
    store.write(async (tx) => (await tx.delete(profiles).where(eq(profiles.id, id)).returning()).length > 0),
});
