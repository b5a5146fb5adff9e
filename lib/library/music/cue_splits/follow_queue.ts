import type { CueSplitRow } from "../../../../db/schema/library.ts";
import { Fault } from "../../../kit/fault.ts";
import { isFolder } from "../../../kit/disk/disk_reads.ts";
import { count, withFullStop } from "../../../kit/format.ts";
import type { ManagerClient } from "../../managers/client.ts";
import { historyMark } from "../../managers/history.ts";
import { toLocal } from "../../managers/paths/path_mapping.ts";
import { readQueue } from "../../managers/queue.ts";
import { ManagerProblem } from "../../managers/request.ts";
import { importSplit } from "./import_split.ts";
import { HIDDEN_FOLDER } from "./model.ts";
import { type FinishedDownload, finishedDownloads } from "./queue_downloads.ts";
import { beginSplit, type CueSplitsState, cutImages, end, inspected, sentenceOf } from "./split_work.ts";
import { removeEmptied } from "./remove_emptied.ts";
import { hiddenFolderOf, type InspectedFolder, splitFolderOf } from "./cut/split_folder.ts";

const POLL_MS = 1_000;

/** Handles finished downloads that are CD images, which are split and imported in the background. */
export async function followQueue(state: CueSplitsState): Promise<void> {
  const { settings, managers, log } = state;
  const lidarr = managers.connected("music");
  if (!settings.current().connections.music.splitCueImages || lidarr === undefined) return;
  const downloads = await readQueue(lidarr).then(finishedDownloads, (error) => {
    if (!(error instanceof ManagerProblem)) throw error;
    log("warn", "Lidarr's queue could not be read.", { reason: error.message });
  });
  if (downloads === undefined || state.following !== undefined) return;
  await startSplits(state, downloads);
  state.following = workOff(state, lidarr, downloads).catch((error) => {
    if (!state.closing.signal.aborted) {
      log("error", "CD images could not be split into tracks.", { error: String(error) });
    }
  }).finally(() => state.following = undefined);
}

/** Creates a record for each new download with a CD image, or with a cue sheet that cannot be used. */
async function startSplits(state: CueSplitsState, downloads: FinishedDownload[]): Promise<void> {
  const { repository, plain, disks, settings } = state;
  const known = await repository.knownDownloads();
  for (const id of plain) if (!downloads.some(({ downloadId }) => downloadId === id)) plain.delete(id);
  for (const download of downloads) {
    if (known.has(download.downloadId) || plain.has(download.downloadId)) continue;
    const folder = toLocal(download.outputPath, "music", settings.current().pathMappings);
    if (!await disks.read(folder, isFolder)) continue;
    const found = await inspected(state, folder).catch((error) => sentenceOf(state, error));
    if (typeof found === "string") continue;
    if (found.images.length === 0 && found.problems.length === 0) {
      plain.add(download.downloadId);
      continue;
    }
    const split = await beginSplit(state, found, download);
    const message = whyNot(found);
    if (message !== undefined) await end(state, split, { state: "failed", message });
  }
}

/**
 * Returns the reason why a download is not split, or undefined if it can be split. When its tracks have been imported,
 * its queue entry is complete, and the download client may delete the whole download, including files that are not part
 * of an image.
 */
function whyNot({ images, problems, others: [other, ...more] }: InspectedFolder): string | undefined {
  if (images.length === 0) return problems.join(" ");
  if (other === undefined) return undefined;
  const left = more.length === 0 ? other : `${other} and ${count(more.length, "more file")}`;
  const why = `Not split: ${left} would be skipped, and Lidarr would consider the whole download imported.`;
  return [why, ...problems, "Import the folder manually."].join(" ");
}

async function workOff(
  state: CueSplitsState,
  lidarr: ManagerClient<"music">,
  downloads: FinishedDownload[],
): Promise<void> {
  for (const row of await state.repository.open()) {
    if (state.closing.signal.aborted) return;
    if (row.downloadId === null) continue;
    const download = downloads.find(({ downloadId }) => downloadId === row.downloadId);
    await workOn(state, lidarr, row, download);
  }
}

/** Advances a split as far as possible. If Lidarr does not respond, this continues in the next round. */
async function workOn(
  state: CueSplitsState,
  lidarr: ManagerClient<"music">,
  row: CueSplitRow,
  download: FinishedDownload | undefined,
): Promise<void> {
  let { record: split } = row;
  if (split.state === "found") {
    if (download === undefined) {
      return await end(state, split, { state: "failed", message: "It is no longer in Lidarr's queue." });
    }
    const found = await inspected(state, split.folder).catch(() => undefined);
    if (found === undefined) return;
    const message = whyNot(found);
    if (message !== undefined) return await end(state, split, { state: "failed", message });
    try {
      await cutImages(state, split, found);
    } catch {
      return;
    }
    split = await state.records.change(split, {
      state: "importing",
      progress: 100,
      message: "Lidarr is importing the tracks",
    });
  }
  try {
    await importTracks(state, lidarr, { ...row, record: split }, download);
  } catch (error) {
    if (state.closing.signal.aborted) return;
    const message = sentenceOf(state, error);
    if (isPassing(error)) {
      await state.records.change(split, { message: `${withFullStop(message)} Retrying automatically.` });
    } else await end(state, split, { state: "failed", message });
  }
}

/** True if the split may succeed in the next round. */
const isPassing = (error: unknown): boolean =>
  (error instanceof ManagerProblem && (error.reason !== "refused" || (error.status ?? 0) >= 500)) ||
  (error instanceof Fault && error.code === "upstream_timeout");

async function importTracks(
  state: CueSplitsState,
  lidarr: ManagerClient<"music">,
  { record: split, mark: stored, downloadId }: CueSplitRow,
  download: FinishedDownload | undefined,
): Promise<void> {
  const { settings, music, clock, log, records, pollMs = POLL_MS, closing: { signal } } = state;
  if (downloadId === null) return;
  const mark = stored ?? await historyMark(lidarr);
  // The position is stored before the request, so that the imported files are recognised after a crash.
  if (stored === null) await records.change(split, {}, mark);
  const folder = splitFolderOf(split.folder);
  await importSplit({
    ...{ folder, downloadId, tracks: split.tracks, mark },
    albumId: download?.albumId,
    artistId: download?.artistId,
  }, { settings, lidarr, music, clock, log, pollMs, signal });
  await removeEmptied(folder);
  const hasHidden = await isFolder(hiddenFolderOf(split.folder));
  const more = hasHidden ? ` Audio before the first track is kept in ${HIDDEN_FOLDER}.` : "";
  const message = `Split into ${count(split.tracks, "track")} and imported by Lidarr.${more}`;
  await end(state, split, { state: "done", progress: 100, message });
}
