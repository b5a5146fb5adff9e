import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { jobOfLeftover } from "./file_names.ts";
import { isFinished, type JobState } from "../states.ts";

/** Services whose files are in the transcodes folder. */
export interface CleanTranscodesDeps {
  storage: Pick<Storage, "folders">;
  jobs: { get(id: string): Promise<{ status: JobState }>; cleanSegments(): Promise<number> };
  previews: { clean(): Promise<number> };
}

/** Removes the files of finished jobs from the transcodes folder. Files that belong to no job are kept. */
export async function cleanTranscodes({ storage, jobs, previews }: CleanTranscodesDeps): Promise<string> {
  let removed = await previews.clean() + await jobs.cleanSegments();
  for await (const { name } of Deno.readDir(storage.folders.transcodes)) {
    const id = jobOfLeftover(name);
    if (id === undefined) continue;
    const isDone = await jobs.get(id).then(
      // If the result of a job could not be published, its encode is kept until the user decides.
      ({ status }) => isFinished(status) && status !== "publish_failed",
      (error) => {
        if (error instanceof Fault && error.code === "not_found") return true;
        throw error;
      },
    );
    if (!isDone) continue;
    const isRemoved = await Deno.remove(join(storage.folders.transcodes, name), { recursive: true }).then(
      () => true,
      (error) => {
        // The job may have moved the file since the folder was listed.
        if (error instanceof Deno.errors.NotFound) return false;
        throw error;
      },
    );
    if (isRemoved) removed++;
  }
  return removed === 0 ? "Nothing to remove" : `${count(removed, "leftover")} removed`;
}
