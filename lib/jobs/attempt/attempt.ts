import type { JobRecord } from "./job_record.ts";
import type { Run, RunnerDeps } from "./run.ts";
import type { RunHandle } from "./run_handle.ts";

/** Context of one attempt of a job. Functions pick the members that they need. */
export interface Attempt extends RunnerDeps {
  /**
   * Token of all processes that are started for the attempt. The token is stored in the row before the first process
   * starts.
   */
  readonly token: string;
  readonly run: Run;
  readonly record: JobRecord;
  readonly handle: RunHandle;
}
