import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BarcodeProduct, ExpectedDisc } from "../../lib/library/barcodes/model.ts";
import { json } from "./columns.ts";

/** Barcode lookups and expected discs. Times are milliseconds since 1970 (UTC). */

/** Results of barcode lookups. Null if no source has the barcode. */
export const barcodeAnswers = sqliteTable("barcode_answers", {
  code: text("code").primaryKey(),
  product: json("product").$type<BarcodeProduct>(),
  at: integer("at").notNull(),
});
/** Stored row of a barcode lookup. */
export type BarcodeAnswerRow = typeof barcodeAnswers.$inferSelect;

/** Discs whose barcode was scanned, one per barcode. */
export const expectedDiscs = sqliteTable("expected_discs", {
  code: text("code").primaryKey(),
  id: text("id").notNull().unique(),
  record: json("record").$type<ExpectedDisc>().notNull(),
  addedAt: integer("added_at").notNull(),
}, (t) => [index("expected_discs_by_time").on(t.addedAt)]);
