import { asc, eq } from "drizzle-orm";
import type { StoredBoxSet } from "../../lib/discs/box_set_schema.ts";
import { type BoxSetRow, boxSets } from "../schema/discs.ts";
import type { Store } from "../store.ts";

/** Box sets without their discs. Each disc refers to its box set. */
export const boxSetRepository = (store: Store) => ({
  list: (): Promise<BoxSetRow[]> => store.db.select().from(boxSets).orderBy(asc(boxSets.createdAt)),

  get: async (id: string): Promise<BoxSetRow | undefined> =>
    (await store.db.select().from(boxSets).where(eq(boxSets.id, id)).limit(1))[0],

  put: (record: StoredBoxSet): Promise<void> =>
    store.write(async (tx) => {
      const row = { id: record.id, record, createdAt: Date.parse(record.createdAt) };
      await tx.insert(boxSets).values(row).onConflictDoUpdate({ target: boxSets.id, set: { record } });
    }),

  remove: (id: string): Promise<void> =>
    store.write(async (tx) => {
      await tx.delete(boxSets).where(eq(boxSets.id, id));
    }),
});
/** Repository of box sets. */
export type BoxSetRepository = ReturnType<typeof boxSetRepository>;
