import type { LocalRepository } from "../../../db/library/local/local.ts";
import type { Images } from "../artwork/service.ts";
import type { Log } from "../../kit/log.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { type DiskReads, isFolder } from "../../kit/disk/disk_reads.ts";
import { keepWhileRunning, mapConcurrent } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import type { LocalItem, LocalStatus } from "../local_title_model.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { LocalBusEvents } from "./model.ts";
import { createManaged, type Managed, type ManagedOptions } from "./managed.ts";
import type { Managers } from "../managers/managers.ts";
import type { Omdb } from "../metadata/omdb.ts";
import { createMetadata, type Metadata } from "./title_metadata.ts";
import { localRoots } from "./roots.ts";
import { createScanner, type LastScan, type Scanner, type ScannerOptions } from "./scanner.ts";

/** Services and options of the local media index. `facts` stores the last scan. `index` is the database. */
export interface LocalMediaOptions {
  settings: Pick<SettingsService, "current" | "onChange">;
  index: LocalRepository;
  catalogue: ManagedOptions["catalogue"];
  library: ManagedOptions["library"];
  http: Pick<HttpClient, "send">;
  managers: Pick<Managers, "connected">;
  /** Client of OMDb, which is used for titles that neither the managers nor TMDB have. */
  omdb: Omdb;
  images: Pick<Images, "ofFile" | "ofVideo">;
  facts: ScannerOptions["facts"];
  bus: Pick<Bus<LocalBusEvents>, "publish" | "on">;
  clock: Clock;
  disks: Pick<DiskReads, "read">;
  log: Log;
  /** Script of the scanning worker. */
  workerUrl?: URL;
  /** Called after a scan that a change in a watched folder caused. */
  onWatchedScan?: () => Promise<unknown>;
  /** Minimum time in milliseconds between two progress messages. */
  publishIntervalMs?: number;
}

/** State of the index while it is open. */
export interface LocalState extends LocalMediaOptions {
  readonly disk: ReturnType<typeof createDiskState>;
  readonly managed: Managed;
  readonly metadata: Metadata;
  readonly scanner: Scanner;
  /** Background tasks that only closing waits for. */
  readonly underway: Set<Promise<unknown>>;
  readonly closing: AbortController;
  /** Timer after which the state is published. */
  publishTimer?: ReturnType<typeof setTimeout>;
  /** The scan that was started last. */
  scanning?: Promise<LastScan>;
}

const PUBLISH_INTERVAL_MS = 1000;

/** Creates the state of the index without starting a scan. */
export function createLocalState(options: LocalMediaOptions): LocalState {
  const managed = createManaged(options);
  const changed = () => publishSoon(state);
  const state: LocalState = {
    ...options,
    disk: createDiskState(options.disks),
    managed,
    metadata: createMetadata({ ...options, changed }),
    scanner: createScanner({ ...options, managed, url: options.workerUrl, changed }),
    underway: new Set(),
    closing: new AbortController(),
  };
  return state;
}

/** Publishes the state after a short delay, once for several changes. */
export function publishSoon(state: LocalState): void {
  if (state.closing.signal.aborted) return;
  state.publishTimer ??= setTimeout(() => {
    state.publishTimer = undefined;
    keepUntilEnd(
      state,
      statusOf(state).then((local) => state.bus.publish("local", { local })),
      "The state of local media is not known.",
    );
  }, state.publishIntervalMs ?? PUBLISH_INTERVAL_MS);
}

/** Makes the shutdown wait for `work`. A failure is logged with the message `complaint`. */
export function keepUntilEnd({ underway, closing, log }: LocalState, work: Promise<unknown>, complaint: string): void {
  keepWhileRunning(
    underway,
    work.catch((error) => {
      if (!closing.signal.aborted) log("error", complaint, { error });
    }),
  );
}

/** Starts looking up titles. */
export function lookUpTitles(state: LocalState, which: "all" | "unmatched" | "new"): void {
  keepUntilEnd(state, state.metadata.run(which), "Titles of local media could not be looked up.");
}

