import { count } from "../../lib/kit/format.ts";
import type { Undo } from "../call.ts";

/** What the API returns for many files that are queued at once. */
export interface QueuedFiles {
  created: number;
  skipped: number;
  errors: { message: string }[];
  /** The jobs that this request made, without those that were active before. */
  createdJobs: string[];
}

/** The toast for queued files. Its undo removes what the request made and nothing else. Pure. */
export function queuedToast(
  { created, skipped, errors, createdJobs }: QueuedFiles,
): { message: string; tone: "good" | "bad"; undo?: Undo } {
  const parts = [
    `${count(created, "file", "files")} queued`,
    ...(skipped > 0 ? [`${skipped} already queued or left as they are by the profile`] : []),
    ...(errors.length > 0 ? [`${errors.length} refused: ${errors[0]?.message.replace(/\.$/, "")}`] : []),
  ];
  return {
    message: `${parts.join(", ")}.`,
    tone: created === 0 && errors.length > 0 ? "bad" : "good",
    ...(createdJobs.length === 0 ? {} : {
      undo: {
        calls: [{ path: "/api/jobs/change", body: { action: "remove", ids: createdJobs } }],
        done: "Removed from the queue.",
      },
    }),
  };
}
