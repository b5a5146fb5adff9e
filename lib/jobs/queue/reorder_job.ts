import {
  moveQueuedJob,
  positionAtEnd,
  positionAtTop,
  positionBefore,
  positionForPlace,
} from "../../../db/jobs/queue_order.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { existingJob } from "../job_store.ts";
import type { Reorder } from "../request_schema.ts";
import { type ActionDeps, badState } from "./job_actions.ts";

/**
 * Moves a queued job within the queue. Throws `not_found`, and `bad_state` if the job or the target job is not queued.
 */
export async function reorderJob({ deps, jobStore }: ActionDeps, id: string, to: Reorder): Promise<JobRow> {
  const row = await existingJob(jobStore, id);
  const moved = await deps.store.write(async (tx) => {
    if ("position" in to) return await moveQueuedJob(tx, id, await positionForPlace(tx, id, to.position));
    if ("direction" in to) {
      return await moveQueuedJob(tx, id, to.direction === "top" ? await positionAtTop(tx) : await positionAtEnd(tx));
    }
    if (to.before === id) return await moveQueuedJob(tx, id, row.position);
    const place = await positionBefore(tx, id, to.before);
    if (place === undefined) throw new Fault("bad_state", `Job ${to.before} is no longer in the queue.`);
    return await moveQueuedJob(tx, id, place);
  });
  if (moved === undefined) throw badState(await existingJob(jobStore, id), "moved");
  jobStore.announce(moved);
  jobStore.changed();
  return moved;
}
