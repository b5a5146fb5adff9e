import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { METHODS } from "../../lib/encode/profiles/encoders/methods.ts";
import type { Overrides } from "../../lib/encode/profiles/overrides.ts";
import type { AnyRecipe } from "../../lib/encode/profiles/smart/schema.ts";
import type { JobSource } from "../../lib/jobs/schema.ts";
import { REVIEW_STATES } from "../../lib/jobs/review.ts";
import { JOB_STATES } from "../../lib/jobs/states.ts";
import { flag, json } from "./columns.ts";

/**
 * Tables of jobs for drizzle. What drizzle does not support, such as the triggers that maintain `job_counts`, is in
 * `migrations/`. Times are milliseconds since 1970 (UTC). Sort columns are never null, which keeps keyset paging
 * simple.
 */

/** Identity of a file. All four values together identify it (safety.md, S-FILE-1). */
export interface StoredIdentity {
  sizeBytes: number;
  mtimeNs: string;
  inode: string;
  device: string;
}

/** Free space that a job needs at `path` before it may start, in bytes. */
export interface SpaceNeed {
  path: string;
  bytes: number;
}

/** Faults of GPUs since the user last started the job. */
export interface CardFaults {
  /** GPUs that were missing or failed. The job does not use them again. */
  failed: string[];
  /** Number of times that no GPU had a free session. */
  sessionWaits: number;
}

/** One row per job, from the request to the end of its history. */
export const jobs = sqliteTable("jobs", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  /** Title for sorting and searching: lower case, NFKD without marks. */
  titleKey: text("title_key").notNull(),
  subtitle: text("subtitle"),
  poster: text("poster"),
  status: text("status", { enum: JOB_STATES }).notNull(),
  phase: text("phase", { enum: ["search", "ocr", "encode", "verify", "publish", "rescan"] }),
  message: text("message"),
  labels: json("labels").$type<string[]>().notNull(),
  trigger: text("trigger", { enum: ["manual", "grab", "auto", "disc"] }).notNull(),
  priority: integer("priority").notNull().default(0),
  /** Queue order, smallest first, with gaps (`lib/jobs/order.ts`). Kept after the job has left the queue. */
  position: integer("position").notNull(),
  profileId: text("profile_id").notNull(),
  profileName: text("profile_name").notNull(),
  recipeHash: text("recipe_hash").notNull(),
  audioOnly: flag("audio_only"),
  overrides: json("overrides").$type<Overrides>(),
  /** True if nothing is encoded. Such a job may run in addition to the maximum number of slots. */
  copyOnly: flag("copy_only"),
  software: flag("software"),
  /** Hardware method that the encode is expected to use, or `none` for the CPU. Null until it is known. */
  hardware: text("hardware", { enum: METHODS }),
  /** GPU index or render node of the latest attempt. Null for the CPU, and for the only GPU. */
  device: text("device"),
  cardFaults: json("card_faults").$type<CardFaults>(),
  source: json("source").$type<JobSource>().notNull(),
  arr: text("arr"),
  sourcePath: text("source_path").notNull(),
  /** Identity of the source as one string, for finding duplicates. */
  sourceKey: text("source_key").notNull(),
  sourceIdentity: json("source_identity").$type<StoredIdentity>(),
  tempPath: text("temp_path"),
  plannedOutput: text("planned_output"),
  outputPath: text("output_path"),
  originalKeptAt: text("original_kept_at"),
  originalKeptUntil: integer("original_kept_until"),
  estimatedBytes: integer("estimated_bytes"),
  inputSizeBytes: integer("input_size_bytes").notNull().default(0),
  outputSizeBytes: integer("output_size_bytes"),
  /** Bytes freed by replacing the original. Negative if the encode is larger than the original. */
  savedBytes: integer("saved_bytes").notNull().default(0),
  /** The user's decision about a finished encode and its original. Null if only one of the two files exists. */
  review: text("review", { enum: REVIEW_STATES }),
  /** Bytes that replacing the original would free. 0 if both files are to be kept. */
  wouldFreeBytes: integer("would_free_bytes").notNull().default(0),
  warnings: json("warnings").$type<string[]>().notNull(),
  error: text("error"),
  errorCode: text("error_code"),
  attempt: integer("attempt").notNull().default(1),
  /** Number of attempts, since the user last started the job, that ended because their worker died. */
  lostLeases: integer("lost_leases").notNull().default(0),
  /**
   * Number of attempts during which the service ended unexpectedly, and the time before which the job is not started
   * again.
   */
  serviceDeaths: integer("service_deaths").notNull().default(0),
  notBefore: integer("not_before").notNull().default(0),
  spaceNeeds: json("space_needs").$type<SpaceNeed[]>(),
  leaseInstance: text("lease_instance"),
  leaseBoot: text("lease_boot"),
  childToken: text("child_token"),
  childPid: integer("child_pid"),
  childStart: text("child_start"),
  parentId: text("parent_id"),
  ripId: text("rip_id"),
  batchId: text("batch_id"),
  /** Bulk request that created the job. Jobs of one request are undone together. */
  bulkId: text("bulk_id"),
  agentId: text("agent_id"),
  createdAt: integer("created_at").notNull(),
  startedAt: integer("started_at"),
  finishedAt: integer("finished_at").notNull().default(0),
  durationSeconds: real("duration_seconds"),
}, (t) => [
  index("jobs_by_created").on(t.status, t.createdAt, t.id),
  index("jobs_by_finished").on(t.status, t.finishedAt, t.id),
  index("jobs_by_position").on(t.status, t.position, t.id),
  index("jobs_by_title").on(t.status, t.titleKey, t.id),
  index("jobs_by_size").on(t.status, t.inputSizeBytes, t.id),
  // Accepts rows with an invalid source, which other programs may have written.
  index("jobs_of_title").on(t.arr, sql`(iif(json_valid(source), source ->> '$.arrId', NULL))`),
  index("jobs_by_source").on(t.sourcePath),
  index("jobs_by_identity").on(t.sourceKey),
  index("jobs_by_planned_output").on(t.plannedOutput).where(sql`planned_output is not null`),
  index("jobs_by_output").on(t.outputPath).where(sql`output_path is not null`),
  index("jobs_without_output").on(t.id).where(sql`status = 'done' and output_path is null`),
  index("jobs_copy_only").on(t.status, t.position).where(sql`copy_only = 1`),
  index("jobs_in_review").on(t.review, t.finishedAt, t.id).where(sql`review is not null`),
  index("jobs_paused").on(t.notBefore).where(sql`not_before > 0`),
  index("jobs_of_bulk").on(t.bulkId).where(sql`bulk_id is not null`),
]);
/** Stored row of a job. */
export type JobRow = typeof jobs.$inferSelect;
/** Cleared values of the columns that identify the process working on a job. */
export const NO_LEASE = {
  leaseInstance: null,
  leaseBoot: null,
  childToken: null,
  childPid: null,
  childStart: null,
  phase: null,
} satisfies Partial<JobRow>;
/** Row of a job to insert. Columns with a default may be omitted. */
export type NewJobRow = typeof jobs.$inferInsert;

