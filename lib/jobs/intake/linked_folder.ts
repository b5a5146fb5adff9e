import { lstat, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { realPlace } from "../../kit/disk/real_place.ts";
import { namedFolders } from "../../platform/settings/program_rules.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { type SourceFile } from "./source_file.ts";
import { isInside } from "../../platform/storage/own_places.ts";

/** Library folder that is a link to a folder outside the library. */
export interface StrayFolder {
  link: string;
  target: string;
}

/**
 * Finds a folder link in a path that points outside its own folder, and whose files are in none of the `known` folders.
 * An example is a season folder that is a link to the folder of a torrent. Returns undefined if the whole library is a
 * link.
 */
export async function strayFolder(namedPath: string, known: string[]): Promise<StrayFolder | undefined> {
  const real = await realPlace(dirname(namedPath));
  const roots = await Promise.all(known.map((folder) => realPlace(folder)));
  if (roots.some((root) => isInside(real, root))) return undefined;
  for (let link = dirname(namedPath); link !== dirname(link); link = dirname(link)) {
    if (!await lstat(link).then((entry) => entry.isSymbolicLink(), () => false)) continue;
    const [target, home] = await Promise.all([realpath(link), realpath(dirname(link))]);
    if (!isInside(target, home)) return { link, target };
  }
}

/** Same as `strayFolder` for a source. The `known` folders are those in the settings. */
export const strayFolderOf = async (
  { namedPath }: Pick<SourceFile, "namedPath">,
  settings: Settings,
): Promise<StrayFolder | undefined> => namedPath && await strayFolder(namedPath, namedFolders(settings)) || undefined;

/** Explains why an original in a linked folder outside the library is not replaced, and what to do. */
export const strayFolderText = ({ link, target }: StrayFolder): string =>
  `${link} is a link to ${target}, which is not a media folder of Lathe: replacing the original would change files there. ` +
  "Choose a profile that keeps the original, or add that folder in Settings > Security > Media folders.";
