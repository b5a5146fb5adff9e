import type { SweepResult } from "../../delivery/model.ts";
import type { StoredRip } from "../../rip_schema.ts";
import { changeRip } from "../announce.ts";
import type { RipsState } from "../deps.ts";
import { endIfDelivered, retryDeliveries } from "./retry_delivery.ts";

/**
 * Sweeps the rip folder, and retries deliveries that the sweep does not cover: albums and extras. A failed rip whose
 * files have all been imported becomes done. Throws `bad_state`.
 */
export async function importLeft(state: RipsState, options?: { again?: boolean }): Promise<SweepResult> {
  const delivered = await deliveredFiles(state);
  const result = await state.delivery.sweep(options);
  const imported = new Set(result.files.filter((file) => file.result === "imported").map(({ path }) => path));
  for (const { id } of await state.repository.inStates(["failed"])) {
    const taken = delivered.get(id)?.intersection(imported);
    if (taken !== undefined && taken.size > 0) await noteImported(state, id, taken);
  }
  const retried = await retryDeliveries(state, options);
  return { ...result, files: [...result.files, ...retried] };
}

/** Returns the delivered files of failed rips that still exist with the same size, by rip ID. */
async function deliveredFiles({ repository }: RipsState): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { id, record } of await repository.inStates(["failed"])) {
    const paths = new Set<string>();
    for (const { finalPath, sizeBytes } of record.files) {
      if (finalPath !== undefined && await hasSize(finalPath, sizeBytes)) paths.add(finalPath);
    }
    found.set(id, paths);
  }
  return found;
}

const hasSize = (path: string, size: number): Promise<boolean> =>
  Deno.stat(path).then((found) => found.isFile && found.size === size, () => false);

async function noteImported(state: RipsState, id: string, taken: ReadonlySet<string>): Promise<void> {
  await changeRip(state, id, { record: (record) => withImported(record, taken) });
  await endIfDelivered(state, id);
}

const withImported = (record: StoredRip, taken: ReadonlySet<string>): StoredRip => ({
  ...record,
  files: record.files.map((file) =>
    file.finalPath !== undefined && taken.has(file.finalPath) ? { ...file, import: { state: "imported" } } : file
  ),
});