/**
 * Verified segments of encodes that have not been joined yet. `key` identifies a segment by its source, the ffmpeg
 * version and all arguments. A job that would create the same segment reuses the stored one.
 */
export const encodeSegments = sqliteTable("encode_segments", {
  key: text("key").primaryKey(),
  /** The job that last created or used the segment. */
  jobId: text("job_id").notNull(),
  path: text("path").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  seconds: real("seconds").notNull(),
  header: text("header").notNull(),
  sourceErrors: json("source_errors").$type<unknown>().notNull(),
  usedAt: integer("used_at").notNull(),
  /** ID and name of the machine that created the segment. Null for this machine. */
  machine: text("machine"),
  machineName: text("machine_name"),
}, (t) => [index("encode_segments_by_job").on(t.jobId), index("encode_segments_by_use").on(t.usedAt)]);
/** Stored row of a segment. */
export type SegmentRow = typeof encodeSegments.$inferSelect;

/** Large fields of a job that lists never show. The row is created when the job is planned. */
export const jobDetails = sqliteTable("job_details", {
  jobId: text("job_id").primaryKey().references(() => jobs.id, { onDelete: "cascade" }),
  /** Probe and plan of the running attempt, which are needed for verification after a crash. */
  probe: json("probe").$type<unknown>(),
  plan: json("plan").$type<unknown>(),
  command: text("command"),
  /** Estimate at the start of the attempt. It is compared with the result when the job is done. */
  estimate: json("estimate").$type<unknown>(),
  /** Result of the search for a quality target, and the final measurement. */
  quality: json("quality").$type<unknown>(),
  /** Results of OCR for bitmap subtitles, by stream. */
  ocr: json("ocr").$type<unknown>(),
  /** Decoder errors in the source, and results of all checks of the output. */
  verification: json("verification").$type<unknown>(),
});
/** Stored details of a job. */
export type JobDetailsRow = typeof jobDetails.$inferSelect;

/** Copies of the recipes with which jobs were created. Many jobs share one row. */
export const recipes = sqliteTable("recipes", {
  hash: text("hash").primaryKey(),
  recipe: json("recipe").$type<AnyRecipe>().notNull(),
});

/** Number of jobs per state. Maintained by triggers, so that counting never needs a scan. */
export const jobCounts = sqliteTable("job_counts", {
  status: text("status", { enum: JOB_STATES }).primaryKey(),
  jobs: integer("jobs").notNull().default(0),
  inputBytes: integer("input_bytes").notNull().default(0),
  savedBytes: integer("saved_bytes").notNull().default(0),
  wouldFreeBytes: integer("would_free_bytes").notNull().default(0),
  undecided: integer("undecided").notNull().default(0),
});

