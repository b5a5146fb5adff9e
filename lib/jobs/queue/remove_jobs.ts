import { Fault } from "../../kit/fault.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { discardEncode } from "../delivery/discard_encode.ts";
import { existingJob } from "../job_store.ts";
import { toJob } from "../job_view.ts";
import { isFinished, type JobState, REMOVABLE_STATES } from "../states.ts";
import { jobLogPath, removeJobLog } from "../workers/job_log.ts";
import { type ActionDeps, badState } from "./job_actions.ts";
import { removeSegmentsOf } from "../segments/sweep.ts";

/** Maximum number of removals that are published individually. A larger number is published as a new list. */
const MAX_SINGLE_EVENTS = 200;
/** Number of logs removed concurrently. */
const CONCURRENT_REMOVALS = 16;

/** Removes the jobs that are in one of `states`, with their logs. Returns the number of removed jobs. */
export async function removeJobRows(
  { deps, jobStore }: Pick<ActionDeps, "deps" | "jobStore">,
  ids: string[],
  states: readonly JobState[],
): Promise<number> {
  const removed = await jobStore.jobs.remove(ids, states);
  await removeSegmentsOf(removed, { jobStore });
  await mapConcurrent(removed, CONCURRENT_REMOVALS, (id) => removeJobLog(jobLogPath(deps.storage.jobLogs, id)));
  if (removed.length <= MAX_SINGLE_EVENTS) {
    for (const id of removed) jobStore.publish("job-removed", { id });
  } else {
    const query = { status: [], sort: "createdAt", order: "desc", limit: MAX_SINGLE_EVENTS + 1 } as const;
    const page = await jobStore.list.page({ ...query, status: [] });
    jobStore.publish("jobs", { jobs: page.rows.map((row) => toJob(row)) });
  }
  jobStore.changed();
  return removed.length;
}

/**
 * Removes a finished job with its log. `discard` also removes the kept encode of a `publish_failed` job. Throws
 * `not_found`, `bad_state`.
 */
export const removeJob = (
  deps: ActionDeps,
  id: string,
  { discard = false }: { discard?: boolean } = {},
): Promise<void> =>
  deps.jobMutex(id, async () => {
    const row = await existingJob(deps.jobStore, id);
    if (!isFinished(row.status)) {
      throw new Fault("bad_state", `${row.title} is ${row.status}: cancel it before removing it.`);
    }
    if (row.status === "publish_failed") {
      if (!discard) {
        throw new Fault(
          "bad_state",
          `The encode of ${row.title} has finished but was not moved into place: retry it, or remove it with discard=1.`,
        );
      }
      await discardEncode(row, deps);
    }
    if (await removeJobRows(deps, [id], [row.status]) === 0) {
      throw badState(await existingJob(deps.jobStore, id), "removed");
    }
  });

/**
 * Removes all jobs in these states, except the kept encodes of `publish_failed` jobs, which only `discard` may remove.
 */
export async function clearJobs(
  deps: ActionDeps,
  statuses: JobState[] = ["done", "skipped", "cancelled"],
): Promise<{ removed: number }> {
  const states = REMOVABLE_STATES.filter((state) => statuses.includes(state));
  return { removed: await removeJobRows(deps, await deps.jobStore.jobs.idsIn(states), states) };
}
