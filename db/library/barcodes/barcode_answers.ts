import { eq } from "drizzle-orm";
import { type BarcodeAnswerRow, barcodeAnswers } from "../../schema/barcodes.ts";
import type { Store } from "../../store.ts";

/** Cached results of barcode lookups. */
export const barcodeAnswerRepository = (store: Store) => ({
  get: async (code: string): Promise<BarcodeAnswerRow | undefined> =>
    (await store.db.select().from(barcodeAnswers).where(eq(barcodeAnswers.code, code)).limit(1))[0],

  save: (row: BarcodeAnswerRow): Promise<void> =>
    store.write(async (tx) => {
      await tx.insert(barcodeAnswers).values(row).onConflictDoUpdate({ target: barcodeAnswers.code, set: row });
    }),
});
/** Repository of barcode results. */
export type BarcodeAnswerRepository = ReturnType<typeof barcodeAnswerRepository>;
