import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { isUnchanged, linkCount } from "../delivery/file_moves.ts";
import { isBinPath } from "../delivery/file_names.ts";
import { checkUndo, type PlannedUndo } from "../delivery/undo.ts";
import { checkNotReplaced, plannedUndo } from "../delivery/undo_job.ts";
import type { JobStore } from "../job_store.ts";
import type { PlannedUndoJob, UndoPlan } from "../bin_schema.ts";
import { createDiskView, type DiskView } from "./disk_view.ts";

/** Possible outcome of restoring the original of one job. */
export type UndoVerdict =
  | { verdict: "ready"; undoing: PlannedUndo; encodeBytes: number }
  | { verdict: "restored" | "unaffected" }
  | { verdict: "refused"; code: string; reason: string };

/** Services for checking undos. */
export interface VerdictDeps {
  jobStore: Pick<JobStore, "jobs" | "journals">;
  now: Date;
}

/**
 * Returns the outcome that an undo of a job would have on the disk of `view`. Changes nothing. `resumed` is true if an
 * undo of this job was interrupted, in which case its files have been checked before.
 */
export async function undoVerdict(
  row: JobRow | undefined,
  view: DiskView,
  deps: VerdictDeps,
  resumed = false,
): Promise<UndoVerdict> {
  if (row === undefined) return refused("not_found", "The job is no longer in the history.");
  if (row.status !== "done" || row.review !== null) return { verdict: "unaffected" };
  if (!row.originalKeptAt) return await verdictWithoutOriginal(row, view);
  try {
    const undoing = plannedUndo(row, deps.now);
    if (!isBinPath(undoing.bin)) return refused("bad_state", `${undoing.bin} is not in a recycle bin.`);
    if (resumed) return { verdict: "ready", undoing, encodeBytes: undoing.outputSizeBytes };
    await checkNotReplaced(row, undoing, deps.jobStore, view);
    undoing.encode = await checkUndo(undoing, view.identify);
    if (undoing.source !== undoing.output && await view.hasOtherSpelling(undoing.source)) {
      return refused("output_exists", `${undoing.source} exists with another spelling. Move that file away first.`);
    }
    return { verdict: "ready", undoing, encodeBytes: await freedBytes(undoing, view) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return refused(error.code, error.message);
  }
}

const refused = (code: string, reason: string): UndoVerdict => ({ verdict: "refused", code, reason });

/**
 * A job without a kept original either has not replaced one, was undone before, or its original was deleted. After an
 * undo, the job has no output, and its original may have been moved.
 */
async function verdictWithoutOriginal(
  { sourcePath, sourceIdentity, outputPath, title }: JobRow,
  view: DiskView,
): Promise<UndoVerdict> {
  if (sourceIdentity === null) return { verdict: "unaffected" };
  if (outputPath === null) return { verdict: "restored" };
  if (isUnchanged(await view.identify(sourcePath), sourceIdentity)) return { verdict: "unaffected" };
  return refused("bad_state", `The original of ${title} is no longer kept: it was deleted from the recycle bin.`);
}

/** Encodes with other hard links do not free their space. */
async function freedBytes({ output, outputSizeBytes }: PlannedUndo, view: DiskView): Promise<number> {
  if (view.isPlanned(output)) return outputSizeBytes;
  return await linkCount(output).catch(() => 1) > 1 ? 0 : outputSizeBytes;
}

/** Returns the outcome of undoing jobs in this order, without any change. */
export async function planUndo(ids: readonly string[], deps: VerdictDeps): Promise<UndoPlan> {
  const { jobs, journals } = deps.jobStore;
  const rows = new Map((await jobs.many([...ids])).map((row) => [row.id, row]));
  const open = new Set(await journals.openUndos());
  const view = createDiskView();
  const plan: UndoPlan = {
    ...{ total: ids.length, ready: 0, restored: 0, refused: 0, unaffected: 0, bytesNeeded: 0, bytesFreed: 0 },
    jobs: [],
  };
  for (const id of ids) {
    const row = rows.get(id);
    const outcome = await undoVerdict(row, view, deps, open.has(id));
    plan[outcome.verdict]++;
    const job: PlannedUndoJob = { id, title: row?.title ?? id, verdict: outcome.verdict };
    if (outcome.verdict === "refused") Object.assign(job, { code: outcome.code, reason: outcome.reason });
    if (outcome.verdict === "ready") {
      const { original, source, bin, output, encodeBin, encode } = outcome.undoing;
      Object.assign(job, { path: source, bytes: original.sizeBytes });
      plan.bytesNeeded += original.sizeBytes;
      plan.bytesFreed += outcome.encodeBytes;
      if (encode) view.move(output, encodeBin, encode);
      view.move(bin, source, original);
    }
    plan.jobs.push(job);
  }
  return plan;
}
