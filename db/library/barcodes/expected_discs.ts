import { desc, eq } from "drizzle-orm";
import type { ExpectedDisc } from "../../../lib/library/barcodes/model.ts";
import { expectedDiscs } from "../../schema/barcodes.ts";
import type { Store } from "../../store.ts";

/** Discs that are expected, one for each barcode. */
export const expectedDiscRepository = (store: Store) => ({
  /** The newest first. */
  list: async (): Promise<ExpectedDisc[]> =>
    (await store.db.select({ record: expectedDiscs.record }).from(expectedDiscs).orderBy(desc(expectedDiscs.addedAt)))
      .map(({ record }) => record),

  /** Keeps a disc, one for each barcode: `merged` makes it of the one that is there. Answers what is kept. */
  put: (code: string, merged: (known: ExpectedDisc | undefined) => ExpectedDisc): Promise<ExpectedDisc> =>
    store.write(async (tx) => {
      const [known] = await tx.select().from(expectedDiscs).where(eq(expectedDiscs.code, code)).limit(1);
      const record = merged(known?.record);
      await tx.insert(expectedDiscs)
        .values({ code, id: record.id, record, addedAt: Date.parse(record.addedAt) })
        .onConflictDoUpdate({ target: expectedDiscs.code, set: { record } });
      return record;
    }),

  /** Changes a disc that is still there; undefined when it is not. */
  change: (id: string, to: (record: ExpectedDisc) => ExpectedDisc): Promise<ExpectedDisc | undefined> =>
    store.write(async (tx) => {
      const [known] = await tx.select().from(expectedDiscs).where(eq(expectedDiscs.id, id)).limit(1);
      if (known === undefined) return undefined;
      const record = to(known.record);
      await tx.update(expectedDiscs).set({ record }).where(eq(expectedDiscs.id, id));
      return record;
    }),

  /** Answers what was there. */
  remove: (id: string): Promise<ExpectedDisc | undefined> =>
    store.write(async (tx) =>
      (await tx.delete(expectedDiscs).where(eq(expectedDiscs.id, id)).returning({ record: expectedDiscs.record }))[0]
        ?.record
    ),
});
/** Everything that is asked of expected discs. */
export type ExpectedDiscRepository = ReturnType<typeof expectedDiscRepository>;
