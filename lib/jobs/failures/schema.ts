import * as z from "zod";

/** API types of explained failures. */

/** Maximum number of job IDs in a group of failures. */
export const MAX_GROUP_JOBS = 1000;

const FailureAction = z.object({
  label: z.string(),
  kind: z.enum(["retry", "settings", "health", "docs", "space", "profile"]),
  target: z.string().describe("Path of Lathe; empty for a retry and for the choice of a profile"),
});

const explained = {
  group: z.string().describe("ID of the known cause, or `unknown-` and a fingerprint of the decisive line"),
  known: z.boolean().describe("False if the cause is not in the table of known causes"),
  title: z.string(),
  explanation: z.string(),
  remedy: z.string(),
  action: FailureAction.optional(),
};

/** Explanation of the failure of one job. */
export const FailureExplanation = z.object({
  ...explained,
  lines: z.array(z.string()).describe("The lines of the log that report the failure, most important first"),
}).meta({ id: "FailureExplanation" });
/** `group` is equal for jobs with the same cause. */
export type FailureExplanation = z.infer<typeof FailureExplanation>;

/** Failed jobs with the same cause. */
export const FailureGroup = z.object({
  ...explained,
  count: z.int(),
  newest: z.object({ id: z.string(), title: z.string(), failedAt: z.string(), line: z.string() }),
  jobIds: z.array(z.string()).describe(`At most ${MAX_GROUP_JOBS}, newest first`),
}).meta({ id: "FailureGroup" });
/** `count` is the number of all jobs, even if `jobIds` is shorter. */
export type FailureGroup = z.infer<typeof FailureGroup>;

/** Request to retry all jobs of a group. */
export const FailureGroupInput = z.object({
  group: z.string().regex(/^[a-z0-9-]{1,64}$/, "Not a group of failures."),
}).meta({ id: "FailureGroupInput" });
