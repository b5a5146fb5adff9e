import * as z from "zod";
import { Overrides } from "../encode/profiles/overrides.ts";
import { KindWord } from "../platform/managers/kind_word.ts";
import { REVIEW_STATES } from "./review.ts";
import { JOB_STATES } from "./states.ts";
import { Job, JobSource } from "./schema.ts";

/** Schemas of requests that create, change and list jobs, and of the responses. */

const shortText = z.string().max(1000);

/** Request to encode one file. */
export const CreateJob = z.object({
  title: z.string().trim().min(1).max(500).optional(),
  subtitle: shortText.optional(),
  poster: shortText.optional(),
  profileId: z.string().min(1).max(64),
  audioOnly: z.boolean().default(false),
  overrides: Overrides.optional().describe("Changes for this file that take precedence over the profile"),
  original: Overrides.shape.original,
  source: JobSource,
  priority: z.enum(["top", "bottom"]).default("bottom"),
}).meta({ id: "CreateJob" });
/**
 * `audioOnly` copies the video, regardless of the profile. `priority` determines whether the job is added at the top or
 * at the bottom of the queue.
 */
export type CreateJob = z.infer<typeof CreateJob>;

/** Maximum number of items in one bulk request (safety.md, S-JOB-2). */
export const MAX_BULK_ITEMS = 10_000;

/** Request to encode many files with one profile. */
export const BulkCreate = z.object({
  profileId: z.string().min(1).max(64),
  audioOnly: z.boolean().default(false),
  includeEncoded: z.boolean().default(false).describe(
    "Also queue files that Lathe wrote or that have an encode with this profile",
  ),
  original: Overrides.shape.original,
  items: z.array(CreateJob.pick({ title: true, subtitle: true, poster: true, source: true })).min(1).max(
    MAX_BULK_ITEMS,
  ),
}).meta({ id: "BulkCreate" });

/** Bulk request for the files in a selection. */
export const BulkOfSelection = BulkCreate.omit({ items: true }).extend({
  selectionId: z.string().min(1).max(64).describe("Selection ID returned by POST /api/selections"),
}).meta({ id: "BulkOfSelection" });
/** Each item becomes a job. If an item is refused, the others are still queued. */
export type BulkCreate = z.infer<typeof BulkCreate>;

/** Result of a bulk request: the IDs of the jobs, and the refused items by index. */
export const BulkResult = z.object({
  created: z.int(),
  skipped: z.int().describe("Sum of alreadyQueued, encodedBefore and nothingToDo"),
  alreadyQueued: z.int().describe("Files with an active job for this profile"),
  encodedBefore: z.int().describe("Files that Lathe wrote or that have an encode with this profile"),
  nothingToDo: z.int().describe("Files that the smart profile would leave unchanged"),
  errors: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
  jobs: z.array(z.string()).describe("New jobs, and those already active for the same file and profile"),
  createdJobs: z.array(z.string()).describe("New jobs only"),
  bulkId: z.string().optional().describe("ID shared by the new jobs, for undoing them together"),
  summary: z.string().describe("The result in a sentence"),
}).meta({ id: "BulkResult" });
/** `index` is the index in `items`, from 0. */
export type BulkResult = z.infer<typeof BulkResult>;

/** Response if a smart profile would not change the file. */
export const SkippedJob = z.object({ skipped: z.literal(true), reason: z.string(), job: z.null() }).meta({
  id: "SkippedJob",
});
/** `reason` is a message from the rules of the profile. No job is created. */
export type SkippedJob = z.infer<typeof SkippedJob>;

/** New position in the queue: at the top or bottom, before another job, or a number from 1. */
export const Reorder = z.union([
  z.object({ direction: z.enum(["top", "bottom"]) }),
  z.object({ before: z.string().min(1).max(64) }),
  z.object({ position: z.int().min(1) }),
]).meta({ id: "Reorder" });
/** `before` is the ID of a queued job. */
export type Reorder = z.infer<typeof Reorder>;

/** Filter for jobs. Several states may be specified. Without any, all jobs match. */
export const JobQuery = z.object({
  status: z.array(z.enum(JOB_STATES)).default([]),
  trigger: z.enum(["manual", "grab", "auto", "disc"]).optional(),
  profileId: z.string().max(64).optional(),
  arr: KindWord.optional(),
  arrId: z.int().positive().optional().describe("The title's ID in that manager; together with arr"),
  q: z.string().max(200).optional(),
  review: z.enum(REVIEW_STATES).optional().describe("Only finished encodes beside their originals, with this decision"),
  sort: z.enum(["position", "createdAt", "finishedAt", "title", "size"]).default("createdAt"),
  order: z.enum(["asc", "desc"]).default("desc"),
  limit: z.int().min(1).max(500).default(50),
  cursor: z.string().max(5000).optional(),
  page: z.int().min(1).max(100_000).optional(),
});
/**
 * `q` is a search text for the title. `cursor` is the `nextCursor` of the previous page. `page` is a number from 1,
 * which can be used instead of a cursor.
 */
export type JobQuery = z.infer<typeof JobQuery>;

/** Page of jobs. `total` is the number of jobs in the whole list. */
export const JobPage = z.object({
  items: z.array(Job),
  total: z.int(),
  limit: z.int(),
  nextCursor: z.string().optional(),
}).meta({ id: "JobPage" });
/** `nextCursor` is absent on the last page. */
export type JobPage = z.infer<typeof JobPage>;
