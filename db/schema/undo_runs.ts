import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { UNDO_JOB_STATES, UNDO_RUN_STATES, type UndoScope } from "../../lib/jobs/bin_schema.ts";
import { json } from "./columns.ts";

/** Requests to restore the originals of several jobs. */
export const undoRuns = sqliteTable("undo_runs", {
  id: text("id").primaryKey(),
  scope: json("scope").$type<UndoScope>().notNull(),
  /** `stopped`: a disk error or the end of the program stopped it. It continues at the next start. */
  state: text("state", { enum: UNDO_RUN_STATES }).notNull(),
  createdAt: integer("created_at").notNull(),
  finishedAt: integer("finished_at"),
}, (t) => [index("undo_runs_by_created").on(t.createdAt)]);
/** Stored row of a request to restore several originals. */
export type UndoRunRow = typeof undoRuns.$inferSelect;

/** Jobs of an undo run in the order in which they are undone, each with its outcome. */
export const undoRunJobs = sqliteTable("undo_run_jobs", {
  runId: text("run_id").notNull().references(() => undoRuns.id, { onDelete: "cascade" }),
  jobId: text("job_id").notNull(),
  position: integer("position").notNull(),
  title: text("title").notNull(),
  state: text("state", { enum: UNDO_JOB_STATES }).notNull(),
  /** Code and sentence of a refusal. */
  code: text("code"),
  reason: text("reason"),
  /** Size of the original. */
  bytes: integer("bytes").notNull().default(0),
}, (t) => [
  primaryKey({ columns: [t.runId, t.jobId] }),
  index("undo_jobs_pending").on(t.jobId).where(sql`state = 'pending'`),
]);
/** Stored row of a job in an undo run. */
export type UndoJobRow = typeof undoRunJobs.$inferSelect;
