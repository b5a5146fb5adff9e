import * as z from "zod";

/** API types of estimates. */

const Question = z.object({
  profileIds: z.array(z.string().min(1).max(64)).max(200).optional().describe("Absent = every profile"),
  audioOnly: z.boolean().default(false),
  sample: z.boolean().default(false).describe(
    "Encode short samples of the files instead of relying on the model: returns 202 and continues in the background",
  ),
});

/** Request for estimates of files with profiles. */
export const EstimateInput = z.union([
  Question.extend({
    items: z.array(z.object({
      localPath: z.string().min(1).max(4096),
      size: z.int().min(0).optional(),
      anime: z.boolean().optional(),
    })).min(1).max(500),
  }),
  Question.extend({ selectionId: z.string().min(1).max(64).describe("Selection ID returned by POST /api/selections") }),
]).meta({ id: "EstimateInput" });
/** `anime` takes precedence over the value in the library. `size` is ignored, because sizes are read from the files. */
export type EstimateInput = z.infer<typeof EstimateInput>;

/** Requested files. `knownBytes` is the size if it is known, so that it is not read again. */
export type EstimateRequest = z.infer<typeof Question> & {
  items: readonly { localPath: string; anime?: boolean; knownBytes?: number }[];
};

/** Expected combined result of encoding all files with one profile. */
export const Estimate = z.object({
  profileId: z.string(),
  profileName: z.string(),
  bytes: z.int(),
  low: z.int(),
  high: z.int(),
  sourceBytes: z.int(),
  parts: z.object({ video: z.int(), audio: z.int(), subtitles: z.int(), other: z.int() }),
  videoKbps: z.int().optional(),
  notes: z.array(z.string()),
  exact: z.boolean(),
  sampled: z.boolean().describe("Measured on short samples"),
  nothingToDo: z.boolean(),
  encodeSeconds: z.int().optional().describe(
    "Expected wall time; absent if neither samples nor earlier jobs provide it",
  ),
}).meta({ id: "SizeEstimate" });
/** `low` and `high` are the likely range. `exact` is true if nothing was estimated. `notes` are sentences. */
export type Estimate = z.infer<typeof Estimate>;

/** File or profile that could not be estimated. */
export const EstimateError = z.object({
  index: z.int().optional(),
  profileId: z.string().optional(),
  code: z.string(),
  message: z.string(),
});

/** Estimates of one request. `probed` is the number of `files` that were read. Their results are scaled by size. */
export const Estimates = z.object({
  estimates: z.array(Estimate),
  probed: z.int(),
  files: z.int(),
  errors: z.array(EstimateError),
}).meta({ id: "Estimates" });
/** One entry per profile that could be estimated. Failures are in `errors`. */
export type Estimates = z.infer<typeof Estimates>;

/** Background run, active or finished, without its result. */
export const BackgroundRun = z.object({
  id: z.string(),
  status: z.enum(["running", "done", "failed", "cancelled"]),
  progress: z.number().min(0).max(1),
  message: z.string().describe("Current step"),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional().describe("Present if the run failed"),
});

/** Sampled estimate, running or finished. */
export const EstimateRun = BackgroundRun.extend({
  result: Estimates.optional().describe("Present once the run is done"),
}).meta({ id: "EstimateRun" });
/** `progress` is from 0 to 1. Runs are kept only in memory. */
export type EstimateRun = z.infer<typeof EstimateRun>;

/** Deviation of earlier estimates from the actual results. */
export const EstimateAccuracy = z.object({
  jobs: z.int(),
  medianErrorPercent: z.number().nullable(),
  p90ErrorPercent: z.number().nullable(),
  withinBoundsPercent: z.number().nullable(),
  models: z.array(z.object({
    model: z.string(),
    jobs: z.int(),
    correction: z.number().describe("Factor by which the model's estimate is multiplied"),
  })),
}).meta({ id: "EstimateAccuracy" });
/**
 * Percentages are null if there are no finished jobs yet. `models` are the keys of size models with their corrections.
 */
export type EstimateAccuracy = z.infer<typeof EstimateAccuracy>;
