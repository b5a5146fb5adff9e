import { join } from "node:path";

/** Removes the folder of the tracks after Lidarr has moved them. */
export async function removeEmptied(folder: string): Promise<void> {
  if (!await hasFiles(folder)) await Deno.remove(folder, { recursive: true }).catch(() => {});
}

async function hasFiles(folder: string): Promise<boolean> {
  for (const { name, isDirectory } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    if (!isDirectory || await hasFiles(join(folder, name))) return true;
  }
  return false;
}
