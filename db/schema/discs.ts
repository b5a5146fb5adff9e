import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StoredBoxSet } from "../../lib/discs/box_set_schema.ts";
import type { ReadTitle } from "../../lib/discs/model.ts";
import type { StoredRip } from "../../lib/discs/rip_schema.ts";
import { RIP_STATES } from "../../lib/discs/rip_states.ts";
import { json } from "./columns.ts";

/** Discs that were seen, and what became of them. Times are milliseconds since 1970 (UTC). */
export const rips = sqliteTable("rips", {
  id: text("id").primaryKey(),
  status: text("status", { enum: RIP_STATES }).notNull(),
  /** Where it was read: `dev:/dev/sr0`, `iso:/path`, `file:/path`. */
  source: text("source").notNull(),
  batchId: text("batch_id"),
  /** All that the API answers, without the log. */
  record: json("record").$type<StoredRip>().notNull(),
  /** Where the titles lie on the disc, by their ids. */
  readTitles: json("read_titles").$type<ReadTitle[]>().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [index("rips_by_time").on(t.createdAt), index("rips_by_status").on(t.status)]);
/** A rip as it is stored. */
export type RipRow = typeof rips.$inferSelect;

/** What happened to a rip, a line each. */
export const ripLog = sqliteTable("rip_log", {
  ripId: text("rip_id").notNull().references(() => rips.id, { onDelete: "cascade" }),
  /** Counts the lines of one rip from 1. */
  line: integer("line").notNull(),
  text: text("text").notNull(),
}, (t) => [primaryKey({ columns: [t.ripId, t.line] })]);

/** Box sets: the discs of one series and season. */
export const boxSets = sqliteTable("box_sets", {
  id: text("id").primaryKey(),
  record: json("record").$type<StoredBoxSet>().notNull(),
  createdAt: integer("created_at").notNull(),
});
/** A box set as it is stored. */
export type BoxSetRow = typeof boxSets.$inferSelect;
