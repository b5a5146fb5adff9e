import { basename, dirname, join } from "node:path";
import { lstat } from "node:fs/promises";
import { isInside } from "../../platform/storage/own_places.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import { ripFolderOf } from "../delivery/deps.ts";
import type { StoredRip } from "../rip_schema.ts";
import type { RipsState } from "./deps.ts";

/** Removes the cached copies of a rip, except those that are also the delivered files. */
export async function removeCopies(
  { storage, log }: Pick<RipsState, "storage" | "log">,
  rip: StoredRip,
): Promise<void> {
  const own = join(storage.folders.rips, ".work", rip.id);
  // Only a folder that Lathe has created is removed. The record could contain a different path.
  if (rip.outputDir === undefined || dirname(rip.outputDir) !== own) return;
  if (rip.files.some(({ finalPath }) => finalPath?.startsWith(`${own}/`))) return;
  await Deno.remove(own, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) {
      log("warn", "The copies of a disc could not be removed.", { rip: rip.id, error: String(error) });
    }
  });
}

/**
 * Removes files from the rip folder that a manager did not import, if the user no longer wants them. This applies to
 * files that have not been changed, and to the sheets of an album without remaining tracks.
 */
export async function removeRefused(
  { settings, storage, log }: Pick<RipsState, "settings" | "storage" | "log">,
  rip: StoredRip,
): Promise<void> {
  const root = await realPlace(ripFolderOf({ settings, storage }));
  const folders = new Set<string>();
  for (const { finalPath, sizeBytes, import: taken } of rip.files) {
    if (finalPath === undefined || taken === undefined || taken.state === "imported" || taken.state === "pending") {
      continue;
    }
    const found = await lstat(finalPath).catch(() => undefined);
    const folder = dirname(finalPath);
    if (!found?.isFile() || found.size !== sizeBytes || !isInside(await realPlace(folder), root)) continue;
    try {
      await Deno.remove(finalPath);
      folders.add(folder);
    } catch (error) {
      log("warn", "A file that was not delivered could not be removed.", { rip: rip.id, error: String(error) });
    }
  }
  for (const folder of folders) await removeSheets(folder, root, rip);
}

async function removeSheets(folder: string, root: string, { cd }: StoredRip): Promise<void> {
  const sheets = cd?.album ? [cd.album.cue, cd.album.playlist, cd.album.log].map((path) => basename(path)) : [];
  const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch(() => []);
  if (left.every((name) => sheets.includes(name))) {
    for (const name of left) await Deno.remove(join(folder, name)).catch(() => {});
  }
  // `remove` fails for folders that are not empty, so these are kept.
  if (await realPlace(folder) !== root) await Deno.remove(folder).catch(() => {});
}

/** Removes the remains of an unfinished copy. */
export async function removePartialCopies(rip: StoredRip): Promise<void> {
  if (rip.outputDir === undefined) return;
  const folder = dirname(rip.outputDir);
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  for (const { name } of entries) {
    if (/^\.copy-\d+$/.test(name)) await Deno.remove(join(folder, name), { recursive: true }).catch(() => {});
  }
}

/** Name of a rip's folder in the work folder: the rip ID. */
const RIP_FOLDER = /^[0-9a-z]{16}$/;
const PARTIAL_FOLDER = /^\.copy-\d+$/;

/**
 * Removes the remains of unfinished copies in work folders that belong to no rip, for example after a backup was
 * restored. Complete copies are kept, because the user may still want them. Files that the program would not create are
 * kept too. Links are not followed.
 */
export async function removeUnownedPartials(
  { storage, repository, log }: Pick<RipsState, "storage" | "repository" | "log">,
): Promise<void> {
  const work = join(storage.folders.rips, ".work");
  const device = await deviceOf(work);
  if (device === undefined) return;
  const owned = new Set((await repository.list()).map(({ record: { outputDir } }) => outputDir && dirname(outputDir)));
  for await (const { name } of Deno.readDir(work)) {
    const folder = join(work, name);
    if (!RIP_FOLDER.test(name) || owned.has(folder) || await deviceOf(folder) !== device) continue;
    try {
      await removePartials(folder, device);
    } catch (error) {
      log("warn", "Leftovers of an unknown rip could not be removed.", { folder, error: String(error) });
    }
  }
}

async function removePartials(folder: string, device: number): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (PARTIAL_FOLDER.test(name) && await isOnDevice(path, device)) await Deno.remove(path, { recursive: true });
    // The folder for titles is empty until the first title has been copied.
    else if (await deviceOf(path) === device) await removeEmpty(path);
  }
  await removeEmpty(folder);
}

/** Returns the device of a folder. Undefined for a link. */
async function deviceOf(folder: string): Promise<number | undefined> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() ? found.dev : undefined;
}

/** True if no other file system is mounted in a folder. */
async function isOnDevice(folder: string, device: number): Promise<boolean> {
  if (await deviceOf(folder) !== device) return false;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && !await isOnDevice(join(folder, name), device)) return false;
  }
  return true;
}

/** Removes an empty folder. */
async function removeEmpty(folder: string): Promise<void> {
  for await (const _ of Deno.readDir(folder)) return;
  await Deno.remove(folder).catch(() => {});
}
