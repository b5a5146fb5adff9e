/** Whether a folder still is the tree it was, or another file system under the same path (safety.md, S-FILE-9). */

/** What is remembered of a root or mount point: the number of its device and names of entries in it. */
export interface Landmark {
  device?: number;
  landmarks?: string[];
}

const MAX_LANDMARKS = 20;

/** Names by which a tree is known again, whatever number its device gets after a restart. */
export const landmarksOf = (names: string[]): string[] => names.toSorted().slice(0, MAX_LANDMARKS);

/**
 * Why a remembered root or mount point is not what it was; undefined when it is. Network shares and some file systems
 * get another device number at every mount, so that the number alone proves nothing while the old names are there.
 */
export function strangeTree(known: Landmark, now: { device: number; names: string[] }): string | undefined {
  const { device, landmarks = [] } = known;
  if (device === undefined || landmarks.length === 0) return undefined;
  if (now.names.length === 0) return "it is empty and was not before";
  if (device === now.device) return undefined;
  const names = new Set(now.names);
  const kept = landmarks.filter((name) => names.has(name)).length;
  return kept * 2 >= landmarks.length ? undefined : "another file system is there";
}

/** Whether `path` is `folder` or below it. */
export const isWithin = (path: string, folder: string, separator: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
