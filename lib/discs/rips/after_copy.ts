import type { RipRow } from "../../../db/schema/discs.ts";
import { defectText, Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { RipProblem } from "../ripper_model.ts";
import { changedFiles } from "./changed_files.ts";
import { changeRip, existingRip, logBuffer, logRip } from "./announce.ts";
import type { RipsState, Working } from "./deps.ts";
import { judgeJobs, queueTitles } from "./encode_titles.ts";
import { removeCopies } from "./rip_files.ts";
import { missingTitles, wantedFiles } from "./rip_view.ts";

/**
 * Advances a rip as far as possible: from copied titles to encodes, delivery to the manager, and completion. Called
 * after every step and whenever a job ends. Completed steps are not repeated.
 */
export async function advanceRip(state: RipsState, id: string, working: Working): Promise<void> {
  while (!working.controller.signal.aborted) {
    const row = await state.repository.get(id);
    // A job may end after its rip was deleted.
    if (row === undefined || !await runStep(state, row, working)) return;
  }
}

/** Returns true if another step may follow. */
async function runStep(state: RipsState, row: RipRow, working: Working): Promise<boolean> {
  const { id, status, record } = row;
  const { transcode, deliver } = record.options;
  switch (status) {
    case "ripping":
      if (missingTitles(record).length > 0) return false;
      await ejectCopied(state, row);
      if (transcode) return await changeRip(state, id, { event: "transcode" }) !== undefined;
      return deliver
        ? await changeRip(state, id, { event: "deliver" }) !== undefined
        : await publishAndEnd(state, row, working);
    case "transcoding":
      return await encodeStep(state, row, working);
    case "delivering":
      await deliverAndEnd(state, await withFolder(state, row), working);
      return false;
    default:
      return false;
  }
}

/** Ejects the disc if the settings specify that it is ejected after the copy, not after the delivery. */
async function ejectCopied(state: RipsState, row: RipRow): Promise<void> {
  if (state.settings.current().disc.ejectWhen === "copied") await ejectDisc(state, row);
}

async function ejectDisc(state: RipsState, row: RipRow): Promise<void> {
  if (!row.record.options.eject || row.record.origin !== "drive" || state.eject === undefined) return;
  await state.eject(row).catch((error) =>
    logRip(state, row.id, `The disc could not be ejected: ${error instanceof Error ? error.message : error}`)
  );
}

async function encodeStep(state: RipsState, row: RipRow, working: Working): Promise<boolean> {
  const { id } = row;
  try {
    const queued = await queueTitles(state, row);
    const { files, ...verdict } = judgeJobs(queued, await state.repository.jobsOf(id));
    // Finished jobs may be removed at any time, so their results are stored.
    const noted = await changeRip(state, id, { record: (record) => ({ ...record, files }) });
    if (verdict.kind === "running") return false;
    const problem = verdict.kind === "failed" ? verdict.error : missingText(noted?.record ?? row.record);
    if (problem !== undefined) {
      await failRip(state, id, problem);
      return false;
    }
    await changeRip(state, id, { record: (record) => ({ ...record, files: wantedFiles(record) }) });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await failRip(state, id, `The titles are copied, but cannot be encoded: ${error.message}`);
    return false;
  }
  if (row.record.options.deliver) return await changeRip(state, id, { event: "deliver" }) !== undefined;
  return await publishAndEnd(state, await existingRip(state, id), working);
}

/**
 * Returns the reason why a rip with finished encodes is incomplete: the selection has changed, or one of its jobs was
 * retried.
 */
function missingText(record: StoredRip): string | undefined {
  if (record.selectedTitleIds.length === 0) {
    return "No titles are selected any more. Select titles and start again.";
  }
  const missing = new Set(missingTitles(record));
  if (missing.size === 0) return undefined;
  const lines = record.titles.filter(({ id }) => missing.has(id)).map(({ id, name }) =>
    `Title ${id + 1} (${name}) is missing.`
  );
  return `${lines.join("\n")}
Titles that were copied are kept; start again to copy the missing ones.`;
}

/** Publishes the files to the rip folder without requesting an import. Returns false, because no step follows. */
async function publishAndEnd(state: RipsState, row: RipRow, working: Working): Promise<false> {
  const lines = logBuffer(state, row.id);
  try {
    const placed = await withFolder(state, row);
    const files = await state.delivery.publish(placed.record, deliverOptions(state, row.id, working, lines.add));
    await lines.flush();
    await endRip(state, { ...placed, record: { ...placed.record, files } });
  } catch (error) {
    if (!working.controller.signal.aborted) await failRip(state, row.id, problemText(state, row.id, error));
  } finally {
    await lines.flush();
  }
  return false;
}

/** Stores the folder before files are written to it, so that the sweep of the rip folder ignores it. */
async function withFolder(state: RipsState, row: RipRow): Promise<RipRow> {
  if (row.record.deliveryDir !== undefined) return row;
  const deliveryDir = await state.delivery.folderOf(row.record);
  return await changeRip(state, row.id, { record: (record) => ({ ...record, deliveryDir }) }) ?? row;
}

async function deliverAndEnd(state: RipsState, row: RipRow, working: Working): Promise<void> {
  const { id, record } = row;
  const lines = logBuffer(state, id);
  try {
    const { files, error } = await state.delivery.deliver(record, deliverOptions(state, id, working, lines.add));
    await lines.flush();
    if (working.controller.signal.aborted) return;
    if (error !== undefined) {
      // Some of the files may have been imported.
      announceFiles(state, { ...record, files });
      await failRip(state, id, error, files);
    } else await endRip(state, { ...row, record: { ...record, files } });
  } catch (error) {
    if (!working.controller.signal.aborted) await failRip(state, id, problemText(state, id, error));
  } finally {
    await lines.flush();
  }
}

/** Returns the options of a delivery. Each change of a file is stored immediately. */
export const deliverOptions = (
  state: RipsState,
  id: string,
  { controller }: Working,
  onLog: (line: string) => void,
) => ({
  signal: controller.signal,
  onLog,
  onFile: async (file: RippedFile) => {
    await changeRip(state, id, { record: (record) => ({ ...record, files: replaced(record.files, file) }) });
  },
});

const replaced = (files: readonly RippedFile[], file: RippedFile): RippedFile[] =>
  files.map((one) => one.titleId === file.titleId ? file : one);

/** Completes a rip whose files are at their destination, and then removes the copies unless the user keeps them. */
async function endRip(state: RipsState, { id, record }: RipRow): Promise<void> {
  const ended = await changeRip(state, id, {
    event: "finish",
    record: (current) => ({ ...current, files: record.files, finishedAt: state.clock.now().toISOString() }),
  });
  if (ended === undefined) return;
  announceFiles(state, ended.record);
  if (!record.options.keepRaw) await removeCopies(state, ended.record);
  await logRip(state, id, "Done");
  if (state.settings.current().disc.ejectWhen === "delivered") await ejectDisc(state, ended);
}

function announceFiles({ bus, settings }: RipsState, record: StoredRip): void {
  for (const change of changedFiles(record, settings.current().pathMappings)) bus.publish("files-changed", change);
}

/** Marks a rip as failed. Its files are kept. */
export async function failRip(
  state: RipsState,
  id: string,
  error: string,
  files?: StoredRip["files"],
): Promise<void> {
  await logRip(state, id, error);
  await changeRip(state, id, {
    event: "fail",
    record: (record) => ({
      ...record,
      ...(files === undefined ? {} : { files }),
      error: error.slice(0, 4000),
      finishedAt: state.clock.now().toISOString(),
    }),
  });
}

/** Returns the message for the user. Internal errors are logged. */
export function problemText(state: RipsState, id: string, error: unknown): string {
  if (error instanceof RipProblem || error instanceof Fault || error instanceof JobFailure) return error.message;
  state.log("error", "A rip could not be delivered.", { rip: id, error: String(error) });
  return isSystemError(error) ? error.message : defectText(error);
}
