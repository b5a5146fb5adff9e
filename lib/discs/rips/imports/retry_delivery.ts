import type { RipRow } from "../../../../db/schema/discs.ts";
import { doubtfulTracks } from "../../cd/work/track_marks.ts";
import { isExtraFile } from "../../delivery/extras.ts";
import type { SweepResult } from "../../delivery/model.ts";
import { isRetryDue, noteFailure } from "../../delivery/retry_memory.ts";
import type { StoredRip } from "../../rip_schema.ts";
import { deliverOptions, problemText } from "../after_copy.ts";
import { changeRip, logBuffer, logRip, workOn } from "../announce.ts";
import type { RipsState, Working } from "../deps.ts";
import { removeCopies } from "../rip_files.ts";
import { missingTitles } from "../rip_view.ts";

type SweptFile = SweepResult["files"][number];

/**
 * Retries the delivery of failed rips that a sweep of the rip folder does not complete. The delay between retries
 * increases up to one day. `again` skips the delay. Another failure does not change the state, because the rip is
 * already marked as failed.
 */
export async function retryDeliveries(state: RipsState, { again = false } = {}): Promise<SweptFile[]> {
  if (again) state.retries.clear();
  const results: SweptFile[] = [];
  for (const row of await state.repository.inStates(["failed"])) {
    const { id, record } = row;
    if (!isRetried(record) || state.working.has(id) || !isRetryDue(state.retries, id, state.clock.now())) continue;
    workOn(state, id, async (working) => {
      results.push(...await retryDelivery(state, row, working));
    });
    await state.working.get(id)?.done;
  }
  return results;
}

/** True if a delivery was started that the sweep does not complete. Pure. */
export function isRetried(record: StoredRip): boolean {
  const { cd, deliveryDir, files, options } = record;
  const waiting = files.filter((file) => file.import?.state !== "imported");
  if (!options.deliver || deliveryDir === undefined || waiting.length === 0 || missingTitles(record).length > 0) {
    return false;
  }
  if (cd === undefined) return waiting.every((file) => isExtraFile(record, file));
  // The user must check doubtful tracks first.
  return options.importDoubtful === true || doubtfulTracks(record).length === 0;
}

async function retryDelivery(state: RipsState, { id, record }: RipRow, working: Working): Promise<SweptFile[]> {
  const lines = logBuffer(state, id);
  const waiting = new Set(record.files.filter((file) => file.import?.state !== "imported").map((file) => file.titleId));
  try {
    const { files, error } = await state.delivery.deliver(record, deliverOptions(state, id, working, lines.add));
    await lines.flush();
    await changeRip(state, id, {
      record: (current) => ({ ...current, files, ...(error === undefined ? {} : { error: error.slice(0, 4000) }) }),
    });
    if (error === undefined) state.retries.delete(id);
    else noteFailure(state.retries, id, state.clock.now());
    await endIfDelivered(state, id);
    return files.filter(({ titleId }) => waiting.has(titleId)).map(({ finalPath = "", import: done }): SweptFile =>
      done?.state === "imported"
        ? { path: finalPath, result: "imported" }
        : { path: finalPath, result: "failed", reason: done?.reason ?? error ?? "no reason given" }
    );
  } catch (error) {
    if (working.controller.signal.aborted) return [];
    noteFailure(state.retries, id, state.clock.now());
    await lines.flush();
    const reason = problemText(state, id, error);
    await logRip(state, id, reason);
    return [{ path: record.deliveryDir ?? "", result: "failed", reason }];
  }
}

/** Completes a failed rip once all selected titles are imported. */
export async function endIfDelivered(state: RipsState, id: string): Promise<void> {
  const row = await state.repository.get(id);
  if (row === undefined || !isDelivered(row.record)) return;
  const done = await changeRip(state, id, {
    event: "importedLater",
    record: ({ error: _, ...record }) => ({ ...record, finishedAt: state.clock.now().toISOString() }),
  });
  if (done === undefined) return;
  await logRip(state, id, "The remaining files were imported.");
  if (!done.record.options.keepRaw) await removeCopies(state, done.record);
}

/** True if all selected titles have been imported. */
const isDelivered = (record: StoredRip): boolean =>
  missingTitles(record).length === 0 && record.files.every((file) => file.import?.state === "imported");
