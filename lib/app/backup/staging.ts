import { join } from "node:path";
import * as z from "zod";
import { syncFolder, writeFileAtomic } from "../../kit/atomic_file.ts";

/**
 * A restore on its way, as folders beside the database. Until `ready.json` is there nothing has happened; from then on
 * the next start finishes it, however often it is interrupted; `applied.json` says that the new state lies in its place
 * and waits to prove itself. Every step is a rename, so a crash leaves the old or the new state (safety.md, S-DB-7).
 */
const FOLDER = "restore";
const INCOMING = "new";
const OUTGOING = "old";
const READY = "ready.json";
const APPLIED = "applied.json";
/** Rolling back: the new files leave first, and only when all have left the old ones come back. */
const LEAVING = "leaving.json";
const RETURNING = "returning.json";

/** What belongs together and moves together: what arrives, and what has to leave before. */
const GROUPS = [
  { arrives: "lathe.db", leaves: ["lathe.db-wal", "lathe.db-shm", "lathe.db"] },
  { arrives: "settings.json", leaves: ["settings.json.copy", "settings.json"] },
] as const;

const Marker = z.object({ backup: z.string(), notes: z.array(z.string()) });
/** What is being restored. */
export type RestoreMarker = z.infer<typeof Marker>;

/** Names the steps for tests that end the process in between. */
export type RestoreStep = (step: string) => void;

/** An empty folder that a backup may be unpacked into; whatever an earlier try left is removed. */
export async function openStaging(programData: string): Promise<string> {
  const root = join(programData, FOLDER);
  await Deno.remove(root, { recursive: true }).catch(ignoreMissing);
  await Deno.mkdir(join(root, INCOMING), { recursive: true, mode: 0o700 });
  await Deno.mkdir(join(root, OUTGOING), { mode: 0o700 });
  return join(root, INCOMING);
}

/** Where the archive's own database waits while the new one is made of it; never put in place. */
export const archiveFolder = (programData: string): string => join(programData, FOLDER);

/** The database that a restore replaced, until the restore is confirmed. */
export const replacedDatabase = (programData: string): string => join(programData, FOLDER, OUTGOING, "lathe.db");

/** Gives up a restore that is not decided yet. */
export const abandonStaging = (programData: string): Promise<void> =>
  Deno.remove(join(programData, FOLDER), { recursive: true }).catch(ignoreMissing);

/** From here on the next start puts the staged files in their place. */
export async function decideRestore(programData: string, marker: RestoreMarker): Promise<void> {
  const root = join(programData, FOLDER);
  await syncFolder(join(root, INCOMING));
  await writeFileAtomic(join(root, READY), JSON.stringify(marker));
  await syncFolder(programData);
}

/**
 * Does what a decided restore still needs, before anything is opened. Answers what was restored when the new state now
 * lies in its place and has yet to prove itself; undefined when there is nothing to do.
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
    // Not there any more: this group was finished before the last crash.
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

/** The new state works: what was kept of the old one may go. */
export const confirmRestore = (programData: string): Promise<void> => abandonStaging(programData);

/** The new state does not work: puts the old one back. What was restored stays aside to be looked at. */
export async function rollBackRestore(programData: string, step: RestoreStep = () => {}): Promise<void> {
  const root = join(programData, FOLDER);
  if (await exists(join(root, APPLIED))) await Deno.rename(join(root, APPLIED), join(root, LEAVING));
  await finishRollBack(programData, step);
}

/** Goes on with a roll-back where it was interrupted; false when there is none. */
async function finishRollBack(programData: string, step: RestoreStep): Promise<boolean> {
  const root = join(programData, FOLDER);
  const kept = (name: string) => exists(join(root, OUTGOING, name));
  if (await exists(join(root, LEAVING))) {
    const aside = join(programData, "restore-failed");
    await Deno.mkdir(aside, { recursive: true, mode: 0o700 });
    for (const { leaves } of GROUPS) {
      // A group that had nothing before keeps what it was given.
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
