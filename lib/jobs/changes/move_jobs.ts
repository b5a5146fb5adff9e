import { moveQueuedJobs } from "../../../db/jobs/queue_order.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { type ActionDeps, badState } from "../queue/job_actions.ts";
import { announceAll, type Refusals } from "./job_refusals.ts";

/** Moves queued jobs to the top or bottom of the queue, in the given order. */
export async function moveJobs(
  { deps, jobStore }: ActionDeps,
  rows: JobRow[],
  to: "top" | "bottom",
): Promise<Refusals> {
  const queued = rows.filter(({ status }) => status === "queued").map(({ id }) => id);
  const moved = queued.length === 0 ? [] : await deps.store.write((tx) => moveQueuedJobs(tx, queued, to));
  announceAll(jobStore, moved);
  const gone = new Set(moved.map(({ id }) => id));
  const left = rows.filter(({ id }) => !gone.has(id)).map(({ id }) => id);
  // Reads the current state, because a job that has started meanwhile is no longer queued.
  const now = left.length === 0 ? [] : await jobStore.jobs.many(left);
  return new Map(now.map((row) => [row.id, badState(row, "moved")]));
}
