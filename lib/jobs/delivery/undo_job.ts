import { DAY_MS } from "../../kit/clock.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { Fault } from "../../kit/fault.ts";
import { binPath, isBinPath } from "./file_names.ts";
import { identityOf } from "./file_moves.ts";
import { openJournal } from "./journal.ts";
import type { RunnerDeps } from "../run/run_context.ts";
import { checkUndo, type PlannedUndo, undoDelivery } from "./undo.ts";

/** Brings the kept original of a done job back; the encode is kept in its stead. Throws `bad_state`, `conflict`, `output_exists`. */
export async function undoJob(row: JobRow, { deps, jobStore, crashPoint }: RunnerDeps): Promise<JobRow> {
  const journal = await openJournal(row.id, { journals: jobStore.journals, clock: deps.clock, crashPoint });
  const begun = journal.intent<PlannedUndo>("undo-begun");
  const undoing = begun ?? undoingOf(row, deps.clock.now());
  if (!isBinPath(undoing.bin) || !isBinPath(undoing.encodeBin)) {
    throw new Fault("bad_state", `${undoing.bin} is not in a bin; move the file back yourself.`);
  }
  if (begun === undefined) await checkUndo(undoing);
  await journal.step("undo-begun", undoing, () => Promise.resolve({ ok: true }));
  await undoDelivery(undoing, journal);
  const keepDays = Math.max(1, deps.settings.current().transcoding.keepOriginalDays);
  const done = await jobStore.journals.closeUndo(row.id, {
    gone: undoing.bin,
    added: {
      path: undoing.encodeBin,
      jobId: row.id,
      kind: "encode",
      successorPath: undoing.source,
      successorSizeBytes: (await identityOf(undoing.source))?.sizeBytes ?? undoing.original.sizeBytes,
      deleteAfter: deps.clock.now().getTime() + keepDays * DAY_MS,
    },
    patch: {
      outputPath: null,
      originalKeptAt: null,
      originalKeptUntil: null,
      savedBytes: 0,
      message: "The original was put back.",
      warnings: [...row.warnings, "Undone: the original is back in its place."],
    },
  });
  if (done === undefined) throw new Fault("not_found", `There is no job ${row.id} (any more).`);
  jobStore.announce(done);
  jobStore.changed();
  return done;
}

function undoingOf(row: JobRow, day: Date): PlannedUndo {
  const { originalKeptAt: bin, outputPath: output, sourceIdentity: original, outputSizeBytes } = row;
  if (row.status !== "done" || !bin || !output || !original || outputSizeBytes === null) {
    throw new Fault("bad_state", `${row.title} keeps no original that could be put back.`);
  }
  const encodeBin = binPath(output, row.id, "encode", day);
  return { bin, original, source: row.sourcePath, output, outputSizeBytes, encodeBin };
}
