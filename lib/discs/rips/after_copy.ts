import type { RipRow } from "../../../db/schema/discs.ts";
import { defectText, Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { RipProblem } from "../rippers/model.ts";
import { changeRip, existingRip, logBuffer, logRip } from "./announce.ts";
import type { RipsState, Working } from "./deps.ts";
import { judgeJobs, queueTitles } from "./encode_titles.ts";
import { removeCopies } from "./rip_files.ts";
import { missingTitles, wantedFiles } from "./rip_view.ts";

/**
 * Takes a rip as far as it can go now: from copied titles to their encodes, from those to the manager, from there to the
 * end. Called after every step and after every end of a job; what is done already is not done again.
 */
export async function advanceRip(state: RipsState, id: string, working: Working): Promise<void> {
  while (!working.controller.signal.aborted) {
    const row = await state.repository.get(id);
    // A job may end after its rip was forgotten.
    if (row === undefined || !await takeStep(state, row, working)) return;
  }
}

/** Answers whether another step may follow. */
async function takeStep(state: RipsState, row: RipRow, working: Working): Promise<boolean> {
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

/** Whoever wants the next disc in as soon as possible gets the drive now. */
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
    // Jobs that are done may be cleared at any time.
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

/** Why a rip whose encodes are done is not complete: the choice changed since, and a job of it was retried. */
function missingText(record: StoredRip): string | undefined {
  if (record.selectedTitleIds.length === 0) {
    return "Nothing is selected any more; select what is wanted and start again.";
  }
  const missing = new Set(missingTitles(record));
  if (missing.size === 0) return undefined;
  const lines = record.titles.filter(({ id }) => missing.has(id)).map(({ id, name }) =>
    `Title ${id + 1} (${name}) is missing.`
  );
  return `${lines.join("\n")}\nTitles that were copied are kept; start again to copy what is missing.`;
}

/** Puts the files into the rip folder, where nobody is asked to import them. Answers false: nothing follows. */
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

/** Notes the folder before anything is written there: the sweep of the rip folder leaves it alone. */
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
    if (error !== undefined) await failRip(state, id, error, files);
    else await endRip(state, { ...row, record: { ...record, files } });
  } catch (error) {
    if (!working.controller.signal.aborted) await failRip(state, id, problemText(state, id, error));
  } finally {
    await lines.flush();
  }
}

/** Stores each file as soon as something about it changes. */
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

/** Ends a rip whose files are where they belong, and only then removes the copies. */
async function endRip(state: RipsState, { id, record }: RipRow): Promise<void> {
  const ended = await changeRip(state, id, {
    event: "finish",
    record: (current) => ({ ...current, files: record.files, finishedAt: state.clock.now().toISOString() }),
  });
  if (ended === undefined) return;
  if (!record.options.keepRaw) await removeCopies(state, ended.record);
  await logRip(state, id, "Done");
  if (state.settings.current().disc.ejectWhen === "delivered") await ejectDisc(state, ended);
}

/** Fails a rip; its files stay. */
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

/** Text for people; a defect is logged. */
export function problemText(state: RipsState, id: string, error: unknown): string {
  if (error instanceof RipProblem || error instanceof Fault || error instanceof JobFailure) return error.message;
  state.log("error", "A rip could not be delivered.", { rip: id, error: String(error) });
  return isSystemError(error) ? error.message : defectText(error);
}
