import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import type { KeyedMutex } from "../../kit/async.ts";
import type { RunnerDeps } from "../run/run_context.ts";
import type { Scheduler } from "./scheduler.ts";

/** What the actions of people on jobs (cancel, retry, move, remove) need. */
export interface ActionDeps extends RunnerDeps {
  readonly scheduler: Scheduler;
  /** One action at a time for each job: files go after the row was read, and nobody may start the job anew in between. */
  readonly jobMutex: KeyedMutex;
}

/** What to throw for an action that the job's state does not take; `done` is what cannot be done, as a participle. */
export const badState = ({ title, status }: JobRow, done: string): Fault =>
  new Fault("bad_state", `${title} is ${status} and cannot be ${done}.`);

/** For work on many jobs: the refusal of one counts as nothing, anything else is a defect and thrown. */
export function ignoreFault(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}
