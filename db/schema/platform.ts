import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { EVENT_LEVELS, EVENT_SOURCES } from "../../lib/platform/model.ts";
import { json } from "./columns.ts";

/** The tables of what any service keeps: facts, events, sessions, tasks. Times are milliseconds since 1970 (UTC). */

/** Small facts that survive a restart, such as "the queue is paused". */
export const keyValues = sqliteTable("key_values", {
  key: text("key").primaryKey(),
  value: json("value").$type<unknown>().notNull(),
});

/** What happened on this instance, for its owner to read: the newest 10,000. */
export const events = sqliteTable("events", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  time: integer("time").notNull(),
  level: text("level", { enum: EVENT_LEVELS }).notNull(),
  source: text("source", { enum: EVENT_SOURCES }).notNull(),
  message: text("message").notNull(),
  details: text("details"),
  refKind: text("ref_kind"),
  refId: text("ref_id"),
}, (t) => [index("events_by_source").on(t.source, t.id), index("events_by_level").on(t.level, t.id)]);
/** An event as it is stored. */
export type EventRow = typeof events.$inferSelect;
/** An event to be stored. */
export type NewEventRow = typeof events.$inferInsert;

/** Who is logged in. Holds a digest of the id: whoever reads the database cannot log in with it (safety.md, S-AUTH-8). */
export const sessions = sqliteTable("sessions", {
  idDigest: text("id_digest").primaryKey(),
  username: text("username").notNull(),
  createdAt: integer("created_at").notNull(),
  lastSeenAt: integer("last_seen_at").notNull(),
  /** Remember me: lives for 30 days; else it ends after a day without a request. */
  remembered: integer("remembered", { mode: "boolean" }).notNull(),
});
/** A session as it is stored. */
export type SessionRow = typeof sessions.$inferSelect;

/** Failed logins by address and by account, over restarts (safety.md, S-AUTH-9). */
export const loginFailures = sqliteTable("login_failures", {
  key: text("key").primaryKey(),
  failures: integer("failures").notNull(),
  lastAt: integer("last_at").notNull(),
}, (t) => [index("login_failures_by_age").on(t.lastAt)]);

/** How each scheduled task went the last time. */
export const taskRuns = sqliteTable("task_runs", {
  id: text("id").primaryKey(),
  lastRunAt: integer("last_run_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  result: text("result"),
  error: text("error"),
});
/** The last run of a task as it is stored. */
export type TaskRunRow = typeof taskRuns.$inferSelect;
