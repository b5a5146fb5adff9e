import * as z from "zod";
import { MAX_BULK_ITEMS } from "./request_schema.ts";

/** API types of restoring the originals of several jobs, and of the recycle bins. */

const jobId = z.string().min(1).max(64);

/** A calendar day that exists, in the form 2026-11-29. */
const Day = z.iso.date();

/** Jobs whose originals are restored together. */
export const UndoScope = z.union([
  z.strictObject({ ids: z.array(jobId).min(1, "Choose at least one job.").max(MAX_BULK_ITEMS) }),
  z.strictObject({ run: jobId.describe("Run of a policy") }),
  z.strictObject({ day: Day.describe("Local date on which the originals were replaced") }),
  z.strictObject({ bulk: jobId.describe("`bulkId` of a bulk request") }),
], { error: "Specify exactly one of ids, run, day and bulk." }).meta({ id: "UndoScope" });
/** Exactly one of the four is specified. */
export type UndoScope = z.infer<typeof UndoScope>;

/**
 * States of an undo run. `stopped`: a disk error or the end of the program stopped it, and it continues at the next
 * start.
 */
export const UNDO_RUN_STATES = ["running", "stopped", "done"] as const;

/** States of a job in an undo run. `unaffected`: the job has not replaced an original. */
export const UNDO_JOB_STATES = ["pending", "restored", "refused", "unaffected"] as const;

/** Possible outcome of a job before an undo run: `ready` jobs are restored. */
export const UNDO_VERDICTS = ["ready", "restored", "refused", "unaffected"] as const;

const bytes = z.int();

const UndoJobFacts = z.object({
  id: z.string(),
  title: z.string(),
  code: z.string().optional().describe("Code of the refusal"),
  reason: z.string().optional().describe("Why the original cannot be restored"),
});

/** Outcome that an undo would have, without any change. */
export const UndoPlan = z.object({
  total: z.int(),
  ready: z.int(),
  restored: z.int().describe("Jobs whose original is already back"),
  refused: z.int(),
  unaffected: z.int().describe("Jobs that have not replaced an original"),
  bytesNeeded: bytes.describe("Size of the originals, which keep their space instead of being deleted later"),
  bytesFreed: bytes.describe(
    "Size of the encodes, which is freed when they are deleted from the recycle bin; encodes with other hard links free nothing",
  ),
  jobs: z.array(
    UndoJobFacts.extend({
      verdict: z.enum(UNDO_VERDICTS),
      path: z.string().optional().describe("Path to which the original returns"),
      bytes: bytes.optional().describe("Size of the original"),
    }),
  ).describe("In the order in which they are undone, newest first"),
}).meta({ id: "UndoPlan" });
/** `ready`, `restored`, `refused` and `unaffected` add up to `total`. */
export type UndoPlan = z.infer<typeof UndoPlan>;
/** One job of a plan. */
export type PlannedUndoJob = UndoPlan["jobs"][number];

/** Progress and result of an undo run. */
export const UndoRun = z.object({
  id: z.string(),
  scope: UndoScope,
  state: z.enum(UNDO_RUN_STATES),
  total: z.int(),
  pending: z.int(),
  restored: z.int(),
  refused: z.int(),
  unaffected: z.int(),
  bytesRestored: bytes,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
}).meta({ id: "UndoRun" });
/** `pending`, `restored`, `refused` and `unaffected` add up to `total`. */
export type UndoRun = z.infer<typeof UndoRun>;

/** An undo run with the outcome of each job. */
export const UndoRunDetails = UndoRun.extend({
  jobs: z.array(UndoJobFacts.extend({ state: z.enum(UNDO_JOB_STATES) })),
}).meta({ id: "UndoRunDetails" });
/** `jobs` are in the order in which they are undone. */
export type UndoRunDetails = z.infer<typeof UndoRunDetails>;

/** Order and page of the entries. */
export const BinQuery = z.object({
  kind: z.enum(["original", "encode"]).optional(),
  sort: z.enum(["expiresAt", "size"]).default("expiresAt"),
  order: z.enum(["asc", "desc"]).default("asc"),
  page: z.int().min(1).max(100_000).default(1),
  limit: z.int().min(1).max(200).default(50),
});
/** By default, the entries that expire first. */
export type BinQuery = z.infer<typeof BinQuery>;

const time = z.iso.datetime();

/** A file in a recycle bin. */
export const BinEntry = z.object({
  jobId: z.string(),
  kind: z.enum(["original", "encode"]).describe("`encode`: an encode that was undone or deleted"),
  title: z.string(),
  path: z.string().describe("Path in the recycle bin"),
  restoresTo: z.string().describe("Path that the file had before"),
  sizeBytes: z.int(),
  retiredAt: time,
  expiresAt: time,
  restorable: z.boolean(),
  reason: z.string().optional().describe("Why it cannot be restored"),
  keptBecause: z.string().optional().describe("Why it is not deleted, even after it has expired"),
  next: z.boolean().describe("True for the entry that is deleted next"),
}).meta({ id: "BinEntry" });
/** `reason` is present if `restorable` is false. */
export type BinEntry = z.infer<typeof BinEntry>;

/** Files on one day, or of one bulk request, that can be restored together. */
const BinGroup = z.object({ originals: z.int(), sizeBytes: z.int() });

/** One page of the recycle bins. */
export const BinPage = z.object({
  items: z.array(BinEntry),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  sums: z.object({
    originals: z.int(),
    encodes: z.int(),
    sizeBytes: z.int(),
    maxBytes: z.int().describe("Budget in bytes; 0 = unlimited"),
    nextExpiry: time.optional(),
  }),
  days: z.array(BinGroup.extend({ day: z.string() })).describe("Local dates with kept originals, newest first"),
  bulks: z.array(BinGroup.extend({ bulk: z.string(), retiredAt: time })).describe(
    "Bulk requests with kept originals, newest first",
  ),
}).meta({ id: "BinPage" });
/** Sums cover all pages. */
export type BinPage = z.infer<typeof BinPage>;

/** Paths of entries that are deleted. */
export const BinDelete = z.object({
  paths: z.array(z.string().min(1).max(4096)).min(1, "Choose at least one file.").max(1000),
}).meta({ id: "BinDelete" });
/** Each path is compared with the stored entries. */
export type BinDelete = z.infer<typeof BinDelete>;

/** Result of deleting entries. */
export const BinDeleted = z.object({
  deleted: z.int(),
  freedBytes: z.int(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
}).meta({ id: "BinDeleted" });
/** `errors` lists each entry that was refused. */
export type BinDeleted = z.infer<typeof BinDeleted>;
