import type { PolicySource } from "./model.ts";

/** Facts about one indexed file, from which policies decide. Read from the store without accessing disks. */
export interface FileFacts {
  /** Unique key: source and file ID of its manager, or source and path for local media. */
  key: string;
  source: PolicySource;
  /** Path in the manager. For local media, the same as `localPath`. */
  path: string;
  localPath: string;
  /** Folder on this machine that contains the title's folder, or the folder of local media in the settings. */
  root: string;
  /** IDs in the manager. Absent for local media. */
  arrId?: number;
  fileId?: number;
  episodeIds?: number[];
  seasonNumber?: number;
  title: string;
  subtitle?: string;
  poster?: string;
  sizeBytes: number;
  /** Time in milliseconds since 1970 at which the file was added. 0 if unknown. */
  addedAt: number;
  /** Names in lower case. Files of the same title share the arrays. */
  tags: readonly string[];
  genres: readonly string[];
  /** Codec, resolution and range, each with a space before and after it (`db/library/title_facets.ts`). */
  facets: string;
  isRemux: boolean;
  quality: string;
  mediaType: "movie" | "tv" | "anime";
  /** Number of hard links. Absent until the file was inspected. */
  hardLinks?: number | undefined;
  /** True if at least one user of a player has watched the file. Absent if no player knows it. */
  watched?: boolean | undefined;
  /** False if the file cannot be opened on this machine. Absent until it was checked. */
  visible?: boolean | undefined;
}

/** True if the facets of a file contain a word. */
export const hasFacet = (facets: string, word: string): boolean => facets.includes(` ${word} `);
