import type { SweepResult } from "../delivery/model.ts";
import type { StoredRip } from "../rip_schema.ts";
import { changeRip, logRip } from "./announce.ts";
import type { RipsState } from "./deps.ts";
import { removeCopies } from "./rip_files.ts";
import { missingTitles } from "./rip_view.ts";

/** Sweeps the rip folder; a failed rip whose files were all taken since is done. Throws `bad_state`. */
export async function importLeft(state: RipsState, options?: { again?: boolean }): Promise<SweepResult> {
  const result = await state.delivery.sweep(options);
  const taken = new Set(result.files.filter((file) => file.result === "imported").map(({ path }) => path));
  for (const { id, record } of await state.repository.inStates(["failed"])) {
    if (!record.files.some(({ finalPath }) => finalPath !== undefined && taken.has(finalPath))) continue;
    await noteImported(state, id, taken);
  }
  return result;
}

async function noteImported(state: RipsState, id: string, taken: ReadonlySet<string>): Promise<void> {
  const noted = await changeRip(state, id, { record: (record) => withImported(record, taken) });
  if (noted === undefined || !isDelivered(noted.record)) return;
  const done = await changeRip(state, id, {
    event: "importedLater",
    record: ({ error: _, ...record }) => ({ ...record, finishedAt: state.clock.now().toISOString() }),
  });
  if (done === undefined) return;
  await logRip(state, id, "The files that were left have been imported.");
  if (!done.record.options.keepRaw) await removeCopies(state, done.record);
}

const withImported = (record: StoredRip, taken: ReadonlySet<string>): StoredRip => ({
  ...record,
  files: record.files.map((file) =>
    file.finalPath !== undefined && taken.has(file.finalPath) ? { ...file, import: { state: "imported" } } : file
  ),
});

/** Whether nothing of what was selected is missing any more. */
const isDelivered = (record: StoredRip): boolean =>
  missingTitles(record).length === 0 && record.files.every((file) => file.import?.state === "imported");
