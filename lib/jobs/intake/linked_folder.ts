import { lstat, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { realPlace } from "../../kit/disk/real_place.ts";
import { namedFolders } from "../../platform/settings/program_rules.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { type SourceFile } from "./source_file.ts";
import { isInside } from "../../platform/storage/own_places.ts";

/** A folder of a library that is a link to a folder of somebody else. */
export interface StrayFolder {
  link: string;
  target: string;
}

/**
 * The link among the folders of a path that leads out of its own folder, and whose files lie in none of the `known` ones: a
 * season that is a link to its seed. Undefined for a library that lies behind a link as a whole.
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

/** The same for a source, with the folders that the settings name as known. */
export const strayFolderOf = async (
  { namedPath }: Pick<SourceFile, "namedPath">,
  settings: Settings,
): Promise<StrayFolder | undefined> => namedPath && await strayFolder(namedPath, namedFolders(settings)) || undefined;

/** Why an original behind such a link is not replaced, and what to do about it. */
export const strayFolderText = ({ link, target }: StrayFolder): string =>
  `${link} is a link to ${target}, which is no media folder of Lathe: replacing the original would change files there. ` +
  "Choose a profile that keeps the original, or add that folder under Settings, Security, Media roots.";
