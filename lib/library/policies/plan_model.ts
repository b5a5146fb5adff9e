import * as z from "zod";
import { POLICY_SOURCES, PolicyInput } from "./model.ts";

/** Plans, traces and runs of policies in the API. */

/** Outcomes of a file. */
export const OUTCOMES = ["encode", "skip", "refuse"] as const;
/** `refuse` needs a user, `skip` does not. */
export type Outcome = typeof OUTCOMES[number];

/** Reasons for the outcome of a file, in the order in which they are checked, with the text that explains them. */
export const REASONS = {
  no_profile: "The profile of the policy no longer exists.",
  in_queue: "A job for this file is already in the queue.",
  already_encoded: "Lathe wrote this file, has queued it before, or cannot tell after a restore.",
  failed_twice: "The encode failed twice. Check its job and retry it.",
  not_visible: "The file cannot be opened on this server.",
  hard_linked: "The file has several hard links, so no space would be freed.",
  nothing_to_do: "The profile would not change the file.",
  refused: "The profile cannot be used for this file.",
  gain_too_small: "The expected saving is below the minimum of the policy.",
  outside_hours: "Waits for the hours of the policy.",
  daily_limit: "Waits until midnight, because the daily limit of the policy is reached, or is smaller than the file.",
  not_read: "The file is encoded. Its size is estimated, because the file has not been read yet.",
  ready: "The file is encoded.",
} as const;
const REASON_IDS = [
  ...["no_profile", "in_queue", "already_encoded", "failed_twice", "not_visible", "hard_linked"] as const,
  ...["nothing_to_do", "refused", "gain_too_small", "outside_hours", "daily_limit", "not_read", "ready"] as const,
] satisfies (keyof typeof REASONS)[];
/** Reason for the outcome of a file. */
export type Reason = keyof typeof REASONS;

/** Rules that can exclude a file from a policy, in the order in which they are checked. */
export const RULES = [
  ...["disabled", "source", "remux", "folders", "tags", "genres", "codecs", "resolutions", "ranges"] as const,
  ...["size", "age", "watched", "existing"] as const,
] as const;
/** A rule of a policy. `existing` excludes files that auto transcode found by its first scan. */
export type RuleId = typeof RULES[number];

const whole = z.int().min(0);
const range = z.tuple([whole, whole, whole]).describe("Low, typical and high");

/** Totals of files. */
const sums = {
  files: whole,
  bytesBefore: whole,
  bytesAfter: range,
  seconds: z.number().min(0).describe("Expected encoding time on this server, for the files whose time is known"),
  filesWithoutTime: whole.describe("Files whose encoding time is unknown"),
};
/** Totals of files. For files that are not encoded, the size afterwards is the size before. */
export const PlanSum = z.object(sums).meta({ id: "PlanSum" });
/** Sizes are in bytes. */
export type PlanSum = z.infer<typeof PlanSum>;

const decided = {
  policyId: z.string(),
  outcome: z.enum(OUTCOMES),
  reason: z.enum(REASON_IDS),
};
/** The decision about one file. */
const fileDecision = {
  ...decided,
  detail: z.string().optional().describe("More about the reason"),
  profileId: z.string().optional(),
  bytesAfter: range.optional(),
  seconds: z.number().min(0).optional(),
  estimated: z.boolean().describe("The size is estimated from the data of the manager instead of the file"),
};

/** A file in a plan. */
export const PlannedFile = z.object({
  key: z.string(),
  title: z.string(),
  subtitle: z.string().optional(),
  localPath: z.string(),
  source: z.enum(POLICY_SOURCES),
  arrId: z.int().optional(),
  sizeBytes: whole,
  ...fileDecision,
}).meta({ id: "PlannedFile" });
/** `key` is unique among all files. */
export type PlannedFile = z.infer<typeof PlannedFile>;

/** Files that are encoded up to a point of the plan, the space they save and their encoding time. */
const gain = { files: whole, savedBytes: whole, seconds: z.number().min(0) };

