import type { PolicyJobResult } from "../../../../db/library/policies/policies.ts";
import type { PolicyAccuracy } from "../plan_model.ts";

/** A finished job with the values that its run expected. */
export type JobResult = Omit<PolicyJobResult, "runId">;

/**
 * Compares the results of jobs with the values that were expected when they were queued. Times are compared only for
 * jobs with an expected time. Undefined without jobs. Pure.
 */
export function accuracyOf(jobs: readonly JobResult[]): PolicyAccuracy | undefined {
  if (jobs.length === 0) return undefined;
  const sum = (of: (job: JobResult) => number) => jobs.reduce((total, job) => total + of(job), 0);
  const timed = (of: (job: JobResult) => number) => sum((job) => job.expectedSeconds === null ? 0 : of(job));
  const errors = jobs.map(({ bytes, expectedBytes }) => Math.abs(expectedBytes / bytes - 1)).sort((a, b) => a - b);
  const middle = (errors.length - 1) / 2;
  const median = ((errors[Math.floor(middle)] ?? 0) + (errors[Math.ceil(middle)] ?? 0)) / 2;
  return {
    files: jobs.length,
    inside: jobs.filter(({ bytes, lowBytes, highBytes }) => bytes >= lowBytes && bytes <= highBytes).length,
    medianErrorPercent: Math.round(median * 1000) / 10,
    expectedBytes: sum(({ expectedBytes }) => expectedBytes),
    bytes: sum(({ bytes }) => bytes),
    expectedSeconds: Math.round(timed(({ expectedSeconds }) => expectedSeconds ?? 0)),
    seconds: Math.round(timed(({ seconds }) => seconds)),
  };
}
