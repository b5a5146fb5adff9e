import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PolicyInput } from "../../lib/library/policies/model.ts";
import { flag, json } from "./columns.ts";

/** Policies and their runs. Times are milliseconds since 1970 (UTC). */

/** The user's policies. The built-in one is derived from the settings. */
export const policies = sqliteTable("policies", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Name without case and marks, because names are unique in this form. */
  nameKey: text("name_key").notNull(),
  enabled: flag("enabled"),
  /** Order of the policies, smallest first. */
  position: integer("position").notNull(),
  rules: json("rules").$type<Omit<PolicyInput, "name" | "enabled">>().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [uniqueIndex("policies_by_name").on(t.nameKey)]);
/** Stored row of a policy. */
export type PolicyRow = typeof policies.$inferSelect;

/** Runs that queued jobs. They are kept after their policy was deleted. */
export const policyRuns = sqliteTable("policy_runs", {
  id: text("id").primaryKey(),
  policyId: text("policy_id").notNull(),
  /** Name of the policy at the time of the run. */
  name: text("name").notNull(),
  startedAt: integer("started_at").notNull(),
  jobs: integer("jobs").notNull().default(0),
}, (t) => [index("policy_runs_by_time").on(t.startedAt)]);
/** Stored row of a run. */
export type PolicyRunRow = typeof policyRuns.$inferSelect;

/** Jobs of the runs. They do not depend on the job, so that the daily limits do not change if a job is removed. */
export const policyRunJobs = sqliteTable("policy_run_jobs", {
  runId: text("run_id").notNull(),
  jobId: text("job_id").notNull(),
  policyId: text("policy_id").notNull(),
  /** Size of the source. */
  sizeBytes: integer("size_bytes").notNull(),
  queuedAt: integer("queued_at").notNull(),
  /** Size of the result that the run expected, with its range. Null for jobs of older versions. */
  lowBytes: integer("low_bytes"),
  expectedBytes: integer("expected_bytes"),
  highBytes: integer("high_bytes"),
  /** Encoding time that the run expected. Null if it was unknown. */
  expectedSeconds: real("expected_seconds"),
}, (t) => [primaryKey({ columns: [t.runId, t.jobId] }), index("policy_run_jobs_by_time").on(t.policyId, t.queuedAt)]);
/** Stored row of a job in a run. */
export type PolicyRunJobRow = typeof policyRunJobs.$inferSelect;
