import type { GrabRow } from "../../../db/schema/library.ts";
import type { Job } from "../../jobs/schema.ts";
import { Fault } from "../../kit/fault.ts";
import { cancelDownload } from "./cancel_download.ts";
import type { GrabDeps } from "./deps.ts";

/** Finds and creates jobs that wait for the files of a grab. */

/** Returns the job that waits for this release. Removes the row if its job is no longer waiting. */
export async function waitingJob(
  deps: GrabDeps,
  release: Pick<GrabRow, "source" | "guid" | "indexerId">,
): Promise<Job | undefined> {
  const row = await deps.grabs.of(release);
  if (row === undefined) return undefined;
  const job = await jobOfGrab(deps, row);
  if (job?.status === "waiting") return job;
  if (job?.status === "cancelled") await cancelDownload(deps, row);
  await deps.grabs.end(row.jobId);
}

/**
 * Returns the job of a row, or undefined if the job was removed. A row that is still in `sending` belongs to a run that
 * ended while sending the release. Its job is created here, and the history of the manager will show whether the
 * release was received.
 */
export async function jobOfGrab(deps: GrabDeps, row: GrabRow): Promise<Job | undefined> {
  if (row.state === "sending") {
    const job = await createWaitingJob(deps, row);
    await deps.grabs.patch(row.jobId, { state: "unsure" });
    return job;
  }
  return await deps.jobs.get(row.jobId).catch((error) => {
    if (error instanceof Fault && error.code === "not_found") return undefined;
    throw error;
  });
}

/** Creates the job of a grab with the ID that is reserved in its row. */
export function createWaitingJob(
  { jobs }: Pick<GrabDeps, "jobs">,
  { jobId, source, guid, request }: Pick<GrabRow, "jobId" | "source" | "guid" | "request">,
): Promise<Job> {
  const { title, poster, profileId, releaseTitle, disc, soulseek, ...ids } = request;
  return jobs.createWaiting({
    id: jobId,
    title,
    poster,
    profileId,
    message: "Sent; the download has not started",
    source: {
      ...ids,
      kind: source === "movie" ? "movie" : source === "series" ? "episode" : "album",
      arr: source === "soulseek" ? "music" : source,
      releaseGuid: guid.slice(0, 1000),
      releaseTitle,
      ...(disc ? { disc: { ...disc, ripIds: [] } } : {}),
      ...(soulseek ? { soulseek } : {}),
    },
  }, { trigger: "grab", label: "Grab" });
}
