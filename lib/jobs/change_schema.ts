import * as z from "zod";
import { JobQuery, MAX_BULK_ITEMS } from "./request_schema.ts";

/** API types of an action on many jobs. */

/** Actions that can be performed on many jobs. */
export const JOB_ACTIONS = [
  "cancel",
  "remove",
  "retry",
  "top",
  "bottom",
  "profile",
  "replace",
  "delete-encode",
  "delete-original",
  "keep-both",
  "review",
] as const;

/** Action on many jobs. */
export const JobsChange = z.object({
  ids: z.array(z.string().min(1).max(64)).min(1, "Choose at least one job.").max(MAX_BULK_ITEMS),
  action: z.enum(JOB_ACTIONS).describe(
    "`remove` also removes waiting jobs from the queue; `top` and `bottom` keep the order of the selected jobs; " +
      "`replace` starts comparing each encode with its original, and the message of each job contains the outcome",
  ),
  profileId: z.string().min(1).max(64).optional().describe("The new profile, required for the action `profile`"),
}).refine(({ action, profileId }) => action !== "profile" || profileId !== undefined, {
  path: ["profileId"],
  error: "Choose a profile.",
}).meta({ id: "JobsChange" });
/** Duplicate IDs are ignored. */
export type JobsChange = z.infer<typeof JobsChange>;

/** Result of an action on many jobs. */
export const JobsChanged = z.object({
  changed: z.int(),
  errors: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
}).meta({ id: "JobsChanged" });
/** `errors` lists each job that was refused, in the order of the request. */
export type JobsChanged = z.infer<typeof JobsChanged>;

/** Filter for jobs: the list query without order and paging. */
export const JobFilter = JobQuery.pick({
  status: true,
  profileId: true,
  q: true,
  trigger: true,
  arr: true,
  review: true,
});
/** Filter in the format of the job list. */
export type JobFilter = z.infer<typeof JobFilter>;

/** Jobs of a list by ID, with the data for the totals of a selection. */
export const JobFigures = z.object({
  total: z.int(),
  jobs: z.array(z.object({
    id: z.string(),
    bytes: z.int(),
    expectedBytes: z.int().optional(),
    expectedSeconds: z.number().optional(),
    encodeBytes: z.int().optional().describe("Size of a finished encode beside its original"),
  })),
}).meta({ id: "JobFigures" });
/** `jobs` is limited to the maximum number of jobs in one change. */
export type JobFigures = z.infer<typeof JobFigures>;
