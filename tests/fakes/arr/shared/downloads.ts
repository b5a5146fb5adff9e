import { join } from "node:path";
import { span } from "./commands.ts";
import type { Desk } from "./desk.ts";
import { place } from "./disk.ts";
import { missing } from "./errors.ts";
import type { Target } from "./history.ts";
import { boolOf, intsOf, json, type Routes } from "./http.ts";
import { paged } from "./paging.ts";
import { hash, uuidOf } from "./random.ts";
import type { Fields, Language, QualityModel } from "./types.ts";

/** What was asked of a download client. */
export interface Grab {
  guid: string;
  title: string;
  size: number;
  quality: QualityModel;
  languages?: Language[];
  protocol: "usenet" | "torrent";
  indexer: string;
  releaseGroup: string;
  /** One per film, episode or album. */
  targets: Target[];
}

/** How a download ends; all but "imported" stay in the queue for a person to look at. */
export type Outcome = "imported" | "failed" | "stalled" | "importBlocked" | "importPending";

export interface Download extends Grab {
  downloadId: string;
  status: "queued" | "downloading" | "completed" | "failed" | "warning";
  state: "downloading" | "importPending" | "importBlocked" | "importing" | "imported" | "failed";
  outcome: Outcome;
  addedAt: number;
  startedAt?: number;
  messages: string[];
  /** On this disk. */
  folder: string;
}

export interface Downloads {
  start(grab: Grab): Download;
  find(downloadId: string): Download | undefined;
  /** How the next ones end. */
  next: { outcome: Outcome };
  restart(): void;
  routes: Routes;
}

/** `names`: the files a download consists of. `deliver`: imports them, and says what is in the way. */
export function downloadsOf(
  desk: Desk,
  { names, deliver, main, extra = () => ({}) }: {
    names: (download: Download) => string[];
    deliver: (download: Download) => Promise<string[]>;
    /** The id of a title: `movieId`. */
    main: string;
    extra?: (target: Target) => Fields;
  },
): Downloads {
  const { clock, durations, history } = desk;
  const downloads: Download[] = [];
  const next = { outcome: "imported" as Outcome };
  let epoch = 0;
  const gone = (download: Download) => !downloads.includes(download);
  const drop = (download: Download) => void (gone(download) || downloads.splice(downloads.indexOf(download), 1));

  function start(grab: Grab): Download {
    const downloadId = uuidOf(`${desk.app}/${grab.guid}/${history.all().length}`).replaceAll("-", "").toUpperCase();
    const folder = join(desk.downloadsOnDisk, grab.title);
    const download: Download = {
      ...grab,
      downloadId,
      folder,
      status: "queued",
      state: "downloading",
      outcome: next.outcome,
      addedAt: clock.now(),
      messages: [],
    };
    downloads.push(download);
    clock.after(durations.queued, () => begin(download));
    return download;
  }

  function begin(download: Download): void {
    if (gone(download)) return;
    download.status = download.outcome === "stalled" ? "warning" : "downloading";
    download.startedAt = clock.now();
    if (download.outcome === "stalled") download.messages = ["The download is stalled with no connections"];
    else clock.after(durations.download, () => finish(download));
  }

  async function finish(download: Download): Promise<void> {
    if (gone(download)) return;
    if (download.outcome === "failed") {
      Object.assign(download, {
        status: "failed",
        state: "failed",
        messages: ["Unpacking failed, write error or disk is full?"],
      });
      record(download, "downloadFailed", { message: "Unpacking failed, write error or disk is full?" });
      return;
    }
    for (const name of names(download)) await written(desk, join(download.folder, name));
    download.status = "completed";
    download.state = "importPending";
    if (download.outcome === "importPending" || download.outcome === "importBlocked") {
      download.state = download.outcome;
      download.messages = [
        "Found matching title via grab history, but release title doesn't match. Manual import required.",
      ];
    } else clock.after(durations.import / 2, () => begun(download));
  }

  function begun(download: Download): void {
    download.state = "importing";
    clock.after(durations.import / 2, () => imported(download));
  }

  async function imported(download: Download): Promise<void> {
    if (gone(download)) return;
    download.messages = await deliver(download);
    download.state = download.messages.length === 0 ? "imported" : "importBlocked";
    if (download.state === "imported") clock.after(durations.linger, () => drop(download));
  }

  const record = (download: Download, eventType: string, data: Record<string, string>) =>
    download.targets.forEach((target) => {
      const { title, quality, languages, downloadId } = download;
      history.add({
        eventType,
        sourceTitle: title,
        quality,
        ...(languages && { languages }),
        downloadId,
        target,
        data,
      });
    });

  const rows = () =>
    downloads.flatMap((download) =>
      (download.targets.length === 0 ? [{}] : download.targets).map((target: Target, index) => ({
        download,
        target,
        index,
      }))
    );
  const resource = ({ download, target, index }: ReturnType<typeof rows>[number]): Fields => ({
    ...target,
    ...extra(target),
    ...entry(desk, download),
    id: hash(`${download.downloadId}/${index}/${epoch}`) >>> 1,
  });
  const known = ({ target }: { target: Target }) => target[main] !== undefined;

  return {
    start,
    find: (downloadId) => downloads.find((download) => download.downloadId === downloadId),
    next,
    restart: () => void epoch++,
    routes: {
      "GET /queue": ({ query }) => {
        const kind = main.replace(/Id$/, "");
        const unknown = boolOf(query, `includeUnknown${kind[0]?.toUpperCase()}${kind.slice(1)}Items`);
        const ids = intsOf(query, `${main}s`);
        const found = rows().filter((row) =>
          (unknown || known(row)) && (ids.length === 0 || ids.includes(row.target[main] ?? 0))
        );
        return paged(query, found, { resource, sortKey: "timeleft", descending: false });
      },
      "GET /queue/details": ({ query }) => {
        const ids = intsOf(query, main);
        return json(rows().filter((row) => ids.length === 0 || ids.includes(row.target[main] ?? 0)).map(resource));
      },
      "GET /queue/status": () => json(summary(rows().filter(known).length, rows().length, downloads)),
      "DELETE /queue/:id": ({ params, query }) => {
        const row = rows().find((row) => String(resource(row).id) === params.id);
        if (row === undefined) throw missing("QueueItem", params.id ?? "");
        drop(row.download);
        if (!boolOf(query, "removeFromClient", true)) {
          record(row.download, "downloadIgnored", { message: "Manually ignored" });
        }
        return json({});
      },
    },
  };
}

async function written({ options }: Desk, path: string): Promise<void> {
  if (options.files !== undefined) return await place(options.files, path, "copy");
  await Deno.mkdir(join(path, ".."), { recursive: true });
  await Deno.writeFile(path, new Uint8Array(1024));
}

function entry({ clock, durations, paths, app }: Desk, download: Download): Fields {
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

const summary = (count: number, totalCount: number, downloads: Download[]): Fields => ({
  totalCount,
  count,
  unknownCount: totalCount - count,
  errors: downloads.some(({ status }) => status === "failed"),
  warnings: downloads.some(({ messages, status }) => messages.length > 0 && status !== "failed"),
  unknownErrors: false,
  unknownWarnings: false,
});
