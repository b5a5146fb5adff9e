import { moveQueuedJobs } from "../../../db/jobs/queue_order.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { type ActionDeps, badState } from "../queue/job_actions.ts";
import { announceAll, type Refusals } from "./job_refusals.ts";

/** Moves queued jobs to an end of the queue, in the order they are given in. */
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
  // As they are now: one that began to run meanwhile is not queued any more.
  const now = left.length === 0 ? [] : await jobStore.jobs.many(left);
  return new Map(now.map((row) => [row.id, badState(row, "moved")]));
}
