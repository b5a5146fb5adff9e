import type { Download } from "./downloads.ts";
import { webhookMediaInfo } from "./media_info.ts";
import type { Fields, MediaFile } from "./types.ts";

/** Returns a file in webhook format, in which the quality is a plain name. */
export const webhookFile = (file: MediaFile): Fields => ({
  id: file.id,
  relativePath: file.relativePath,
  quality: file.quality.quality.name,
  qualityVersion: file.quality.revision.version,
  releaseGroup: file.releaseGroup ?? "",
  sceneName: file.sceneName ?? "",
  size: file.size,
  dateAdded: file.dateAdded,
  languages: file.languages,
  ...(file.mediaInfo === undefined ? {} : { mediaInfo: webhookMediaInfo(file.mediaInfo) }),
});

export const clientOf = (download: Download | undefined): string =>
  download === undefined ? "" : download.protocol === "torrent" ? "qBittorrent" : "SABnzbd";

export const webhookClient = (download: Download | undefined): Fields =>
  download === undefined ? {} : {
    downloadClient: clientOf(download),
    downloadClientType: clientOf(download),
    downloadId: download.downloadId,
  };
