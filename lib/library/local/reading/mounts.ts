/** Detects another file system mounted under the same path (safety.md, S-FILE-9). */

/** The remembered device number of a root or mount point, and names of its entries. */
export interface Landmark {
  device?: number;
  landmarks?: string[];
}

const MAX_LANDMARKS = 20;

/** Returns names that identify a tree, because its device number may change after a restart. */
export const landmarksOf = (names: string[]): string[] => names.toSorted().slice(0, MAX_LANDMARKS);

/**
 * Returns the reason why a remembered root or mount point is not the same any more, or undefined if it is. Network
 * shares and some file systems get a new device number with every mount, so a changed number alone proves nothing while
 * the old names exist.
 */
export function strangeTree(known: Landmark, now: { device: number; names: string[] }): string | undefined {
  const { device, landmarks = [] } = known;
  if (device === undefined || landmarks.length === 0) return undefined;
  if (now.names.length === 0) return "it is empty but was not before";
  if (device === now.device) return undefined;
  const names = new Set(now.names);
  const kept = landmarks.filter((name) => names.has(name)).length;
  return kept * 2 >= landmarks.length ? undefined : "another file system is mounted there";
}

/** True if `path` is `folder` or below it. */
export const isWithin = (path: string, folder: string, separator: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
