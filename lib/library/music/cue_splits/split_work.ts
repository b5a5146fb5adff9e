import type { CueSplitRepository } from "../../../../db/library/music/cue_splits.ts";
import type { Mutex } from "../../../kit/async.ts";
import type { Bus } from "../../../kit/bus.ts";
import type { Clock } from "../../../kit/clock.ts";
import { answered, type DiskReads } from "../../../kit/disk/disk_reads.ts";
import { defectText, Fault, isSystemError, JobFailure } from "../../../kit/fault.ts";
import { count } from "../../../kit/format.ts";
import type { Log } from "../../../kit/log.ts";
import type { Media } from "../../../media/probe/service.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import type { Managers } from "../../managers/managers.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { MusicLibrary } from "../music_service.ts";
import type { CueSplit, CueSplitBusEvents } from "./model.ts";
import type { SplitQueueEntry, SplitRecords } from "./split_records.ts";
import { type InspectedFolder, inspectFolder, splitFolder, trackCount } from "./cut/split_folder.ts";

/** What splitting needs of the rest of the program. */
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
  /** Hears of every split that is over. */
  onEnd?: (split: CueSplit) => void;
  /** How often Lidarr is asked how far an import is. */
  pollMs?: number;
}

/** What splits hold while the service is open. */
export interface CueSplitsState extends CueSplitsOptions {
  readonly records: SplitRecords;
  /** One image at a time: decoding takes all of a core. */
  readonly turn: Mutex;
  /** By folder. */
  readonly running: Map<string, Promise<string>>;
  /** Why folders could not be split, until that is asked for. */
  readonly failures: Map<string, string>;
  /** Downloads of the queue without images, which need no second look. */
  readonly plain: Set<string>;
  readonly closing: AbortController;
  recovered?: Promise<void>;
  /** Looks at the queue that are asked for at once are one. */
  looking?: Promise<void>;
  following?: Promise<void>;
}

/** How long a folder may take to be read. */
const READ_MS = 30_000;

/** Reads a folder. Throws `Fault` `upstream_timeout` when its disk does not answer. */
export async function inspected({ disks, media }: CueSplitsOptions, folder: string): Promise<InspectedFolder> {
  return answered(folder, await disks.read(folder, (path) => inspectFolder(path, { media }), READ_MS));
}

/** Writes the record of a split. */
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

/** Cuts the images of a record. One that fails is recorded as failed, unless Lathe ends; throws what went wrong. */
export async function cutImages(state: CueSplitsState, split: CueSplit, found: InspectedFolder): Promise<string> {
  const { records, media, turn, closing: { signal } } = state;
  return await turn(async () => {
    signal.throwIfAborted();
    const message = `${count(found.images.length, "image")} ${found.images.length === 1 ? "is" : "are"} split`;
    const current = await records.change(split, { state: "splitting", progress: 0, message });
    const onProgress = (share: number) => records.showProgress(current, share);
    return await splitFolder(found, split.id, { media, signal, onProgress });
  }).catch(async (error) => {
    if (!signal.aborted) await end(state, split, { state: "failed", message: sentenceOf(state, error) });
    throw error instanceof JobFailure ? new Fault("unreadable", error.message, { cause: error }) : error;
  });
}

/** Ends a split, and says so. */
export async function end(
  { records, onEnd }: CueSplitsState,
  split: CueSplit,
  change: Pick<CueSplit, "state" | "message"> & Partial<CueSplit>,
): Promise<void> {
  onEnd?.(await records.change(split, change));
}

/** What people hear of a failure; a defect of ours is for the log. */
export function sentenceOf({ log }: Pick<CueSplitsState, "log">, error: unknown): string {
  const isKnown = error instanceof Fault || error instanceof JobFailure || error instanceof ManagerProblem ||
    isSystemError(error);
  if (isKnown) return error.message;
  log("error", "An image could not be split.", { error: String(error) });
  return defectText(error);
}
