import type { Clock } from "./clock.ts";
import type { Mount } from "./paths.ts";
import type { Webhook } from "./webhooks.ts";

/** Durations on the clock of the fake, in milliseconds. */
export interface Durations {
  command: number;
  /** Response time of the indexers in an interactive search. */
  search: number;
  queued: number;
  download: number;
  /** Time from the end of the download to the import. */
  import: number;
  /** Time for which an imported entry stays in the queue. */
  linger: number;
  /** Time for which a found release can be grabbed. */
  releases: number;
}

export const DURATIONS: Durations = {
  command: 1000,
  search: 0,
  queued: 5000,
  download: 60_000,
  import: 10_000,
  linger: 5000,
  releases: 30 * 60_000,
};

/** Options common to all four applications. */
export interface ArrOptions {
  key?: string;
  /** Prefix of all paths, for example `/radarr`. */
  urlBase?: string;
  port?: number;
  version?: string;
  instanceName?: string;
  /** True if the manager reports Windows and paths with backslashes. */
  windows?: boolean;
  /** A real folder as the root of the library. The default is a temporary folder. */
  root?: string;
  /** The root folder's path as the manager sees it, if different. */
  remoteRoot?: string;
  /** Additional folders that the manager sees under a different path. */
  mounts?: Mount[];
  /** Additional root folders, which are listed after the first one. */
  extraRoots?: { path: string; accessible: boolean }[];
  /** True if the manager serves drawn artwork and lists no public image URLs, for the demo library. */
  drawnArtwork?: boolean;
  /** A small real media file, which is the content of every download. */
  files?: string;
  /**
   * Folder of a disc. If present, searches also find a full-disc release, whose download has the content of this
   * folder.
   */
  disc?: string;
  /** Download folder. The default is a folder beside the root. */
  downloads?: string;
  /** Recycle bin, to which replaced files are moved instead of being deleted. */
  recycleBin?: string;
  freeSpace?: number;
  /** True if hard links are used instead of copies. */
  hardlinks?: boolean;
  /** A clock that several fakes share. The caller stops it. */
  clock?: Clock;
  /** Simulated seconds per real second if no clock is passed. */
  speed?: number;
  durations?: Partial<Durations>;
  webhooks?: (string | Webhook)[];
  seed?: number;
}

export const DEFAULT_KEY = "0123456789abcdef0123456789abcdef";
