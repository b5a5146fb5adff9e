import type { Clock } from "./clock.ts";
import type { Mount } from "./paths.ts";
import type { Webhook } from "./webhooks.ts";

/** Durations in milliseconds of the fake's clock. */
export interface Durations {
  command: number;
  /** Time of the indexers for an interactive search. */
  search: number;
  queued: number;
  download: number;
  /** From the end of the download to the import. */
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
  /** For example `/radarr`. Prefix of all paths. */
  urlBase?: string;
  port?: number;
  version?: string;
  instanceName?: string;
  /** Reports Windows and paths with backslashes. */
  windows?: boolean;
  /** A real folder as the library's root. Defaults to a temporary one. */
  root?: string;
  /** The root folder's path as the manager sees it, if different. */
  remoteRoot?: string;
  /** More folders that the manager sees under a different path. */
  mounts?: Mount[];
  /** More root folders to list after the first. */
  extraRoots?: { path: string; accessible: boolean }[];
  /** Serves drawn artwork and lists no public image URLs, for the demo library. */
  drawnArtwork?: boolean;
  /** A small real media file used as the content of every download. */
  files?: string;
  /** A disc's folder. Searches then also find a full-disc release that downloads this folder's content. */
  disc?: string;
  /** Download folder. Defaults to one beside the root. */
  downloads?: string;
  /** Replaced files are moved here instead of being deleted. */
  recycleBin?: string;
  freeSpace?: number;
  /** Uses hard links instead of copies. */
  hardlinks?: boolean;
  /** A clock shared by several fakes. The caller stops it. */
  clock?: Clock;
  /** Simulated seconds per real second if no clock is passed. */
  speed?: number;
  durations?: Partial<Durations>;
  webhooks?: (string | Webhook)[];
  seed?: number;
}

export const DEFAULT_KEY = "0123456789abcdef0123456789abcdef";
