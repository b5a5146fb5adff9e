import type { QueueRecord } from "../../managers/wire/queue.ts";

/** A download that Lidarr has completed but not imported. It may contain several albums. */
export interface FinishedDownload {
  downloadId: string;
  /** ID of its first queue entry. */
  queueItemId: number;
  title: string;
  /** Path of the download in Lidarr. */
  outputPath: string;
  artistId: number | undefined;
  /** Album ID in Lidarr. Undefined if the download contains several albums, or none that Lidarr has. */
  albumId: number | undefined;
}

const WAITING = ["importPending", "importBlocked", "importFailed"];

/** Returns the downloads in Lidarr's queue that are waiting to be imported, one entry per download. Pure. */
export function finishedDownloads(queue: readonly QueueRecord[]): FinishedDownload[] {
  const downloads = Map.groupBy(queue, ({ downloadId }) => downloadId ?? "");
  return [...downloads].flatMap(([downloadId, records]) => {
    const [first] = records;
    const outputPath = first?.outputPath ?? "";
    const isWaiting = records.every(({ trackedDownloadState }) => WAITING.includes(trackedDownloadState ?? ""));
    if (first === undefined || downloadId === "" || outputPath === "" || !isWaiting) return [];
    return [{
      downloadId,
      queueItemId: first.id,
      title: first.title ?? outputPath,
      outputPath,
      artistId: onlyOne(records.map((record) => record.artistId)),
      albumId: onlyOne(records.map((record) => record.albumId)),
    }];
  });
}

function onlyOne(ids: (number | null | undefined)[]): number | undefined {
  const [first, ...others] = new Set(ids);
  return others.length === 0 ? first ?? undefined : undefined;
}
