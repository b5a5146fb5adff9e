import { join } from "node:path";
import type { Desk } from "./desk.ts";
import { place, removed, sizeOf } from "./disk.ts";

export type ImportMode = "auto" | "move" | "copy";

/** Returns the method for placing a file. "auto" moves files, except files that a torrent client still seeds. */
export const howTo = ({ options }: Desk, mode: ImportMode, seeding: boolean): "move" | "copy" | "link" =>
  mode === "move" || (mode === "auto" && !seeding) ? "move" : options.hardlinks === false ? "copy" : "link";

export interface Replaced {
  size: number;
  /** Paths as the manager sees them. */
  deleted: { path: string; recycleBinPath?: string }[];
}

/**
 * Places a file in the library and removes the files that it replaces, into the recycle bin or permanently. Throws the
 * message that the manager would log. All paths are as the manager sees them.
 */
export async function replace(
  desk: Desk,
  { from, to, olds, how }: { from: string; to: string; olds: string[]; how: "move" | "copy" | "link" },
): Promise<Replaced> {
  const { paths, options } = desk;
  const [source, target] = [paths.toDisk(from), paths.toDisk(to)];
  const size = await sizeOf(source);
  if (size === undefined) throw new Error(`File doesn't exist: ${from}`);
  if (await sizeOf(desk.rootOnDisk) === undefined && !await Deno.stat(desk.rootOnDisk).then(() => true, () => false)) {
    throw new Error(`Root folder '${desk.root}' does not exist`);
  }
  if (options.freeSpace !== undefined && size > options.freeSpace) {
    throw new Error(`Not enough free space to import: ${from}`);
  }
  if (!olds.includes(to) && await sizeOf(target) !== undefined) {
    throw new Error(`Failed to import, destination already exists: ${to}`);
  }
  const deleted = [];
  for (const old of olds) deleted.push(await discarded(desk, old));
  await place(source, target, how);
  return { size, deleted };
}

async function discarded({ paths, options }: Desk, old: string): Promise<{ path: string; recycleBinPath?: string }> {
  const local = paths.toDisk(old);
  if (options.recycleBin === undefined || await sizeOf(local) === undefined) {
    await removed(local);
    return { path: old };
  }
  const bin = join(options.recycleBin, paths.name(old));
  await place(local, bin, "move");
  return { path: old, recycleBinPath: paths.toRemote(bin) };
}
