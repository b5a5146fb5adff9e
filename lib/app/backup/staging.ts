import { join } from "node:path";
import * as z from "zod";
import { syncFolder, writeFileAtomic } from "../../kit/atomic_file.ts";

/**
 * Folders next to the database in which a restore is staged. Without `ready.json`, nothing has changed. Once this file
 * exists, the next start completes the restore, even after several interruptions. `applied.json` indicates that the new
 * state is in place but not yet confirmed. Every step is a rename, so after a crash either the old or the new state is
 * in place (safety.md, S-DB-7).
 */
const FOLDER = "restore";
const INCOMING = "new";
const OUTGOING = "old";
const READY = "ready.json";
const APPLIED = "applied.json";
/** Marker of a rollback. All new files are moved out before the old files are moved back. */
const LEAVING = "leaving.json";
const RETURNING = "returning.json";

/** Files that are moved together: the new files, and the old files that must be moved out first. */
const GROUPS = [
  { arrives: "lathe.db", leaves: ["lathe.db-wal", "lathe.db-shm", "lathe.db"] },
  { arrives: "settings.json", leaves: ["settings.json.copy", "settings.json"] },
] as const;

const Marker = z.object({ backup: z.string(), notes: z.array(z.string()) });
/** Description of the restore in progress. */
export type RestoreMarker = z.infer<typeof Marker>;

/** Called with the name of each step of a restore. Tests use it to end the process between two steps. */
export type RestoreStep = (step: string) => void;

/** Creates an empty folder for unpacking a backup. Removes leftovers of earlier attempts. */
export async function openStaging(programData: string): Promise<string> {
  const root = join(programData, FOLDER);
  await Deno.remove(root, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(join(root, INCOMING), { recursive: true, mode: 0o700 });
  await Deno.mkdir(join(root, OUTGOING), { mode: 0o700 });
  return join(root, INCOMING);
}

/**
 * Folder for the database of the archive during the import. The program never uses this database, only the one imported
 * from it.
 */
export const archiveFolder = (programData: string): string => join(programData, FOLDER);

/** Path of the replaced database until the restore is confirmed. */
export const replacedDatabase = (programData: string): string => join(programData, FOLDER, OUTGOING, "lathe.db");

/** Discards a restore that has not been committed yet. */
export const abandonStaging = (programData: string): Promise<void> =>
  Deno.remove(join(programData, FOLDER), { recursive: true }).catch(ignoreMissing);

/** Commits the restore: the next start puts the staged files in place. */
export async function decideRestore(programData: string, marker: RestoreMarker): Promise<void> {
  const root = join(programData, FOLDER);
  await syncFolder(join(root, INCOMING));
  await writeFileAtomic(join(root, READY), JSON.stringify(marker));
  await syncFolder(programData);
}

/**
 * Completes a committed restore before any file is opened. Returns a description of the backup if the new state is in
 * place but not yet confirmed, or undefined if there is nothing to do.
 */
export async function applyStagedRestore(
  programData: string,
  step: RestoreStep = () => {},
): Promise<RestoreMarker | undefined> {
  const root = join(programData, FOLDER);
  if (await finishRollBack(programData, step)) return undefined;
  const applied = await readMarker(join(root, APPLIED));
  if (applied !== undefined) return applied;
  const ready = await readMarker(join(root, READY));
  if (ready === undefined) {
    await abandonStaging(programData);
    return undefined;
  }
  for (const { arrives, leaves } of GROUPS) {
    // These files were already moved before the last crash.
    if (!await exists(join(root, INCOMING, arrives))) continue;
    for (const name of leaves) {
      if (await exists(join(programData, name))) {
        await Deno.rename(join(programData, name), join(root, OUTGOING, name));
        step(`moved ${name}`);
      }
    }
    await Deno.rename(join(root, INCOMING, arrives), join(programData, arrives));
    await syncFolder(programData);
    step(`placed ${arrives}`);
  }
  await Deno.rename(join(root, READY), join(root, APPLIED));
  await syncFolder(root);
  step("applied");
  return ready;
}

/** Confirms the new state and removes the old state. */
export const confirmRestore = (programData: string): Promise<void> => abandonStaging(programData);

/**
 * Restores the old state after the new state could not be used. The restored files are kept in a separate folder for
 * inspection.
 */
export async function rollBackRestore(programData: string, step: RestoreStep = () => {}): Promise<void> {
  const root = join(programData, FOLDER);
  if (await exists(join(root, APPLIED))) await Deno.rename(join(root, APPLIED), join(root, LEAVING));
  await finishRollBack(programData, step);
}

/** Resumes an interrupted rollback. Returns false if no rollback was interrupted. */
async function finishRollBack(programData: string, step: RestoreStep): Promise<boolean> {
  const root = join(programData, FOLDER);
  const kept = (name: string) => exists(join(root, OUTGOING, name));
  if (await exists(join(root, LEAVING))) {
    const aside = join(programData, "restore-failed");
    await Deno.mkdir(aside, { recursive: true, mode: 0o700 });
    for (const { leaves } of GROUPS) {
      // If there were no old files before the restore, the new files stay in place.
      if (!(await Promise.all(leaves.map(kept))).includes(true)) continue;
      for (const name of leaves) {
        if (!await exists(join(programData, name))) continue;
        await Deno.rename(join(programData, name), join(aside, name));
        step(`aside ${name}`);
      }
    }
    await Deno.rename(join(root, LEAVING), join(root, RETURNING));
  }
  if (!await exists(join(root, RETURNING))) return false;
  for (const name of GROUPS.flatMap(({ leaves }) => leaves)) {
    if (!await kept(name)) continue;
    await Deno.rename(join(root, OUTGOING, name), join(programData, name));
    step(`back ${name}`);
  }
  await syncFolder(programData);
  await abandonStaging(programData);
  return true;
}

async function readMarker(path: string): Promise<RestoreMarker | undefined> {
  try {
    return Marker.parse(JSON.parse(await Deno.readTextFile(path)));
  } catch {
    return undefined;
  }
}

const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
