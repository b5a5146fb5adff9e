import { withKeys } from "../../kit/async.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { DeliveryDeps } from "../delivery/delivery_deps.ts";
import { identityOf, isUnchanged, moveWithoutOverwriting } from "../delivery/file_moves.ts";
import { binPath } from "../delivery/file_names.ts";
import { openJournal } from "../delivery/journal.ts";
import { createBinFolder } from "../delivery/retire.ts";
import { NOTHING_FREED } from "../review.ts";

/** Planned move of an encode to its bin. Plain data, which is stored completely in the journal. */
interface PlannedMove {
  from: string;
  to: string;
  encode: SourceIdentity;
  /** Original, which must exist. The encode is pruned from the bin only while the original exists. */
  source: string;
  original: SourceIdentity;
}

/**
 * Moves the encode of a finished job to the bin. The original stays. Repeating it after a crash finishes the move.
 * Throws `bad_state` if the encode is the only copy, `conflict` if either file has been changed, `output_exists`.
 */
export async function deleteEncode(
  row: JobRow,
  { deps, jobStore, crashPoint, fileMutex }: DeliveryDeps,
): Promise<JobRow> {
  const { journals } = jobStore;
  const journal = await openJournal(row.id, { journals, clock: deps.clock, crashPoint });
  if (journal.intent("replace-begun") !== undefined) {
    throw new Fault("conflict", `The encode of ${row.title} is about to replace the original. Wait for the outcome.`);
  }
  const planned = journal.intent<PlannedMove>("encode-binned") ?? await planMove(row, deps.clock.now());
  const keepDays = Math.max(1, deps.settings.current().transcoding.keepOriginalDays);
  try {
    const move = (meant: PlannedMove) => withKeys(fileMutex, [meant.from, meant.source], () => moveToBin(meant));
    await journal.step("encode-binned", planned, move, () => ({
      path: planned.to,
      jobId: row.id,
      kind: "encode",
      fromPath: planned.from,
      sizeBytes: planned.encode.sizeBytes,
      retiredAt: deps.clock.now().getTime(),
      successorPath: planned.source,
      successorSizeBytes: planned.original.sizeBytes,
      deleteAfter: deps.clock.now().getTime() + keepDays * DAY_MS,
    }));
  } catch (error) {
    if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
    await journals.clear(row.id);
    if (error instanceof Fault) throw error;
    throw new Fault(error.code === "output_exists" ? "output_exists" : "conflict", error.message, { cause: error });
  }
  const done = await journals.close(row.id, {
    outputPath: null,
    ...NOTHING_FREED,
    message: "The encode was moved to the recycle bin; the original stays.",
  });
  if (done === undefined) throw new Fault("not_found", `Job ${row.id} no longer exists.`);
  jobStore.announce(done);
  jobStore.publish("files-changed", { from: planned.from });
  jobStore.changed();
  return done;
}

async function planMove(row: JobRow, day: Date): Promise<PlannedMove> {
  const { status, outputPath, outputSizeBytes, sourcePath, sourceIdentity, originalKeptAt } = row;
  if (status !== "done" || !outputPath || !sourceIdentity) {
    throw new Fault("bad_state", `${row.title} has no finished encode.`);
  }
  if (originalKeptAt) {
    throw new Fault("bad_state", `The encode of ${row.title} replaced the original. Restore the original instead.`);
  }
  const [encode, original] = [await identityOf(outputPath), await identityOf(sourcePath)];
  if (outputPath === sourcePath || original === undefined) {
    throw new Fault("bad_state", `The encode of ${row.title} is the only copy: its original no longer exists.`);
  }
  if (encode === undefined || encode.sizeBytes !== outputSizeBytes) throw changed(outputPath);
  if (!isUnchanged(original, sourceIdentity)) throw changed(sourcePath);
  return {
    from: outputPath,
    to: binPath(outputPath, row.id, "encode", day),
    encode,
    source: sourcePath,
    original,
  };
}

async function moveToBin({ from, to, encode, source, original }: PlannedMove): Promise<{ ok: true }> {
  if (isUnchanged(await identityOf(to), encode) && await identityOf(from) === undefined) return { ok: true };
  if (!isUnchanged(await identityOf(from), encode)) throw changed(from);
  if (!isUnchanged(await identityOf(source), original)) throw changed(source);
  await createBinFolder(to);
  await moveWithoutOverwriting(from, to, encode);
  return { ok: true };
}

const changed = (path: string): Fault =>
  new Fault("conflict", `${path} is gone or has changed since the job ended. Nothing was moved.`);
