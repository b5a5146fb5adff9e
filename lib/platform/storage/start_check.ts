import { join } from "node:path";
import { missingDatabase, StoreProblem } from "../../../db/check.ts";
import { listBackups } from "../backup/list.ts";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { settingsState } from "../settings/file.ts";

/** File that is created when a start has completed. It marks the folder as used. */
const STARTED = "started";
/**
 * File that is created before the first start writes anything, and removed when this start has completed. Until then,
 * the folder may be incomplete.
 */
const FIRST_START = "first-start";

/**
 * Determines whether this is the first start in a folder, before anything is opened. Throws `StoreProblem`: `missing`
 * if the database no longer exists, `settings_missing` if a service that may have required a login would now be
 * accessible without one. In both cases, nothing is created or changed.
 */
export async function checkStart(
  { programData, backups }: { programData: string; backups: string },
  { local }: { local: boolean },
): Promise<{ usedBefore: boolean }> {
  const mark = await sizeOf(join(programData, STARTED)) !== undefined;
  if (!mark && await sizeOf(join(programData, FIRST_START)) !== undefined) return { usedBefore: false };
  const hasDatabase = ((await sizeOf(join(programData, "lathe.db"))) ?? 0) > 0;
  const settings = await settingsState(join(programData, "settings.json"));
  const usedBefore = mark || settings === "whole" || (await listBackups(backups)).length > 0;
  if (local && !hasDatabase && usedBefore) throw missingDatabase();
  if (settings !== "whole" && (mark || hasDatabase)) {
    throw new StoreProblem(
      "settings_missing",
      "The settings are missing, although Lathe has used this folder before. Without them, no login would be required.",
    );
  }
  if (!hasDatabase && !usedBefore) await noteFirstStart(programData);
  return { usedBefore };
}

/** Marks the next start as a first start. Also used if the user chooses a fresh start after a loss of data. */
export async function noteFirstStart(programData: string): Promise<void> {
  await Deno.remove(join(programData, STARTED)).catch(ignoreMissing);
  await writeFileAtomic(join(programData, FIRST_START), "");
}

/** Marks a start as completed. */
export async function noteStarted(programData: string, version: string): Promise<void> {
  const mark = join(programData, STARTED);
  if (await sizeOf(mark) === undefined) await writeFileAtomic(mark, `${version}\n`);
  await Deno.remove(join(programData, FIRST_START)).catch(ignoreMissing);
}

const sizeOf = (path: string): Promise<number | undefined> =>
  Deno.stat(path).then(({ size }) => size, (error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
