import { JobFailure } from "../../kit/fault.ts";
import { identityOf, refuseExisting } from "../delivery/file_moves.ts";
import type { JobStore } from "../job_store.ts";

/** Throws `output_exists` if a file exists at `target`. The message contains the job that created it. */
export async function refuseExistingOutput(target: string, { jobs }: Pick<JobStore, "jobs">): Promise<void> {
  try {
    await refuseExisting(target);
  } catch (error) {
    const there = error instanceof JobFailure && error.code === "output_exists" ? await identityOf(target) : undefined;
    const writer = there && await jobs.writerOf(target);
    // The file may have been replaced since then.
    if (writer === undefined || writer.outputSizeBytes !== there?.sizeBytes) throw error;
    throw new JobFailure(
      "output_exists",
      `${target} is the encode of ${writer.title} with ${writer.profileName}, made ` +
        `${new Date(writer.finishedAt).toISOString().slice(0, 10)}; move it away or choose another suffix or folder.`,
      { cause: error },
    );
  }
}
