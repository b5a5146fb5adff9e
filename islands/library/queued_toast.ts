import { count } from "../../lib/kit/format.ts";
import type { Undo } from "../call.ts";

/** Result of queuing several files in one request. */
export interface QueuedFiles {
  created: number;
  skipped: number;
  errors: { message: string }[];
  /** Jobs created by this request, without those that were already active. */
  createdJobs: string[];
}

/** Returns the arguments of the toast for queued files. Its undo removes only the jobs this request created. Pure. */
export function queuedToast(
  { created, skipped, errors: [refused, ...others], createdJobs: ids }: QueuedFiles,
): [message: string, tone: "good" | "bad", undo?: Undo] {
  const parts = [
    `${count(created, "file")} queued`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(refused ? [`${others.length + 1} refused: ${refused.message}`] : []),
  ];
  return [
    // A rejection's message already ends with a period.
    parts.join(", ") + (refused ? "" : "."),
    created || !refused ? "good" : "bad",
    !ids[0] ? undefined : {
      calls: [{ path: "/api/jobs/change", body: { action: "remove", ids } }],
      done: "Removed.",
    },
  ];
}
