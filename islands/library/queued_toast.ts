import { count } from "../../lib/kit/format.ts";
import type { Undo } from "../call.ts";

/** Result of queuing several files in one request. */
export interface QueuedFiles {
  created: number;
  skipped: number;
  errors: { message: string }[];
  /** The jobs that this request made, without those that were active before. */
  createdJobs: string[];
}

/** The arguments of the toast for queued files. Its undo removes what the request made and nothing else. Pure. */
export function queuedToast(
  { created, skipped, errors: [refused, ...others], createdJobs: ids }: QueuedFiles,
): [message: string, tone: "good" | "bad", undo?: Undo] {
  const parts = [
    `${count(created, "file")} queued`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(refused ? [`${others.length + 1} refused: ${refused.message}`] : []),
  ];
  return [
    // The message of a refusal ends with a full stop.
    parts.join(", ") + (refused ? "" : "."),
    created || !refused ? "good" : "bad",
    !ids[0] ? undefined : {
      calls: [{ path: "/api/jobs/change", body: { action: "remove", ids } }],
      done: "Removed.",
    },
  ];
}
