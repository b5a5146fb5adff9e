import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StoredBoxSet } from "../../lib/discs/box_set_schema.ts";
import type { ReadTitle } from "../../lib/discs/model.ts";
import type { StoredRip } from "../../lib/discs/rip_schema.ts";
import { RIP_STATES } from "../../lib/discs/rip_states.ts";
import { json } from "./columns.ts";

/** Discs that were inserted, and their rips. Times are milliseconds since 1970 (UTC). */
export const rips = sqliteTable("rips", {
  id: text("id").primaryKey(),
  status: text("status", { enum: RIP_STATES }).notNull(),
  /** Source of the disc: `dev:/dev/sr0`, `iso:/path`, `file:/path`. */
  source: text("source").notNull(),
  batchId: text("batch_id"),
  /** All data returned by the API, except the log. */
  record: json("record").$type<StoredRip>().notNull(),
  /** Locations of the titles on the disc, by title ID. */
  readTitles: json("read_titles").$type<ReadTitle[]>().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [index("rips_by_time").on(t.createdAt), index("rips_by_status").on(t.status)]);
/** Stored row of a rip. */
export type RipRow = typeof rips.$inferSelect;

/** Log of a rip, one row per line. */
export const ripLog = sqliteTable("rip_log", {
  ripId: text("rip_id").notNull().references(() => rips.id, { onDelete: "cascade" }),
  /** Line number within the rip, starting at 1. */
  line: integer("line").notNull(),
  text: text("text").notNull(),
}, (t) => [primaryKey({ columns: [t.ripId, t.line] })]);

/** Box sets: the discs of one season of a series. */
export const boxSets = sqliteTable("box_sets", {
  id: text("id").primaryKey(),
  record: json("record").$type<StoredBoxSet>().notNull(),
  createdAt: integer("created_at").notNull(),
});
/** Stored row of a box set. */
export type BoxSetRow = typeof boxSets.$inferSelect;
