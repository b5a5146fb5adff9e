import type { JobPatch } from "../../../db/jobs/job_events.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { discardEncode } from "../delivery/discard_encode.ts";
import { existingJob } from "../job_store.ts";
import { ATTEMPT_ENDED } from "../attempt/job_record.ts";
import { isRunning, type JobState, nextState } from "../states.ts";
import { type ActionDeps, badState } from "./job_actions.ts";

/** States in which no process works for the job and no lease exists. */
const IDLE_STATES = ["waiting", "queued", "waiting_for_space"] as const satisfies JobState[];

/** Cancels a job. Resolves when its process group has exited. Throws `not_found`, `bad_state`. */
export async function cancelJob(deps: ActionDeps, id: string): Promise<JobRow> {
  for (;;) {
    const row = await existingJob(deps.jobStore, id);
    if (nextState(row.status, "cancel") === undefined) throw badState(row, "cancelled");
    const cancelled = isRunning(row.status)
      ? await cancelRunning(deps, row)
      : await deps.jobMutex(id, () => cancelIdle(deps, id));
    if (cancelled !== undefined) return cancelled;
  }
}

/** Cancels a running job. Returns undefined if the run has just ended. */
async function cancelRunning({ jobStore, scheduler }: ActionDeps, { id, title }: JobRow): Promise<JobRow | undefined> {
  await scheduler.settled();
  const run = scheduler.runs.get(id);
  if (run === undefined) {
    const now = await existingJob(jobStore, id);
    if (isRunning(now.status)) throw badState(now, "cancelled");
    return undefined;
  }
  if (run.publishing) {
    throw new Fault("bad_state", `${title} is being moved into place and can no longer be cancelled.`);
  }
  run.stop("cancel");
  await run.ended;
  return await existingJob(jobStore, id);
}

/** Cancels a job that is not running. Returns undefined if the job has just started or ended. */
async function cancelIdle(deps: ActionDeps, id: string): Promise<JobRow | undefined> {
  const { jobStore } = deps;
  const row = await existingJob(jobStore, id);
  const patch: JobPatch = {
    ...ATTEMPT_ENDED,
    finishedAt: deps.deps.clock.now().getTime(),
    tempPath: null,
    plannedOutput: null,
    spaceNeeds: null,
  };
  const cancelled = await jobStore.apply(id, "cancel", patch, { from: IDLE_STATES });
  if (cancelled === undefined) return undefined;
  const remarks = await discardEncode(row, deps);
  await jobStore.journals.clear(id);
  if (remarks.length === 0) return cancelled;
  return await jobStore.patch(id, { warnings: [...cancelled.warnings, ...remarks] }) ?? cancelled;
}
