import type { JobRecord } from "./job_record.ts";
import type { Run, RunnerDeps } from "./run.ts";
import type { RunHandle } from "./run_handle.ts";

/** One attempt at a job. Functions pick the members they use. */
export interface Attempt extends RunnerDeps {
  /** Token of every process started for the attempt. It is stored in the row before the first start. */
  readonly token: string;
  readonly run: Run;
  readonly record: JobRecord;
  readonly handle: RunHandle;
}
