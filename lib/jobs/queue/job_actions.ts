import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import type { KeyedMutex } from "../../kit/async.ts";
import type { RunnerDeps } from "../attempt/run.ts";
import type { Scheduler } from "./scheduler.ts";

/** Dependencies of user actions on jobs (cancel, retry, move, remove). */
export interface ActionDeps extends RunnerDeps {
  readonly scheduler: Scheduler;
  /**
   * Allows one action at a time per job: files are removed after the row was read, and the job must not be restarted in
   * between.
   */
  readonly jobMutex: KeyedMutex;
}

/** Returns the fault for an action that the job's state does not allow. `done` is the action as a participle. */
export const badState = ({ title, status }: JobRow, done: string): Fault =>
  new Fault("bad_state", `${title} is ${status} and cannot be ${done}.`);

/** Ignores refusals when processing many jobs. Rethrows anything else as a defect. */
export function ignoreFault(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}
