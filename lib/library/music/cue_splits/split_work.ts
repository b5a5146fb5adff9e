import type { CueSplitRepository } from "../../../../db/library/music/cue_splits.ts";
import type { Mutex } from "../../../kit/async.ts";
import type { Bus } from "../../../kit/bus.ts";
import type { Clock } from "../../../kit/clock.ts";
import { answered, type DiskReads } from "../../../kit/disk/disk_reads.ts";
import { defectText, Fault, isSystemError, JobFailure } from "../../../kit/fault.ts";
import { count } from "../../../kit/format.ts";
import type { Log } from "../../../kit/log.ts";
import type { Media } from "../../../media/service.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import type { Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { MusicLibrary } from "../music_service.ts";
import type { CueSplit, CueSplitBusEvents } from "./model.ts";
import type { SplitQueueEntry, SplitRecords } from "./split_records.ts";
import { type InspectedFolder, inspectFolder, splitFolder, trackCount } from "./cut/split_folder.ts";

/** Services and options for splitting CD images. */
export interface CueSplitsOptions {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected">;
  media: Pick<Media, "paths" | "probe">;
  music: Pick<MusicLibrary, "refreshArtist">;
  repository: CueSplitRepository;
  disks: Pick<DiskReads, "read">;
  bus: Pick<Bus<CueSplitBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  /** Called for each split that is complete or has failed. */
  onEnd?: (split: CueSplit) => void;
  /** Interval for requesting the progress of an import in Lidarr. */
  pollMs?: number;
}

/** State of splits while the service is open. */
export interface CueSplitsState extends CueSplitsOptions {
  readonly records: SplitRecords;
  /** Only one CD image is split at a time, because decoding uses a whole CPU core. */
  readonly turn: Mutex;
  /** Splits in progress by folder. */
  readonly running: Map<string, Promise<string>>;
  /** Error messages by folder, until they are read. */
  readonly failures: Map<string, string>;
  /** IDs of downloads without CD images, which are not inspected again. */
  readonly plain: Set<string>;
  readonly closing: AbortController;
  recovered?: Promise<void>;
  /** The check of the queue that is in progress. Concurrent calls share it. */
  looking?: Promise<void>;
  following?: Promise<void>;
}

/** Timeout for reading a folder. */
const READ_MS = 30_000;

/** Inspects a folder. Throws `Fault` with code `upstream_timeout` if its disk does not respond. */
export async function inspected({ disks, media }: CueSplitsOptions, folder: string): Promise<InspectedFolder> {
  return answered(folder, await disks.read(folder, (path) => inspectFolder(path, { media }), READ_MS));
}

/** Creates the record of a split. */
export function beginSplit(
  { records }: CueSplitsState,
  found: InspectedFolder,
  queue?: SplitQueueEntry & { title: string },
): Promise<CueSplit> {
  const titles = new Set(found.images.flatMap(({ sheet }) => sheet.title ?? []));
  return records.begin({
    folder: found.path,
    album: queue?.title ?? ([...titles].join(", ") || found.path),
    tracks: trackCount(found),
    encoding: [...new Set(found.images.map(({ charset }) => charset))].join(", "),
  }, queue);
}

/** Splits the images of a record. Records an error unless Lathe is shutting down, and throws it. */
export async function cutImages(state: CueSplitsState, split: CueSplit, found: InspectedFolder): Promise<string> {
  const { records, media, turn, closing: { signal } } = state;
  return await turn(async () => {
    signal.throwIfAborted();
    const message = `${count(found.images.length, "CD image")} ${found.images.length === 1 ? "is" : "are"} being split`;
    const current = await records.change(split, { state: "splitting", progress: 0, message });
    const onProgress = (share: number) => records.showProgress(current, share);
    return await splitFolder(found, split.id, { media, signal, onProgress });
  }).catch(async (error) => {
    if (!signal.aborted) await end(state, split, { state: "failed", message: sentenceOf(state, error) });
    throw error instanceof JobFailure ? new Fault("unreadable", error.message, { cause: error }) : error;
  });
}

/** Ends a split and calls `onEnd`. */
export async function end(
  { records, onEnd }: CueSplitsState,
  split: CueSplit,
  change: Pick<CueSplit, "state" | "message"> & Partial<CueSplit>,
): Promise<void> {
  onEnd?.(await records.change(split, change));
}

/** Returns the message of an error for users. Internal errors are logged. */
export function sentenceOf({ log }: Pick<CueSplitsState, "log">, error: unknown): string {
  const isKnown = error instanceof Fault || error instanceof JobFailure || error instanceof ManagerProblem ||
    isSystemError(error);
  if (isKnown) return error.message;
  log("error", "A CD image could not be split into tracks.", { error: String(error) });
  return defectText(error);
}
