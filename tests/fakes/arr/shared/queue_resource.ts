import { span } from "./commands.ts";
import type { Desk } from "./desk.ts";
import type { Download } from "./downloads.ts";
import type { Fields } from "./types.ts";

/** Returns a download as a queue row, without its title. */
export function queueEntry({ clock, durations, paths, app }: Desk, download: Download): Fields {
  const { startedAt, status, size, messages, outcome } = download;
  const done = ["completed"].includes(status)
    ? 1
    : startedAt === undefined || outcome === "stalled"
    ? 0
    : Math.min(1, (clock.now() - startedAt) / Math.max(1, durations.download));
  const left = (1 - done) * durations.download;
  const moving = status === "downloading";
  return {
    ...(app === "Lidarr" ? {} : { languages: download.languages ?? [] }),
    quality: download.quality,
    customFormats: [],
    customFormatScore: 0,
    size,
    sizeleft: Math.round(size * (1 - done)),
    title: download.title,
    ...(moving ? { timeleft: span(left), estimatedCompletionTime: new Date(clock.now() + left).toISOString() } : {}),
    added: new Date(download.addedAt).toISOString(),
    status,
    trackedDownloadStatus: status === "failed" ? "error" : messages.length > 0 ? "warning" : "ok",
    trackedDownloadState: download.state === "failed" && app === "Lidarr" ? "downloadFailed" : download.state,
    statusMessages: messages.length === 0 ? [] : [{ title: download.title, messages }],
    ...(status === "failed" || outcome === "stalled" ? { errorMessage: messages[0] } : {}),
    downloadId: download.downloadId,
    protocol: download.protocol,
    downloadClient: download.protocol === "torrent" ? "qBittorrent" : "SABnzbd",
    downloadClientHasPostImportCategory: false,
    indexer: download.indexer,
    outputPath: paths.toRemote(download.folder),
  };
}

/** Returns the queue status counts. */
export const queueSummary = (count: number, totalCount: number, downloads: Download[]): Fields => ({
  totalCount,
  count,
  unknownCount: totalCount - count,
  errors: downloads.some(({ status }) => status === "failed"),
  warnings: downloads.some(({ messages, status }) => messages.length > 0 && status !== "failed"),
  unknownErrors: false,
  unknownWarnings: false,
});
