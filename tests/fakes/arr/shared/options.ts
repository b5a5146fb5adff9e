import type { Clock } from "./clock.ts";
import type { Mount } from "./paths.ts";
import type { Webhook } from "./webhooks.ts";

/** How long things take, in milliseconds of the fake's clock. */
export interface Durations {
  command: number;
  /** Of the indexers, for an interactive search. */
  search: number;
  queued: number;
  download: number;
  /** From downloaded to imported. */
  import: number;
  /** How long an imported entry stays in the queue. */
  linger: number;
  /** How long a release that a search found can be grabbed. */
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

/** What all four applications can be told. */
export interface ArrOptions {
  key?: string;
  /** `/radarr`; everything is served below it. */
  urlBase?: string;
  port?: number;
  version?: string;
  instanceName?: string;
  /** Reports Windows and paths with back-slashes. */
  windows?: boolean;
  /** A real folder that is the library's root; a temporary one when absent. */
  root?: string;
  /** How the manager calls it, when it sees the folder under another path. */
  remoteRoot?: string;
  /** Further folders that the manager sees under another path. */
  mounts?: Mount[];
  /** Listed beside the first root. */
  extraRoots?: { path: string; accessible: boolean }[];
  /** A small real media file: the content of whatever is downloaded. */
  files?: string;
  /** A disc's folder: searches then find a full-disc release too, whose download is this folder's content. */
  disc?: string;
  /** Where downloads are put; beside the root when absent. */
  downloads?: string;
  /** Replaced files go there instead of being deleted. */
  recycleBin?: string;
  freeSpace?: number;
  /** Copies are hard links. */
  hardlinks?: boolean;
  /** One clock for several fakes; it is the caller's to stop. */
  clock?: Clock;
  /** Simulated seconds per real second, when no clock is given. */
  speed?: number;
  durations?: Partial<Durations>;
  webhooks?: (string | Webhook)[];
  seed?: number;
}

export const DEFAULT_KEY = "0123456789abcdef0123456789abcdef";
