import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { toJob } from "../job_view.ts";
import type { JobStore } from "../job_store.ts";
import { isFinished } from "../states.ts";

/** Jobs to which a change could not be applied, by ID, each with the reason. */
export type Refusals = Map<string, Fault>;

/** Maximum number of jobs that are published individually. A larger change is published as a new list. */
const MAX_SINGLE_EVENTS = 50;

/** Returns the refusal of a job as a value. Rethrows other errors. */
export function refusalOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof JobFailure) return new Fault("unreadable", error.message, { cause: error });
  throw error;
}

/** Publishes jobs that were changed together. The end of each job is published separately. */
export function announceAll(jobStore: JobStore, rows: JobRow[]): void {
  if (rows.length <= MAX_SINGLE_EVENTS) { for (const row of rows) jobStore.announce(row); }
  else jobStore.publish("jobs", { jobs: rows.map((row) => toJob(row)) });
  for (const row of rows) {
    if (isFinished(row.status)) jobStore.publish("job-ended", { job: toJob(row) });
  }
  jobStore.changed();
}
