import { isOnShare, mountsOf } from "./share_mounts.ts";

/** Watches folders for new, changed and removed files. */
export interface FolderWatch {
  /** Watches these folders instead of the previous ones. */
  set(folders: readonly string[]): Promise<void>;
  /** Returns the folders whose changes are not reported, with the reason. They are rescanned at intervals. */
  unwatched(): ReadonlyMap<string, string>;
  close(): void;
}

/** Options of a folder watch. */
export interface FolderWatchOptions {
  /** Called after changes, once the folders were quiet for `quietMs`, and at each rescan of unwatched folders. */
  changed(): void;
  /** Called when a folder cannot be watched. */
  onUnwatched?(folder: string, reason: string): void;
  /** Opens the notifications of the operating system. Replaced in tests. */
  open?: (folder: string) => Pick<Deno.FsWatcher, "close"> & AsyncIterable<Deno.FsEvent>;
  /** Returns the text of `/proc/self/mounts`. Replaced in tests. */
  mounts?: () => Promise<string>;
  /** Time in milliseconds without changes after which `changed` is called. */
  quietMs?: number;
  /** Time in milliseconds after the first change after which `changed` is called although changes continue. */
  maxWaitMs?: number;
  /** Interval in milliseconds for folders that cannot be watched. */
  rescanMs?: number;
}

const QUIET_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;
const RESCAN_MS = 15 * 60_000;

interface WatchState extends Required<FolderWatchOptions> {
  readonly watchers: Map<string, { close(): void }>;
  readonly unwatched: Map<string, string>;
  /** Timer that calls `changed`, and the time of the first change since its last call. */
  quiet?: { timer: ReturnType<typeof setTimeout>; sinceMs: number };
  rescan?: ReturnType<typeof setInterval>;
  /** Number of the latest call of `set`. */
  generation: number;
}

/** Creates a watch without folders. */
export function createFolderWatch(options: FolderWatchOptions): FolderWatch {
  const state: WatchState = {
    ...{ onUnwatched: () => {}, open: openWatcher, mounts: readMounts },
    ...{ quietMs: QUIET_MS, maxWaitMs: MAX_WAIT_MS, rescanMs: RESCAN_MS },
    ...options,
    watchers: new Map(),
    unwatched: new Map(),
    generation: 0,
  };
  return {
    set: (folders) => setFolders(state, folders),
    unwatched: () => state.unwatched,
    close() {
      state.generation++;
      clear(state);
    },
  };
}

/** Folder changes below all subfolders. */
const openWatcher = (folder: string) => Deno.watchFs(folder, { recursive: true });
const readMounts = () => Deno.readTextFile("/proc/self/mounts").catch(() => "");

async function setFolders(state: WatchState, folders: readonly string[]): Promise<void> {
  const generation = ++state.generation;
  const mounts = mountsOf(await state.mounts());
  if (generation !== state.generation) return;
  clear(state);
  for (const folder of folders) {
    if (isOnShare(folder, mounts)) giveUp(state, folder, "Network shares do not report changes.");
    else watchFolder(state, folder);
  }
}

function watchFolder(state: WatchState, folder: string): void {
  try {
    const watcher = state.open(folder);
    state.watchers.set(folder, watcher);
    follow(state, folder, watcher).catch((error) => giveUp(state, folder, String(error)));
  } catch (error) {
    // The folder is missing, or the limit of the kernel for watched folders (fs.inotify.max_user_watches) is reached.
    giveUp(state, folder, error instanceof Error ? error.message : String(error));
  }
}

async function follow(state: WatchState, folder: string, watcher: AsyncIterable<Deno.FsEvent>): Promise<void> {
  for await (const { kind } of watcher) {
    if (!state.watchers.has(folder)) return;
    // Reading a file also causes events, for example those of this scan.
    if (kind !== "access" && kind !== "any" && kind !== "other") changedSoon(state);
  }
}

function giveUp(state: WatchState, folder: string, reason: string): void {
  state.watchers.get(folder)?.close();
  state.watchers.delete(folder);
  state.unwatched.set(folder, reason);
  state.onUnwatched(folder, reason);
  state.rescan ??= setInterval(state.changed, state.rescanMs);
}

/** Calls `changed` after a quiet time, so that a file that is being copied causes one call at its end. */
function changedSoon(state: WatchState): void {
  const now = performance.now();
  const sinceMs = state.quiet?.sinceMs ?? now;
  clearTimeout(state.quiet?.timer);
  const timer = setTimeout(() => {
    state.quiet = undefined;
    state.changed();
  }, Math.max(0, Math.min(state.quietMs, sinceMs + state.maxWaitMs - now)));
  state.quiet = { timer, sinceMs };
}

function clear(state: WatchState): void {
  for (const watcher of state.watchers.values()) watcher.close();
  state.watchers.clear();
  state.unwatched.clear();
  clearTimeout(state.quiet?.timer);
  clearInterval(state.rescan);
  state.quiet = undefined;
  state.rescan = undefined;
}
