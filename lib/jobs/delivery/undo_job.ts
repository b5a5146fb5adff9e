import { withKeys } from "../../kit/async.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { hasFiles, isGone } from "./bins.ts";
import { binnedFrom, binPath, isBinPath } from "./file_names.ts";
import { identityOf, isUnchanged } from "./file_moves.ts";
import { NOTHING_FREED } from "../review.ts";
import type { JobStore } from "../job_store.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { DeliveryDeps } from "./delivery_deps.ts";
import { checkUndo, leaveEncode, type PlannedUndo, undoDelivery } from "./undo.ts";

/**
 * Restores the original of a finished job, and moves the encode to the recycle bin. Throws `bad_state`, `conflict`,
 * `output_exists`. If an undo that has started is refused, it ends and the reason is stored with the job. If its disk
 * is missing, the next start of the program continues it.
 */
export async function undoJob(row: JobRow, runner: DeliveryDeps): Promise<JobRow> {
  const { deps, jobStore, crashPoint, fileMutex } = runner;
  const journal = await openJournal(row.id, { journals: jobStore.journals, clock: deps.clock, crashPoint });
  const begun = journal.intent<PlannedUndo>("undo-begun");
  const undoing = begun ?? plannedUndo(row, deps.clock.now());
  if (!isBinPath(undoing.bin) || !isBinPath(undoing.encodeBin)) {
    throw new Fault("bad_state", `${undoing.bin} is not in a recycle bin. Move the file back manually.`);
  }
  return await withKeys(fileMutex, [undoing.source, undoing.output], async () => {
    if (begun === undefined) {
      await checkNotReplaced(row, undoing, jobStore);
      undoing.encode = await checkUndo(undoing);
    }
    return await restoreOriginal(row, undoing, journal, runner);
  });
}

/** The disk before or after planned undos. */
interface UndoView {
  identify(path: string): Promise<SourceIdentity | undefined>;
  /** True if a planned undo has changed this path. */
  isPlanned(path: string): boolean;
}

const NOTHING_PLANNED: UndoView = { identify: identityOf, isPlanned: () => false };

/** Throws `conflict` if another job has since replaced the encode of this undo. Its encode may have the same size. */
export async function checkNotReplaced(
  row: JobRow,
  { bin, output }: PlannedUndo,
  { jobs, journals }: Pick<JobStore, "jobs" | "journals">,
  { identify, isPlanned }: UndoView = NOTHING_PLANNED,
): Promise<void> {
  const titleOf = async (id: string) => (await jobs.get(id))?.title ?? id;
  for (const { path, jobId } of await journals.originalsBinnedLater(bin, output)) {
    if (await identify(path) === undefined) continue;
    const order = "Restore the original of that job first.";
    throw new Fault("conflict", `${output} was replaced again by the job ${await titleOf(jobId)}. ${order}`);
  }
  if (isPlanned(output)) return;
  const retiredAt = (await journals.binEntry(bin))?.retiredAt ?? row.finishedAt;
  const later = await journals.laterWriter(output, { path: bin, jobId: row.id, retiredAt });
  if (later === undefined) return;
  const kept = `The original stays at ${bin}.`;
  throw new Fault("conflict", `${output} was replaced again by the job ${await titleOf(later)}. ${kept}`);
}

async function restoreOriginal(
  row: JobRow,
  undoing: PlannedUndo,
  journal: Journal,
  runner: DeliveryDeps,
): Promise<JobRow> {
  const { jobStore } = runner;
  await journal.step("undo-begun", undoing, () => Promise.resolve({ ok: true }));
  const isEncodeKept = await undoDelivery(undoing, journal).catch((error) => failUndo(error, row, undoing, runner));
  const outcome = await outcomeOf(undoing, isEncodeKept);
  const done = await jobStore.journals.closeUndo(row.id, {
    gone: undoing.bin,
    added: {
      ...encodeEntry(row, undoing, runner),
      successorPath: undoing.source,
      successorSizeBytes: (await identityOf(undoing.source))?.sizeBytes ?? undoing.original.sizeBytes,
    },
    patch: {
      outputPath: null,
      originalKeptAt: null,
      originalKeptUntil: null,
      ...NOTHING_FREED,
      message: `The original was restored.${outcome}`,
      warnings: [...row.warnings, `Undone: the original was restored.${outcome}`],
    },
  });
  if (!isEncodeKept) await jobStore.journals.removeBinEntry(undoing.encodeBin);
  if (done === undefined) throw new Fault("not_found", `Job ${row.id} no longer exists.`);
  jobStore.announce(done);
  jobStore.publish("files-changed", { from: undoing.output, to: undoing.source });
  jobStore.changed();
  return done;
}

