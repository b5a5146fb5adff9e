import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { EVENT_LEVELS, EVENT_SOURCES } from "../../lib/platform/model.ts";
import { json } from "./columns.ts";

/**
 * Tables for general data of the service: key-value pairs, events, sessions, tasks. Times are milliseconds since 1970
 * (UTC).
 */

/** Small values that survive restarts, such as "the queue is paused". */
export const keyValues = sqliteTable("key_values", {
  key: text("key").primaryKey(),
  value: json("value").$type<unknown>().notNull(),
});

/** Events on this instance, shown to the user. The newest 10,000 are kept. */
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
/** Stored row of an event. */
export type EventRow = typeof events.$inferSelect;
/** Row of an event to insert. */
export type NewEventRow = typeof events.$inferInsert;

/**
 * Login sessions. Only a digest of the session ID is stored, so that read access to the database is not enough to log
 * in (safety.md, S-AUTH-8).
 */
export const sessions = sqliteTable("sessions", {
  idDigest: text("id_digest").primaryKey(),
  username: text("username").notNull(),
  createdAt: integer("created_at").notNull(),
  lastSeenAt: integer("last_seen_at").notNull(),
  /** True for "Remember me": the session lasts 30 days. Otherwise it ends after one day without a request. */
  remembered: integer("remembered", { mode: "boolean" }).notNull(),
});
/** Stored row of a session. */
export type SessionRow = typeof sessions.$inferSelect;

/** Failed logins by address and account, kept across restarts (safety.md, S-AUTH-9). */
export const loginFailures = sqliteTable("login_failures", {
  key: text("key").primaryKey(),
  failures: integer("failures").notNull(),
  lastAt: integer("last_at").notNull(),
}, (t) => [index("login_failures_by_age").on(t.lastAt)]);

/** Result of the last run of each scheduled task. */
export const taskRuns = sqliteTable("task_runs", {
  id: text("id").primaryKey(),
  lastRunAt: integer("last_run_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  result: text("result"),
  error: text("error"),
});
/** Stored row of a task run. */
export type TaskRunRow = typeof taskRuns.$inferSelect;
