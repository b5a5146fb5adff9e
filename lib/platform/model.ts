import * as z from "zod";

/** Schemas of the state of the instance. */

export const EVENT_LEVELS = ["info", "warning", "error"] as const;
/** Part of the program that recorded an event. The events can be filtered by it. */
export const EVENT_SOURCES = [
  "jobs",
  "auto",
  "disc",
  "music",
  "import",
  "auth",
  "system",
  "notify",
  "storage",
  "update",
  "agents",
] as const;

/** One entry in the list of events. */
export const InstanceEvent = z.object({
  id: z.int(),
  time: z.iso.datetime(),
  level: z.enum(EVENT_LEVELS),
  source: z.enum(EVENT_SOURCES),
  message: z.string(),
  details: z.string().optional(),
  ref: z.object({ kind: z.string(), id: z.string() }).optional(),
}).meta({ id: "Event" });
/** `ref` identifies the related record, such as a job, for a link. `details` may have several lines. */
export type InstanceEvent = z.infer<typeof InstanceEvent>;

/** Query parameters of the events list, which is sorted newest first. */
export const EventQuery = z.object({
  level: z.enum(EVENT_LEVELS).optional(),
  source: z.enum(EVENT_SOURCES).optional(),
  q: z.string().max(200).optional(),
  before: z.coerce.number().int().positive().optional().describe("Only events with a smaller ID"),
  cursor: z.coerce.number().int().positive().optional().describe("The `nextCursor` of the previous page"),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
/** Filter and page of the list of events. Absent fields do not filter. */
export type EventQuery = z.infer<typeof EventQuery>;

/** Schema of one health check result. */
export const HealthCheck = z.object({
  id: z.string(),
  type: z.enum(["ok", "warning", "error"]),
  source: z.string(),
  code: z.string(),
  message: z.string(),
  link: z.string().optional().describe("The page on which the problem can be fixed"),
  since: z.iso.datetime().optional(),
  dismissed: z.boolean().optional().describe("True if the user has dismissed the finding"),
  optional: z.boolean().optional().describe(
    "True if the finding only concerns an unused feature. Such findings are shown only in System.",
  ),
}).meta({ id: "HealthCheck" });
/**
 * One finding of a health check, with a link to the page where it can be fixed. `since` is the time at which it first
 * appeared.
 */
export type HealthCheck = z.infer<typeof HealthCheck>;

/** Schema of a scheduled task and its state. */
export const Task = z.object({
  id: z.string(),
  name: z.string(),
  intervalSeconds: z.int().describe("0 = runs when something changes"),
  enabled: z.boolean(),
  disabledBecause: z.string().optional(),
  lastRun: z.iso.datetime().optional(),
  lastDurationMs: z.int().optional(),
  lastResult: z.string().optional(),
  lastError: z.string().optional(),
  running: z.boolean(),
  nextRun: z.iso.datetime().optional(),
}).meta({ id: "Task" });
/**
 * A scheduled task and its state. `disabledBecause` is a sentence. `lastError` is absent if the last run succeeded.
 * Times are ISO 8601.
 */
export type Task = z.infer<typeof Task>;

/** Reasons for a backup, also part of its file name. */
export const BACKUP_TYPES = ["manual", "scheduled", "before-restore", "before-migration"] as const;

/** Schema of a backup. */
export const Backup = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  createdAt: z.iso.datetime(),
  type: z.enum(BACKUP_TYPES),
  version: z.string(),
}).meta({ id: "Backup" });
/**
 * `name` is the file name, which identifies the backup in the API. `version` is the version of the program that created
 * it.
 */
export type Backup = z.infer<typeof Backup>;

/** Schema of a published release. */
export const Release = z.object({
  version: z.string(),
  name: z.string(),
  notes: z.string().describe("Markdown"),
  url: z.string(),
  publishedAt: z.string(),
  prerelease: z.boolean(),
  installed: z.boolean(),
  newer: z.boolean(),
  install: z.string().optional().describe("How this instance is updated"),
}).meta({ id: "Release" });
/** A published release: one that is `newer` than the running version, or the `installed` one. */
export type Release = z.infer<typeof Release>;

/** Response of the updates API. */
export const UpdateStatus = z.object({
  current: z.string(),
  branch: z.string(),
  mechanism: z.string(),
  inDocker: z.boolean(),
  checkedAt: z.iso.datetime().optional(),
  available: z.string().optional(),
  releases: z.array(Release),
  error: z.string().optional(),
}).meta({ id: "UpdateStatus" });
/**
 * `available` is the newest version above `current`. Absent if there is none. `error` is the reason why the last check
 * failed.
 */
export type UpdateStatus = z.infer<typeof UpdateStatus>;