/** Describes what happened to the encode if it is not in the recycle bin. Returns an empty string if it is. */
async function outcomeOf({ output, source }: PlannedUndo, isEncodeKept: boolean): Promise<string> {
  if (isEncodeKept) return "";
  return output !== source && await identityOf(output) !== undefined
    ? ` ${output} was changed after the job finished and stays in place.`
    : " The encode no longer existed.";
}

/**
 * Ends an undo that was refused before it was complete, because it would also be refused at the next start. The
 * original, and the encode if it was moved, stay in the recycle bin for the usual time. Never returns.
 */
async function failUndo(error: unknown, row: JobRow, undoing: PlannedUndo, runner: DeliveryDeps): Promise<never> {
  if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
  const { jobStore } = runner;
  const folder = binnedFrom(undoing.bin);
  if (!await hasFiles(folder)) {
    const message =
      `${folder} is not accessible. Is its disk connected? The undo continues the next time Lathe starts.`;
    throw new Fault("conflict", message, { cause: error });
  }
  const sentences = [`The undo could not be completed: ${error.message}`];
  if (await leaveEncode(undoing)) {
    sentences.push(`The encode is kept at ${undoing.encodeBin}.`);
    await jobStore.journals.addBinEntry({
      ...encodeEntry(row, undoing, runner),
      successorPath: undoing.bin,
      successorSizeBytes: undoing.original.sizeBytes,
    });
  }
  const isKept = isUnchanged(await identityOf(undoing.bin), undoing.original);
  if (isKept) sentences.push(`The original is kept at ${undoing.bin}.`);
  const message = sentences.join(" ");
  await jobStore.patch(row.id, {
    message,
    warnings: [...new Set([...row.warnings, message])],
    ...(await isGone(undoing.bin) ? { originalKeptAt: null, originalKeptUntil: null } : {}),
  });
  await jobStore.journals.clear(row.id);
  if (error instanceof Fault) throw error;
  throw new Fault(error.code === "output_exists" ? "output_exists" : "conflict", error.message, { cause: error });
}

/** Returns the entry of the encode in the recycle bin. It has no successor. */
function encodeEntry({ id }: JobRow, { encodeBin, output, outputSizeBytes }: PlannedUndo, { deps }: DeliveryDeps) {
  const keepDays = Math.max(1, deps.settings.current().transcoding.keepOriginalDays);
  const now = deps.clock.now().getTime();
  return {
    path: encodeBin,
    jobId: id,
    kind: "encode" as const,
    fromPath: output,
    sizeBytes: outputSizeBytes,
    retiredAt: now,
    deleteAfter: now + keepDays * DAY_MS,
  };
}

/** Returns the undo of a job. `day` is the date of the encode in the recycle bin. Throws `bad_state`. */
export function plannedUndo(row: JobRow, day: Date): PlannedUndo {
  const { originalKeptAt: bin, outputPath: output, sourceIdentity: original, outputSizeBytes } = row;
  if (row.status !== "done" || !bin || !output || !original || outputSizeBytes === null) {
    throw new Fault("bad_state", `${row.title} has no kept original that could be restored.`);
  }
  const encodeBin = binPath(output, row.id, "encode", day);
  return { bin, original, source: row.sourcePath, output, outputSizeBytes, encodeBin };
}
