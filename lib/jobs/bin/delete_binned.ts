import type { BinRow } from "../../../db/schema/jobs.ts";
import type { KeyedMutex } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import type { BinDeleted } from "../bin_schema.ts";
import { removeBinned } from "../delivery/bins.ts";
import { isBinPath } from "../delivery/file_names.ts";
import type { JobStore } from "../job_store.ts";

/** Services for deleting files from the recycle bins. */
export interface DeleteBinnedDeps {
  jobStore: JobStore;
  jobMutex: KeyedMutex;
  /** Deletes the kept original of a job, which also changes the message of the job. */
  deleteOriginal: (id: string) => Promise<unknown>;
}

/**
 * Deletes files from the recycle bins before their time. Each path is compared with the stored entries. A file whose
 * successor no longer exists is refused, and does not stop the others.
 */
export async function deleteBinned(paths: readonly string[], deps: DeleteBinnedDeps): Promise<BinDeleted> {
  const result: BinDeleted = { deleted: 0, freedBytes: 0, errors: [] };
  for (const path of new Set(paths)) {
    try {
      result.freedBytes += await deleteOne(path, deps);
      result.deleted++;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      result.errors.push({ path, code: error.code, message: error.message });
    }
  }
  deps.jobStore.changed();
  return result;
}

/** Deletes one file. Returns its size. */
async function deleteOne(path: string, { jobStore, jobMutex, deleteOriginal }: DeleteBinnedDeps): Promise<number> {
  const { journals, jobs } = jobStore;
  const entry = await journals.binEntry(path);
  if (entry === undefined) throw new Fault("not_found", `${path} is not listed as kept in a recycle bin.`);
  if ((await jobs.get(entry.jobId))?.originalKeptAt === path) await deleteOriginal(entry.jobId);
  else await jobMutex(entry.jobId, () => deleteUnowned(entry, jobStore));
  return entry.sizeBytes;
}

/** Deletes an encode, or an original whose job does not refer to it. */
async function deleteUnowned(entry: BinRow, { journals }: JobStore): Promise<void> {
  const { path, jobId } = entry;
  if (!isBinPath(path)) throw new Fault("conflict", `${path} is not in a recycle bin. Delete the file manually.`);
  if ((await journals.jobsToRestore()).has(jobId)) throw new Fault("conflict", `${path} is needed by a restore.`);
  const { outcome, error } = await removeBinned(entry, journals);
  if (outcome === "away") throw new Fault("conflict", `${path} cannot be accessed. Is its disk connected?`);
  if (outcome === "successor") {
    throw new Fault("conflict", `The file that replaced ${path} no longer exists or was changed, so the file is kept.`);
  }
  if (outcome === "failed") {
    throw new Fault("conflict", `${path} cannot be deleted: ${String(error)}`, { cause: error });
  }
  await journals.forgetDeleted(entry);
}
