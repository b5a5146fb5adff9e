import { asc, eq } from "drizzle-orm";
import { profiles, smartProfiles } from "../schema/profiles.ts";
import type { Store } from "../store.ts";

/** Stored row of a profile. */
export type ProfileRow = typeof profiles.$inferSelect;
/** Stored row of a smart profile. */
export type SmartProfileRow = typeof smartProfiles.$inferSelect;

/** Stores either profiles or smart profiles. */
export interface ProfileRepository<Row extends { id: string; name: string; profile: unknown; updatedAt: number }> {
  list(): Promise<Row[]>;
  get(id: string): Promise<Row | undefined>;
  insert(row: Row): Promise<void>;
  /** Returns undefined if there is no such ID. */
  update(id: string, change: Pick<Row, "name" | "profile" | "updatedAt">): Promise<Row | undefined>;
  /** Returns false if there is no such ID. */
  remove(id: string): Promise<boolean>;
}

/** Rows of user-defined profiles. */
export const profileRepository = (store: Store): ProfileRepository<ProfileRow> => ({
  list: () => store.db.select().from(profiles).orderBy(asc(profiles.name), asc(profiles.id)),
  get: async (id) => (await store.db.select().from(profiles).where(eq(profiles.id, id)).limit(1))[0],
  insert: (row) =>
    store.write(async (tx) => {
      await tx.insert(profiles).values(row);
    }),
  update: (id, change) =>
    store.write(async (tx) => (await tx.update(profiles).set(change).where(eq(profiles.id, id)).returning())[0]),
  remove: (id) =>
    store.write(async (tx) => (await tx.delete(profiles).where(eq(profiles.id, id)).returning()).length > 0),
});

/** Rows of user-defined smart profiles. */
export const smartProfileRepository = (store: Store): ProfileRepository<SmartProfileRow> => ({
  list: () => store.db.select().from(smartProfiles).orderBy(asc(smartProfiles.name), asc(smartProfiles.id)),
  get: async (id) => (await store.db.select().from(smartProfiles).where(eq(smartProfiles.id, id)).limit(1))[0],
  insert: (row) =>
    store.write(async (tx) => {
      await tx.insert(smartProfiles).values(row);
    }),
  update: (id, change) =>
    store.write(async (tx) =>
      (await tx.update(smartProfiles).set(change).where(eq(smartProfiles.id, id)).returning())[0]
    ),
  remove: (id) =>
    store.write(async (tx) => (await tx.delete(smartProfiles).where(eq(smartProfiles.id, id)).returning()).length > 0),
});