/** All decisions of the enabled policies, as totals. */
export const PolicyPlan = z.object({
  at: z.iso.datetime(),
  durationMs: whole,
  files: whole.describe("Files in all libraries"),
  untouched: PlanSum.describe("Files that no enabled policy includes"),
  policies: z.array(z.object({ policyId: z.string(), name: z.string(), outcome: z.enum(OUTCOMES), ...sums })),
  reasons: z.array(z.object({ ...decided, text: z.string(), ...sums })),
  conflicts: z.array(z.object({ policyId: z.string(), alsoIncludedBy: z.string(), files: whole })).describe(
    "Files that a later policy includes too",
  ),
  largest: z.array(PlannedFile).describe("The largest files that are encoded, at most 20"),
  leastCertain: z.array(PlannedFile).describe("The encoded files with the widest range of sizes, at most 20"),
  gains: z.object({
    curve: z.array(z.object(gain)),
    goals: z.array(z.object({ goalBytes: whole, ...gain })).describe(
      "The smallest part of the plan that reaches a goal",
    ),
  }).describe("Saved space and time in the order of the saving per hour, without files whose time is unknown"),
  farm: z.object({
    machines: whole.describe("Other machines that are connected and can encode for at least one policy"),
    seconds: z.number().min(0),
  }).optional().describe(
    "Expected encoding time with the machines that are connected now, if each is as fast as this server; absent without",
  ),
  spaceBytes: range.describe(
    "Free space needed at the same time: encodes whose originals are still in the recycle bin, and the one in progress",
  ),
  idleRules: z.array(z.object({ policyId: z.string(), rule: z.enum([...RULES, "order"]), text: z.string() })).describe(
    "Rules that no file matches; `order`: earlier policies take all files",
  ),
  difference: z.object({ added: whole, removed: whole, changed: whole }).optional().describe(
    "Encoded files, compared with the saved policies; only with a draft",
  ),
  errors: z.array(z.string()).describe("Data that could not be read, such as the watched states of a player"),
}).meta({ id: "PolicyPlan" });
/** Sizes and times are totals of files, see `PlanSum`. */
export type PolicyPlan = z.infer<typeof PolicyPlan>;

/** Moves the fields of a policy to `draft`. The form of the editor sends them at the top level. */
function wrapped(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("media" in input)) return input;
  const { draftId: id, ...policy } = { draftId: undefined, ...input };
  return { draft: { id, policy } };
}

/** A policy that is not saved, for which a plan is requested. It is treated as enabled. */
export const PolicyDraft = z.preprocess(
  wrapped,
  z.object({
    draft: z.object({
      id: z.string().max(64).optional().describe(
        "ID of the saved policy that the draft replaces; absent for a new one",
      ),
      policy: PolicyInput,
    }).optional(),
  }),
).meta({ id: "PolicyDraft" });
/** A new policy is planned after all others. */
export type PolicyDraft = z.infer<typeof PolicyDraft>;

/** The reasons for the decision about one file. */
export const PolicyTrace = z.object({
  file: PlannedFile.pick({
    ...{ key: true, title: true, subtitle: true, localPath: true, source: true, arrId: true, sizeBytes: true },
  }),
  policies: z.array(z.object({
    policyId: z.string(),
    name: z.string(),
    result: z.enum(["excluded", "takes", "too_late"]),
    rule: z.enum(RULES).optional(),
    text: z.string(),
  })).describe("All policies in order; too_late: an earlier policy takes the file"),
  decision: z.object({ ...fileDecision, text: z.string() }).optional().describe("Absent if no policy takes the file"),
}).meta({ id: "PolicyTrace" });
/** `rule` is the first rule that excludes the file. */
export type PolicyTrace = z.infer<typeof PolicyTrace>;

/** Result of a run of one policy. */
export const PolicyRunResult = z.object({
  runId: z.string().optional().describe("Absent for a dry run, and if no file was queued"),
  policyId: z.string(),
  dryRun: z.boolean(),
  queued: z.array(PlannedFile.extend({ jobId: z.string().optional() })),
  waiting: whole.describe("Files that wait for the hours or the daily limit of the policy, or that are being written"),
  skipped: whole,
  refused: whole,
  errors: z.array(z.string()),
  note: z.string().optional().describe("Why no file was queued; absent if one was"),
}).meta({ id: "PolicyRunResult" });
/** `queued` has at most 1,000 files per run. */
export type PolicyRunResult = z.infer<typeof PolicyRunResult>;

/** Expected and actual results of finished jobs. */
export const PolicyAccuracy = z.object({
  files: whole.describe("Finished jobs whose files are compared"),
  inside: whole.describe("Files whose size is in the expected range"),
  medianErrorPercent: z.number().min(0).describe("Half of the expected sizes are closer to the actual ones"),
  expectedBytes: whole,
  bytes: whole,
  expectedSeconds: z.number().min(0).describe("0 if no time was expected"),
  seconds: z.number().min(0).describe("Actual time of the jobs with an expected time"),
}).meta({ id: "PolicyAccuracy" });
/** Totals, except for `medianErrorPercent`. */
export type PolicyAccuracy = z.infer<typeof PolicyAccuracy>;

/** A stored run that queued jobs. */
export const PolicyRun = z.object({
  id: z.string(),
  policyId: z.string(),
  name: z.string().describe("Name of the policy at the time of the run"),
  startedAt: z.iso.datetime(),
  jobs: whole,
  accuracy: PolicyAccuracy.optional().describe("Absent until a job has finished whose size was expected"),
  jobIds: z.array(z.string()).describe("IDs of its jobs, some of which may have been removed from the history"),
}).meta({ id: "PolicyRun" });
/** Runs are kept after their policy was deleted. */
export type PolicyRun = z.infer<typeof PolicyRun>;
