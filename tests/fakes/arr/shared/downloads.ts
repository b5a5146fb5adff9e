import { join } from "node:path";
import type { Desk } from "./desk.ts";
import { place, placeFolder } from "./disk.ts";
import { missing } from "./errors.ts";
import type { Target } from "./history.ts";
import { isFullDisc } from "./offers.ts";
import { boolOf, intsOf, json, type Routes } from "./http.ts";
import { paged } from "./paging.ts";
import { queueEntry, queueSummary } from "./queue_resource.ts";
import { hash, uuidOf } from "./random.ts";
import type { Fields, Language, QualityModel } from "./types.ts";

/** A request to a download client. */
export interface Grab {
  guid: string;
  title: string;
  size: number;
  quality: QualityModel;
  languages?: Language[];
  protocol: "usenet" | "torrent";
  indexer: string;
  releaseGroup: string;
  /** One target per movie, episode or album. */
  targets: Target[];
}

/** Outcome of a download. Downloads with an outcome other than "imported" stay in the queue for the user. */
export type Outcome = "imported" | "failed" | "stalled" | "importBlocked" | "importPending";

export interface Download extends Grab {
  downloadId: string;
  status: "queued" | "downloading" | "completed" | "failed" | "warning";
  state: "downloading" | "importPending" | "importBlocked" | "importing" | "imported" | "failed";
  outcome: Outcome;
  addedAt: number;
  startedAt?: number;
  messages: string[];
  /** Folder on this disk. */
  folder: string;
}

export interface Downloads {
  start(grab: Grab): Download;
  find(downloadId: string): Download | undefined;
  /** Outcome of the next downloads. */
  next: { outcome: Outcome };
  restart(): void;
  routes: Routes;
}

/** Download behaviour specific to one kind of manager. */
interface DownloadKind {
  /** Returns the file names of a download. */
  names: (download: Download) => string[];
  /** Imports the files. Returns the problems that prevent it. */
  deliver: (download: Download) => Promise<string[]>;
  /** Name of the field with the ID of the title, such as `movieId`. */
  main: string;
}

/** Queue of one manager. */
interface QueueState extends DownloadKind {
  desk: Desk;
  downloads: Download[];
  next: { outcome: Outcome };
  /** Number of restarts. Each restart changes the queue IDs. */
  epoch: number;
}

/** Downloads that pass through their states, create real files and are imported. */
export function downloadsOf(desk: Desk, kind: DownloadKind): Downloads {
  const state: QueueState = { ...kind, desk, downloads: [], next: { outcome: "imported" }, epoch: 0 };
  return {
    start: (grab) => start(state, grab),
    find: (downloadId) => state.downloads.find((download) => download.downloadId === downloadId),
    next: state.next,
    restart: () => void state.epoch++,
    routes: queueRoutes(state),
  };
}

const isGone = ({ downloads }: QueueState, download: Download): boolean => !downloads.includes(download);

function drop(state: QueueState, download: Download): void {
  if (!isGone(state, download)) state.downloads.splice(state.downloads.indexOf(download), 1);
}

function start(state: QueueState, grab: Grab): Download {
  const { app, history, downloadsOnDisk, clock, durations } = state.desk;
  const downloadId = uuidOf(`${app}/${grab.guid}/${history.all().length}`).replaceAll("-", "").toUpperCase();
  const folder = join(downloadsOnDisk, grab.title);
  const download: Download = {
    ...grab,
    downloadId,
    folder,
    status: "queued",
    state: "downloading",
    outcome: state.next.outcome,
    addedAt: clock.now(),
    messages: [],
  };
  state.downloads.push(download);
  clock.after(durations.queued, () => begin(state, download));
  return download;
}

function begin(state: QueueState, download: Download): void {
  const { clock, durations } = state.desk;
  if (isGone(state, download)) return;
  download.status = download.outcome === "stalled" ? "warning" : "downloading";
  download.startedAt = clock.now();
  if (download.outcome === "stalled") download.messages = ["The download is stalled with no connections"];
  else clock.after(durations.download, () => finish(state, download));
}

