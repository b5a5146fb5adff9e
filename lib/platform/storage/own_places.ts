import { sep } from "node:path";
import { realPlace } from "../../kit/disk/real_place.ts";

/** Real paths of the service's own folders. Only the rip folder may contain media. */
export interface OwnPlaces {
  rips: string;
  others: string[];
}

/** Returns the real paths of the service's own folders, which may be links. */
export async function ownPlacesOf(
  { configDir, folders: { rips, ...own } }: { configDir: string; folders: { rips: string } & Record<string, string> },
): Promise<OwnPlaces> {
  const [realRips = rips, ...others] = await Promise.all([rips, configDir, ...Object.values(own)].map(realPlaceOf));
  return { rips: realRips, others };
}

/** Returns the real path of a folder in the settings, which may be a link. */
export const realPlaceOf = (folder: string): Promise<string> => realPlace(folder);

/** True if `path` is `folder` or below it. Whole segments are compared: `/media2` is not inside `/media`. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