/**
 * The delivery journal: each planned action before it is executed, and its result afterwards (safety.md, Media files).
 */
export const fileSteps = sqliteTable("file_steps", {
  jobId: text("job_id").notNull().references(() => jobs.id, { onDelete: "cascade" }),
  step: text("step").notNull(),
  intent: json("intent").$type<unknown>().notNull(),
  result: json("result").$type<unknown>(),
  intendedAt: integer("intended_at").notNull(),
  doneAt: integer("done_at"),
}, (t) => [primaryKey({ columns: [t.jobId, t.step] })]);

/**
 * Files kept in a recycle bin. The rows do not depend on the job, so that a kept original remains recorded when the
 * history is removed.
 */
export const binEntries = sqliteTable("bin_entries", {
  path: text("path").primaryKey(),
  jobId: text("job_id").notNull(),
  kind: text("kind", { enum: ["original", "encode"] }).notNull(),
  /** Path that the file had before. */
  fromPath: text("from_path").notNull().default(""),
  sizeBytes: integer("size_bytes").notNull().default(0),
  retiredAt: integer("retired_at").notNull().default(0),
  /**
   * The file that replaced this one, with its identity when it was verified. It must still exist before this file may
   * be deleted.
   */
  successorPath: text("successor_path").notNull(),
  successorSizeBytes: integer("successor_size_bytes").notNull(),
  deleteAfter: integer("delete_after").notNull(),
}, (t) => [
  index("bin_by_age").on(t.deleteAfter),
  index("bin_by_retired").on(t.retiredAt),
  index("bin_by_origin").on(t.fromPath),
]);
/** Stored row of a file in a recycle bin. */
export type BinRow = typeof binEntries.$inferSelect;

/** Estimates and actual results of finished jobs, used to correct later estimates. Kept after the jobs are removed. */
export const estimateOutcomes = sqliteTable("estimate_outcomes", {
  jobId: text("job_id").primaryKey(),
  /** Encoder, tune and height class. Together they identify jobs with similar behaviour. */
  model: text("model").notNull(),
  profileId: text("profile_id").notNull(),
  /** True if the estimate was based on sample encodes. */
  sampled: integer("sampled", { mode: "boolean" }).notNull(),
  estimatedBytes: integer("estimated_bytes").notNull(),
  lowBytes: integer("low_bytes").notNull(),
  highBytes: integer("high_bytes").notNull(),
  actualBytes: integer("actual_bytes").notNull(),
  /** Actual video size divided by the estimate of the uncorrected model. */
  videoRatio: real("video_ratio").notNull(),
  /** Encoded megapixels per second, used for the next time estimate. */
  megapixelsPerSecond: real("megapixels_per_second").notNull(),
  finishedAt: integer("finished_at").notNull(),
}, (t) => [index("outcomes_by_model").on(t.model, t.finishedAt)]);
/** Stored row of an estimate and its result. */
export type OutcomeRow = typeof estimateOutcomes.$inferSelect;

/** Results of file analyses, by kind of analysis and file identity. All rows may be removed at any time. */
export const findings = sqliteTable("findings", {
  kind: text("kind", { enum: ["sample", "check", "mqa", "loudness"] }).notNull(),
  /** Identity of the file, and everything else that the result depends on. */
  key: text("key").notNull(),
  path: text("path").notNull(),
  result: json("result").$type<unknown>().notNull(),
  foundAt: integer("found_at").notNull(),
}, (t) => [primaryKey({ columns: [t.kind, t.key] }), index("findings_by_path").on(t.kind, t.path)]);

/** Quality of a finished job's result, measured on demand. */
export const qualityReports = sqliteTable("quality_reports", {
  jobId: text("job_id").primaryKey().references(() => jobs.id, { onDelete: "cascade" }),
  report: json("report").$type<unknown>().notNull(),
  createdAt: integer("created_at").notNull(),
});

/**
 * Failed attempts of jobs, with the group of equal failures to which they belong.
 */
export const jobFailures = sqliteTable("job_failures", {
  jobId: text("job_id").notNull(),
  attempt: integer("attempt").notNull(),
  /** ID of the known cause, or `unknown-` and the fingerprint of the decisive line. */
  groupKey: text("group_key").notNull(),
  /** The decisive line of the log, or the error message. */
  line: text("line").notNull(),
  failedAt: integer("failed_at").notNull(),
}, (t) => [
  primaryKey({ columns: [t.jobId, t.attempt] }),
  index("failures_by_group").on(t.groupKey),
  index("failures_by_age").on(t.failedAt),
]);
/** Stored row of a failed attempt. */
export type JobFailureRow = typeof jobFailures.$inferSelect;
