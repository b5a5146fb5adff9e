import type { QueueRecord } from "../../managers/wire/queue.ts";

/** A download that Lidarr has finished and not imported; it may be of several albums. */
export interface FinishedDownload {
  downloadId: string;
  /** Of the first of its entries. */
  queueItemId: number;
  title: string;
  /** As Lidarr sees it. */
  outputPath: string;
  artistId: number | undefined;
  /** Undefined when it is of several albums or of none that Lidarr knows. */
  albumId: number | undefined;
}

const WAITING = ["importPending", "importBlocked", "importFailed"];

/** What of Lidarr's queue waits to be imported, one entry per download. Pure. */
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
