import type { Job } from "../../jobs/schema.ts";
import { isFinished } from "../../jobs/states.ts";
import type { RipProgress, StoredRip } from "../rip_schema.ts";
import { wantedFiles } from "./rip_view.ts";

/**
 * Returns the progress of a rip's encodes, based on its jobs. The current title is the one being encoded, or otherwise
 * the next one. Pure.
 */
export function encodeProgress(rip: StoredRip, jobs: readonly Job[]): RipProgress | undefined {
  const files = wantedFiles(rip).filter(({ jobId }) => jobId !== undefined);
  if (files.length === 0) return undefined;
  const own = files.map(({ jobId }) => jobs.find(({ id }) => id === jobId));
  const done = own.filter((job) => job === undefined || isFinished(job.status)).length;
  const running = own.filter((job) => job?.progress !== undefined);
  const current = running[0]?.progress;
  return {
    step: running.length > 0 ? "Encoding" : "Waiting for the encode",
    percent: current?.percent ?? (done === files.length ? 100 : 0),
    titleIndex: Math.min(files.length, done + 1),
    titleCount: files.length,
    ...(done + 1 === files.length && current?.etaSeconds ? { etaSeconds: current.etaSeconds } : {}),
  };
}
