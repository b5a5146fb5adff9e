import * as z from "zod";
import { JobQuery, MAX_BULK_ITEMS } from "../schema.ts";

/** Wire shapes of an action on many jobs. */

/** What can be done with many jobs at once. */
export const JOB_ACTIONS = ["cancel", "remove", "retry", "top", "bottom", "profile"] as const;

/** One action on many jobs. */
export const JobsChange = z.object({
  ids: z.array(z.string().min(1).max(64)).min(1, "Choose at least one job.").max(MAX_BULK_ITEMS),
  action: z.enum(JOB_ACTIONS).describe(
    "`remove` also takes jobs that wait out of the queue; `top` and `bottom` keep the order of the chosen jobs",
  ),
  profileId: z.string().min(1).max(64).optional().describe("The new profile, with `profile`"),
}).refine(({ action, profileId }) => action !== "profile" || profileId !== undefined, {
  path: ["profileId"],
  error: "Choose a profile.",
}).meta({ id: "JobsChange" });
/** An id that is named twice counts once. */
export type JobsChange = z.infer<typeof JobsChange>;

/** What came of an action on many jobs. */
export const JobsChanged = z.object({
  changed: z.int(),
  errors: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
}).meta({ id: "JobsChanged" });
/** `errors` names each job that was refused, in the order of the request. */
export type JobsChanged = z.infer<typeof JobsChanged>;

/** Which jobs to name: a list without its order and pages. */
export const JobFilter = JobQuery.pick({ status: true, profileId: true, q: true, trigger: true, arr: true });
/** As the list of jobs takes it. */
export type JobFilter = z.infer<typeof JobFilter>;

/** The jobs of a list by their ids, with what sums over a choice of them need. */
export const JobFigures = z.object({
  total: z.int(),
  jobs: z.array(z.object({
    id: z.string(),
    bytes: z.int(),
    expectedBytes: z.int().optional(),
    expectedSeconds: z.number().optional(),
  })),
}).meta({ id: "JobFigures" });
/** `jobs` holds as many as one change may name. */
export type JobFigures = z.infer<typeof JobFigures>;
