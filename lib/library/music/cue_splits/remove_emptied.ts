import { basename, join } from "node:path";
import { isHiddenTrack } from "./cut/track_tags.ts";

/** Removes the folder of the tracks once Lidarr has moved them; answers whether a hidden one stays. */
export async function removeEmptied(folder: string): Promise<boolean> {
  const left = await filesBelow(folder);
  if (left.length === 0) await Deno.remove(folder, { recursive: true }).catch(() => {});
  return left.some((path) => isHiddenTrack(basename(path)));
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  const found = await Promise.all(entries.map(async ({ name, isDirectory }) => {
    const path = join(folder, name);
    return isDirectory ? await filesBelow(path) : [path];
  }));
  return found.flat();
}
