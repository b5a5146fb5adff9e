import { createMutex } from "../../../kit/async.ts";
import { answered, isFolder } from "../../../kit/disk/disk_reads.ts";
import { Fault } from "../../../kit/fault.ts";
import { count } from "../../../kit/format.ts";
import type { ChosenImages } from "./cut/choose_images.ts";
import { followQueue } from "./follow_queue.ts";
import { type CueSplit, isOpen } from "./model.ts";
import { type InspectedFolder, removePartial, splitFolderOf, trackCount } from "./cut/split_folder.ts";
import { createSplitRecords } from "./split_records.ts";
import {
  beginSplit,
  type CueSplitsOptions,
  type CueSplitsState,
  cutImages,
  end,
  inspected,
  sentenceOf,
} from "./split_work.ts";

/** Splits disc images into tracks: automatically for Lidarr's queue, and on request for other folders. */
export interface CueSplits {
  /** Returns all splits, newest first. */
  list(): Promise<CueSplit[]>;
  /**
   * Finds the images in a folder. Returns no images if the tracks are already separate files. Throws `Fault` with code
   * `upstream_timeout`.
   */
  inspect(folder: string): Promise<ChosenImages & { tracks: number }>;
  /** Splits the images of a folder. Returns the track folder, or undefined without images. Throws a `Fault`. */
  split(folder: string): Promise<string | undefined>;
  /** Same as `split`, but returns the current state without waiting. */
  standing(folder: string): Promise<SplitStanding>;
  /** Checks Lidarr's queue for CD images, which are split in the background. */
  followOnce(): Promise<void>;
  /** Resolves when no split or import is in progress. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** State of a split. `busy`: `message` contains the progress. `ready`: the tracks are in `folder`. */
export type SplitStanding =
  | { kind: "none" }
  | { kind: "busy"; message: string }
  | { kind: "ready"; folder: string }
  | { kind: "failed"; reason: string };

/**
 * Creates the service that splits CD images. After a restart, interrupted splits for Lidarr's queue are started again.
 * Other splits are marked as failed, and their files are removed.
 */
export function createCueSplits(options: CueSplitsOptions): CueSplits {
  const state: CueSplitsState = {
    ...options,
    records: createSplitRecords(options),
    turn: createMutex(),
    running: new Map(),
    failures: new Map(),
    plain: new Set(),
    closing: new AbortController(),
  };
  const settled = async () => {
    await Promise.allSettled([state.following, ...state.running.values()]);
  };
  return {
    list: () => state.records.list(),
    async inspect(folder) {
      const { images, problems, others } = await inspected(state, folder);
      return { images, problems, others, tracks: trackCount({ images }) };
    },
    split: (folder) => splitNow(state, folder),
    standing: (folder) => standing(state, folder),
    followOnce() {
      state.looking ??= recovered(state).then(() => followQueue(state)).finally(() => state.looking = undefined);
      return state.looking;
    },
    settled,
    async close() {
      state.closing.abort(new Fault("shutting_down", "Lathe is shutting down."));
      await settled();
    },
  };
}

async function splitNow(state: CueSplitsState, folder: string): Promise<string | undefined> {
  await recovered(state);
  const running = state.running.get(folder);
  if (running !== undefined) return await running;
  const open = await state.repository.open();
  if (open.some(({ downloadId, record }) => downloadId !== null && record.folder === folder)) {
    throw new Fault(
      "in_use",
      `${folder} is already being split for an item of Lidarr's queue and will be imported automatically.`,
    );
  }
  const found = await inspected(state, folder);
  return found.images.length === 0 ? undefined : await startSplit(state, found);
}

async function standing(state: CueSplitsState, folder: string): Promise<SplitStanding> {
  await recovered(state);
  if (state.running.has(folder)) {
    const split = (await state.records.list()).find((one) => one.folder === folder && isOpen(one));
    return { kind: "busy", message: `Downloaded; splitting its CD image into tracks, ${split?.progress ?? 0} %` };
  }
  const reason = state.failures.get(folder);
  state.failures.delete(folder);
  if (reason !== undefined) return { kind: "failed", reason };
  const cut = splitFolderOf(folder);
  if (answered(folder, await state.disks.read(cut, isFolder))) return { kind: "ready", folder: cut };
  if (!answered(folder, await state.disks.read(folder, isFolder))) return { kind: "none" };
  const found = await inspected(state, folder);
  if (found.images.length === 0) return { kind: "none" };
  startSplit(state, found).catch((error) => state.failures.set(folder, sentenceOf(state, error)));
  return { kind: "busy", message: `Downloaded; splitting its CD image into ${count(trackCount(found), "track")}` };
}

/** Splits a folder that is not in the queue, with its own record. */
function startSplit(state: CueSplitsState, found: InspectedFolder): Promise<string> {
  const mine = (async () => {
    const split = await beginSplit(state, found);
    const folder = await cutImages(state, split, found);
    await end(state, split, { state: "done", progress: 100, message: `Split into ${count(split.tracks, "track")}.` });
    return folder;
  })().finally(() => state.running.delete(found.path));
  state.running.set(found.path, mine);
  return mine;
}

/** Cleans up after a restart: removes partial tracks, restarts splits for the queue, and marks others as failed. */
function recovered(state: CueSplitsState): Promise<void> {
  state.recovered ??= recover(state);
  return state.recovered;
}

async function recover(state: CueSplitsState): Promise<void> {
  const { repository, records, disks, log } = state;
  for (const { record, downloadId } of await repository.open()) {
    await disks.read(record.folder, (folder) => removePartial(folder, record.id)).catch((error) =>
      log("warn", "Some leftover files of a split album could not be removed.", {
        folder: record.folder,
        error: String(error),
      })
    );
    if (downloadId === null) {
      await records.change(record, {
        state: "failed",
        message: "Lathe was stopped during the split; nothing was kept. Import it again.",
      });
    } else if (record.state === "splitting") await records.change(record, { state: "found", progress: 0 });
  }
}
