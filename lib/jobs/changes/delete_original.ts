import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { type BinRemoval, removeBinned } from "../delivery/bins.ts";
import type { DeliveryDeps } from "../delivery/delivery_deps.ts";
import { isBinPath } from "../delivery/file_names.ts";

/**
 * Deletes the replaced original of a finished job from the recycle bin before its time. The encode that replaced it must
 * still exist with its verified size. Throws `bad_state` if no original is kept, and `conflict`.
 */
export async function deleteOriginal(
  row: JobRow,
  { jobStore }: Pick<DeliveryDeps, "jobStore">,
): Promise<JobRow> {
  const { journals } = jobStore;
  const entry = row.originalKeptAt ? await journals.binEntry(row.originalKeptAt) : undefined;
  if (entry?.kind !== "original" || entry.jobId !== row.id || !isBinPath(entry.path)) {
    throw new Fault("bad_state", `No original of ${row.title} is in a recycle bin.`);
  }
  if ((await journals.jobsToRestore()).has(row.id)) {
    throw new Fault("conflict", `The original of ${row.title} is being restored.`);
  }
  const removal = await removeBinned(entry, journals);
  const refusal = refusalOf(removal, row);
  if (refusal !== undefined) throw refusal;
  await journals.forgetDeleted(entry);
  const done = await journals.close(row.id, {
    originalKeptAt: null,
    originalKeptUntil: null,
    message: removal.outcome === "gone"
      ? "The original was no longer in the recycle bin."
      : "The original was deleted from the recycle bin.",
  });
  if (done === undefined) throw new Fault("not_found", `Job ${row.id} no longer exists.`);
  jobStore.announce(done);
  jobStore.changed();
  return done;
}

function refusalOf({ outcome, error }: BinRemoval, { title, originalKeptAt }: JobRow): Fault | undefined {
  switch (outcome) {
    case "removed":
    case "gone":
      return undefined;
    case "away":
      return new Fault("conflict", `${originalKeptAt} cannot be accessed. Is its disk connected?`);
    case "successor":
      return new Fault(
        "conflict",
        `The encode of ${title} no longer exists or was changed, so its original stays in the recycle bin.`,
      );
    case "failed":
      return new Fault("conflict", `${originalKeptAt} cannot be deleted: ${String(error)}`, { cause: error });
  }
}