/** Starts hiding titles that are now in a manager's library. */
export function hideManaged(state: LocalState): void {
  keepUntilEnd(state, state.managed.hide().then(() => publishSoon(state)), "Managed titles could not be hidden.");
}

/**
 * Starts a scan or joins the one in progress. The managers are read at the same time, so that their titles are not
 * looked up.
 */
export function scanAll(state: LocalState): Promise<LastScan> {
  const joined = state.scanner.run();
  if (joined === state.scanning) return joined;
  state.scanning = joined;
  keepUntilEnd(state, followScan(state, joined), "Managed titles could not be hidden.");
  return joined;
}

async function followScan(state: LocalState, scan: Promise<LastScan>): Promise<void> {
  const { managed, settings, closing: { signal } } = state;
  const read = managed.read();
  // The caller of the scan handles its failure, and the state contains it.
  const done = await scan.then(() => true, () => false);
  await Promise.race([read, aborted(signal)]);
  if (signal.aborted || !done) return;
  await managed.hide(true);
  if (settings.current().localMedia.metadata) lookUpTitles(state, "new");
  publishSoon(state);
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));

/** The parts of the state from which the status is created. */
interface StatusSources extends Pick<LocalState, "settings" | "disk"> {
  scanner: Pick<Scanner, "running" | "last" | "progress" | "failure">;
  index: Pick<LocalRepository, "counts">;
  metadata: Pick<Metadata, "progress" | "problems">;
}

/** Returns the current state of the index and its scan. */
export async function statusOf({ settings, scanner, index, metadata, disk }: StatusSources): Promise<LocalStatus> {
  const roots = localRoots(settings.current());
  // Pages stop polling when nothing runs, so a scan that ends during the reads below is still reported as running.
  const scanning = scanner.running();
  const [lookedUp, problems] = [metadata.progress(), metadata.problems()];
  const [last, counts, exist] = await Promise.all([
    scanner.last(),
    index.counts(),
    Promise.all(roots.map(({ path }) => disk.isFolder(path))),
  ]);
  const progress = scanning ? scanner.progress() : undefined;
  const failure = scanner.failure();
  return {
    scanning,
    ...(last === undefined ? {} : { scannedAt: last.scannedAt, durationMs: last.durationMs }),
    roots: roots.map((root, i) => ({ ...root, exists: exist[i] ?? false })),
    counts,
    ...(progress === undefined ? {} : { progress }),
    ...(lookedUp === undefined ? {} : { metadata: lookedUp }),
    errors: [...(failure === undefined ? [] : [failure]), ...(last?.errors ?? []), ...problems],
  };
}

/** Returns a title from the index. Throws `not_found`. */
export async function knownItem({ index }: LocalState, id: string): Promise<LocalItem> {
  const item = await index.get(id);
  if (item === undefined) throw new Fault("not_found", "This title is not in the local media index.");
  return item;
}

/** Returns a title with the current state of its files. Throws `not_found`. */
export async function itemOnDisk(state: LocalState, id: string): Promise<LocalItem> {
  const found = await knownItem(state, id);
  const there = await state.disk.isFolder(found.root);
  const files = await mapConcurrent(found.files, 16, async (file) => ({
    ...file,
    exists: there && await state.disk.isFile(file.path),
  }));
  return { ...found, files };
}

/** Disk checks with a short timeout, because a network share that is unavailable may never respond. */
interface DiskState {
  /** True if a folder exists and its disk responds. */
  isFolder(path: string): Promise<boolean>;
  /** True if a playable entry exists: a file or a disc folder. */
  isFile(path: string): Promise<boolean>;
}

const PATIENCE_MS = 2000;

/** Creates the disk checks. A disk that does not respond within 2 seconds is considered absent. */
const createDiskState = (disks: Pick<DiskReads, "read">): DiskState => ({
  isFolder: async (path) => await disks.read(path, isFolder, PATIENCE_MS) ?? false,
  isFile: async (path) => await disks.read(path, isPlayable, PATIENCE_MS) ?? false,
});

const isPlayable = (path: string): Promise<boolean> =>
  Deno.stat(path).then((info) => info.isFile || info.isDirectory, () => false);
