/** Detects that another file system is mounted at the same path (safety.md, S-FILE-9). */

/** The stored device number of a root or mount point, and names of some entries. */
export interface Landmark {
  device?: number;
  landmarks?: string[];
}

const MAX_LANDMARKS = 20;

/** Returns names that identify a tree, because its device number may change after a restart. */
export const landmarksOf = (names: string[]): string[] => names.toSorted().slice(0, MAX_LANDMARKS);

/**
 * Returns the reason why a stored root or mount point is no longer the same, or undefined if it is the same. Network
 * shares and some file systems get a new device number with every mount, so a changed number alone is not relevant if
 * the old names still exist.
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