async function finish(state: QueueState, download: Download): Promise<void> {
  const { desk } = state;
  if (isGone(state, download)) return;
  if (download.outcome === "failed") {
    const message = "Unpacking failed, write error or disk is full?";
    Object.assign(download, { status: "failed", state: "failed", messages: [message] });
    record(desk, download, "downloadFailed", { message });
    return;
  }
  const { disc } = desk.options;
  if (disc !== undefined && isFullDisc(download.title)) await placeFolder(disc, download.folder);
  else for (const name of state.names(download)) await written(desk, join(download.folder, name));
  download.status = "completed";
  download.state = "importPending";
  if (download.outcome === "importPending" || download.outcome === "importBlocked") {
    download.state = download.outcome;
    download.messages = [
      "Found matching title via grab history, but release title doesn't match. Manual import required.",
    ];
  } else desk.clock.after(desk.durations.import / 2, () => beginImport(state, download));
}

function beginImport(state: QueueState, download: Download): void {
  const { clock, durations } = state.desk;
  download.state = "importing";
  clock.after(durations.import / 2, () => finishImport(state, download));
}

async function finishImport(state: QueueState, download: Download): Promise<void> {
  const { clock, durations } = state.desk;
  if (isGone(state, download)) return;
  download.messages = await state.deliver(download);
  download.state = download.messages.length === 0 ? "imported" : "importBlocked";
  if (download.state === "imported") clock.after(durations.linger, () => drop(state, download));
}

function record({ history }: Desk, download: Download, eventType: string, data: Record<string, string>): void {
  const { title, quality, languages, downloadId } = download;
  for (const target of download.targets) {
    history.add({
      eventType,
      sourceTitle: title,
      quality,
      ...(languages && { languages }),
      downloadId,
      target,
      data,
    });
  }
}

/** A row of the queue. There is one per movie, episode or album. */
interface Row {
  download: Download;
  target: Target;
  index: number;
}

const rowsOf = ({ downloads }: QueueState): Row[] =>
  downloads.flatMap((download) =>
    (download.targets.length === 0 ? [{}] : download.targets).map((target, index) => ({ download, target, index }))
  );

function queueRoutes(state: QueueState): Routes {
  const { desk, main } = state;
  const resource = ({ download, target, index }: Row): Fields => ({
    ...target,
    ...queueEntry(desk, download),
    id: hash(`${download.downloadId}/${index}/${state.epoch}`) >>> 1,
  });
  const isKnown = ({ target }: Row) => target[main] !== undefined;
  return {
    "GET /queue": ({ query }) => {
      const kind = main.replace(/Id$/, "");
      const unknown = boolOf(query, `includeUnknown${kind[0]?.toUpperCase()}${kind.slice(1)}Items`);
      const ids = intsOf(query, `${main}s`);
      const found = rowsOf(state).filter((row) =>
        (unknown || isKnown(row)) && (ids.length === 0 || ids.includes(row.target[main] ?? 0))
      );
      return paged(query, found, { resource, sortKey: "timeleft", descending: false });
    },
    "GET /queue/details": ({ query }) => {
      const ids = intsOf(query, main);
      const found = rowsOf(state).filter((row) => ids.length === 0 || ids.includes(row.target[main] ?? 0));
      return json(found.map(resource));
    },
    "GET /queue/status": () => {
      const rows = rowsOf(state);
      return json(queueSummary(rows.filter(isKnown).length, rows.length, state.downloads));
    },
    "DELETE /queue/:id": ({ params, query }) => {
      const row = rowsOf(state).find((row) => String(resource(row).id) === params.id);
      if (row === undefined) throw missing("QueueItem", params.id ?? "");
      drop(state, row.download);
      if (!boolOf(query, "removeFromClient", true)) {
        record(desk, row.download, "downloadIgnored", { message: "Manually ignored" });
      }
      return json({});
    },
  };
}

async function written({ options }: Desk, path: string): Promise<void> {
  if (options.files !== undefined) return await place(options.files, path, "copy");
  await Deno.mkdir(join(path, ".."), { recursive: true });
  await Deno.writeFile(path, new Uint8Array(1024));
}
