import type { JobRecord } from "./job_record.ts";
import type { Run, RunnerDeps } from "./run.ts";
import type { RunHandle } from "./run_handle.ts";

/** One attempt of a job. Functions use the members that they need. */
export interface Attempt extends RunnerDeps {
  /** Token of all processes that are started for the attempt. Stored in the row before the first one starts. */
  readonly token: string;
  readonly run: Run;
  readonly record: JobRecord;
  readonly handle: RunHandle;
}
