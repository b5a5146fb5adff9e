import type { JobRow } from "../../db/schema/jobs.ts";

/** The columns of a job that name the process that works on it, emptied. */
export const NO_LEASE = {
  leaseInstance: null,
  leaseBoot: null,
  childToken: null,
  childPid: null,
  childStart: null,
  phase: null,
} satisfies Partial<JobRow>;
