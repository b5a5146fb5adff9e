import type { JobRow } from "../../db/schema/jobs.ts";

/** Columns of a job that identify the process working on it, cleared. */
export const NO_LEASE = {
  leaseInstance: null,
  leaseBoot: null,
  childToken: null,
  childPid: null,
  childStart: null,
  phase: null,
} satisfies Partial<JobRow>;
