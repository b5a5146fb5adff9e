import { jobName } from "../jobs/job_name.ts";
import type { Job, QueueState } from "../jobs/schema.ts";
import type { Jobs } from "../jobs/service.ts";
import { Fault } from "../kit/fault.ts";
import { bytes } from "../kit/format.ts";
import type { Widget } from "./model.ts";

/** Maximum length of a text. Home Assistant accepts states of at most 255 characters. */
const MAX_TEXT = 200;

/** Returns the current state for dashboards. */
export async function readWidget(jobs: Pick<Jobs, "queueState" | "get">): Promise<Widget> {
  const queue = await jobs.queueState();
  const [id] = queue.runningIds;
  return widgetOf(queue, id === undefined ? undefined : await jobs.get(id).catch(gone));
}

/** A job may be deleted between the two reads. */
function gone(error: unknown): undefined {
  if (error instanceof Fault && error.code === "not_found") return undefined;
  throw error;
}

/** Returns the state of a queue and its running job. Pure. */
export function widgetOf(queue: QueueState, job: Job | undefined): Widget {
  const percent = job?.progress?.percent;
  return {
    running: queue.running,
    queued: queue.queued,
    failed: queue.failed,
    paused: queue.paused,
    heldBy: queue.heldBy === undefined ? null : shortText(queue.heldBy),
    title: job === undefined ? null : shortText(jobName(job)),
    percent: percent === undefined ? null : Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10,
    endsAt: job?.endsAt ?? null,
    etaSeconds: queue.etaSeconds === null ? null : Math.round(queue.etaSeconds),
    savedBytes: queue.savedBytes,
    saved: bytes(queue.savedBytes),
  };
}

/** Returns a text in one line without control characters, of limited length. Pure. */
export function shortText(value: string): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= MAX_TEXT ? line : `${characters.slice(0, MAX_TEXT - 1).join("")}…`;
}
