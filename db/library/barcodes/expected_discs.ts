import { desc, eq } from "drizzle-orm";
import type { ExpectedDisc } from "../../../lib/library/barcodes/model.ts";
import { expectedDiscs } from "../../schema/barcodes.ts";
import type { Store } from "../../store.ts";

/** Expected discs, one per barcode. */
export const expectedDiscRepository = (store: Store) => ({
  /** Newest first. */
  list: async (): Promise<ExpectedDisc[]> =>
    (await store.db.select({ record: expectedDiscs.record }).from(expectedDiscs).orderBy(desc(expectedDiscs.addedAt)))
      .map(({ record }) => record),

  /**
   * Stores the disc of a barcode. `merged` creates it from the disc that is stored for the same barcode, if there is
   * one. Returns the stored disc.
   */
  put: (code: string, merged: (known: ExpectedDisc | undefined) => ExpectedDisc): Promise<ExpectedDisc> =>
    store.write(async (tx) => {
      const [known] = await tx.select().from(expectedDiscs).where(eq(expectedDiscs.code, code)).limit(1);
      const record = merged(known?.record);
      await tx.insert(expectedDiscs)
        .values({ code, id: record.id, record, addedAt: Date.parse(record.addedAt) })
        .onConflictDoUpdate({ target: expectedDiscs.code, set: { record } });
      return record;
    }),

  /** Changes a disc. Returns undefined if it no longer exists. */
  change: (id: string, to: (record: ExpectedDisc) => ExpectedDisc): Promise<ExpectedDisc | undefined> =>
    store.write(async (tx) => {
      const [known] = await tx.select().from(expectedDiscs).where(eq(expectedDiscs.id, id)).limit(1);
      if (known === undefined) return undefined;
      const record = to(known.record);
      await tx.update(expectedDiscs).set({ record }).where(eq(expectedDiscs.id, id));
      return record;
    }),

  /** Removes a disc and returns it. */
  remove: (id: string): Promise<ExpectedDisc | undefined> =>
    store.write(async (tx) =>
      (await tx.delete(expectedDiscs).where(eq(expectedDiscs.id, id)).returning({ record: expectedDiscs.record }))[0]
        ?.record
    ),
});
/** Repository of expected discs. */
export type ExpectedDiscRepository = ReturnType<typeof expectedDiscRepository>;
