import type { GrabRow } from "../../../db/schema/library.ts";
import type { HistoryRecord } from "../managers/wire/history.ts";
import type { QueueRecord } from "../managers/wire/queue.ts";
import { blockedBy, queueText } from "./words.ts";

/** What a manager shows of one grab, and what follows from it. Pure. */

/** What a manager has under way and what happened there, oldest first. */
export interface ManagerSnapshot {
  queue: QueueRecord[];
  history: HistoryRecord[];
}

/** A file that a manager took into its library. */
export interface Import {
  /** As the manager calls it. */
  path: string;
  /** Films, series or artists count by this. */
  titleId?: number;
  episodeIds: number[];
  trackIds: number[];
  albumId?: number;
  fileId?: number;
}

/** What follows for the waiting job: go on waiting, fail, encode what was imported, or rip a disc. */
export type Verdict =
  | { kind: "wait"; message: string }
  | { kind: "failed"; reason: string; code: GrabFailureCode }
  /** `complete`: nothing more will come. `missing` counts the episodes that will not. */
  | { kind: "imported"; imports: Import[]; complete: boolean; missing: number; message: string }
  /** A whole disc lies there; nobody imports it. */
  | { kind: "disc"; outputPath: string; queueIds: number[] };

/** The machine-readable part of a failed grab, stored with its job; the reason is the text beside it. */
export type GrabFailureCode =
  | "download_failed"
  | "download_removed"
  | "not_taken"
  | "incomplete"
  | "disc_ripping_missing"
  | "transfer_failed";

/** A verdict with what is to be remembered for the next look. */
export interface Judgement {
  verdict: Verdict;
  downloadId: string | null;
  goneSince: number | null;
}

/** Nobody said that it was taken, and nothing shows it. */
const UNSURE_MS = 3 * 60_000;
/** A download may be out of sight for hours: its client is restarted, or does not answer its manager. */
const GONE_MS = 6 * 3_600_000;
/** After a part of a pack came in, the rest follows soon or never. */
const REST_MS = 10 * 60_000;

/** What a snapshot says of one grab; `nowMs` in milliseconds since 1970. Pure; `app` is named in the messages. */
export function judge(grab: GrabRow, snapshot: ManagerSnapshot, app: string, nowMs: number): Judgement {
  const { queue, events, downloadId } = ownOf(grab, snapshot);
  const goneSince = queue.length > 0 ? null : grab.goneSince ?? nowMs;
  const goneMs = goneSince === null ? 0 : nowMs - goneSince;
  const verdict = verdictOf(grab, { queue, events, goneMs }, app);
  return { verdict, downloadId: downloadId ?? null, goneSince };
}

/** The part of what a manager shows that is about this grab. */
function ownOf(grab: GrabRow, { queue, history }: ManagerSnapshot) {
  const { releaseTitle } = grab.request;
  const later = history.filter(({ id }) => id > grab.afterId);
  const grabbed = later.filter(({ eventType, data, sourceTitle }) =>
    eventType === "grabbed" && (data.guid === grab.guid || sourceTitle === releaseTitle)
  );
  const downloadId = grab.downloadId ?? grabbed.findLast((event) => event.downloadId)?.downloadId ?? undefined;
  const isOwn = (id: string | null | undefined) =>
    downloadId !== undefined && id?.toLowerCase() === downloadId.toLowerCase();
  return {
    downloadId,
    // What waits for a delay profile has no id of a download yet.
    queue: queue.filter((item) => downloadId === undefined ? item.title === releaseTitle : isOwn(item.downloadId)),
    events: later.filter((event) =>
      grabbed.includes(event) || isOwn(event.downloadId) || (isImport(event) && !event.downloadId && meant(grab, event))
    ),
  };
}

interface Own {
  queue: QueueRecord[];
  events: HistoryRecord[];
  /** How long the manager's queue has not held it. */
  goneMs: number;
}

function verdictOf(grab: GrabRow, own: Own, app: string): Verdict {
  const { queue, events, goneMs } = own;
  const imports = importsOf(events);
  const fresh = imports.filter(({ path }) => !grab.taken.includes(path));
  const { complete, missing } = completion(grab, own, imports);
  if (fresh.length > 0 || (complete && grab.taken.length > 0)) {
    return { kind: "imported", imports: fresh, complete, missing, message: partText(grab, own, imports, app) };
  }
  const downloaded = queue.find(({ status, outputPath }) => status === "completed" && outputPath);
  if (grab.request.disc !== undefined && downloaded?.outputPath) {
    return { kind: "disc", outputPath: downloaded.outputPath, queueIds: queue.map(({ id }) => id) };
  }
  const failure = events.findLast(({ eventType }) => eventType === "downloadFailed");
  if (failure !== undefined || queue.some(({ trackedDownloadState }) => isFailed(trackedDownloadState))) {
    const why = failure?.data.message ?? (queue.map(blockedBy).find((text) => text !== "") || "no reason was given");
    return { kind: "failed", reason: `The download failed in ${app}: ${why}`, code: "download_failed" };
  }
  if (events.some(({ eventType }) => eventType === "downloadIgnored")) {
    return {
      kind: "failed",
      reason: `The download was taken out of ${app}'s queue by hand.`,
      code: "download_removed",
    };
  }
  if (grab.taken.length > 0) return { kind: "wait", message: partText(grab, own, imports, app) };
  if (queue.length > 0) {
    return { kind: "wait", message: queueText(queue, app, grab.request.disc !== undefined) };
  }
  const seen = events.length > 0 || grab.downloadId !== null;
  if (grab.state === "unsure" && !seen) {
    return goneMs < UNSURE_MS
      ? { kind: "wait", message: `${app} did not say whether it took the release; looking for it` }
      : { kind: "failed", reason: `${app} did not take the release. Search again.`, code: "not_taken" };
  }
  if (goneMs >= GONE_MS) {
    const reason =
      `${app} has had nothing of it in its queue for 6 hours and imported nothing: it was removed there, ` +
      "or its download client lost it.";
    return { kind: "failed", reason, code: "download_removed" };
  }
  return {
    kind: "wait",
    message: seen
      ? `Not in ${app}'s queue any more and not imported; looking on for 6 hours`
      : `Sent to ${app}; the download has not begun`,
  };
}

/** Whether nothing more will come, and how many episodes then are missing. */
function completion(
  grab: GrabRow,
  { queue, events, goneMs }: Own,
  imports: Import[],
): { complete: boolean; missing: number } {
  const left = queue.filter(({ trackedDownloadState }) => trackedDownloadState !== "imported");
  if (imports.length === 0) return { complete: false, missing: 0 };
  if (grab.source === "movie") return { complete: true, missing: 0 };
  if (grab.source !== "series") {
    const all = events.some(({ eventType }) => eventType === "downloadImported");
    return { complete: all || (left.length === 0 && goneMs >= REST_MS), missing: 0 };
  }
  const wanted = expectedEpisodes(grab, events);
  const arrived = new Set(imports.flatMap(({ episodeIds }) => episodeIds));
  const missing = [...wanted].filter((id) => !arrived.has(id)).length;
  if (wanted.size > 0 && missing === 0) return { complete: true, missing };
  return { complete: left.length === 0 && goneMs >= REST_MS, missing };
}

/** The manager tells at the grab which episodes it takes the release for; else what was asked for counts. */
function expectedEpisodes(grab: GrabRow, events: HistoryRecord[]): Set<number> {
  const told = events.flatMap(({ eventType, episodeId }) => eventType === "grabbed" && episodeId ? [episodeId] : []);
  return new Set(told.length > 0 ? told : grab.request.episodeIds ?? []);
}

function partText(grab: GrabRow, { queue, events }: Own, imports: Import[], app: string): string {
  const wanted = expectedEpisodes(grab, events).size;
  const arrived = new Set(imports.flatMap(({ episodeIds }) => episodeIds)).size;
  const parts = wanted > 0 ? `${arrived} of ${wanted} episodes came in` : `${imports.length} files came in`;
  const left = queue.filter(({ trackedDownloadState }) => trackedDownloadState !== "imported");
  return left.length === 0 ? parts : `${parts}; ${queueText(left, app, false)}`;
}

/** One entry per file, however many episodes or tracks it holds. */
export function importsOf(events: HistoryRecord[]): Import[] {
  const found = new Map<string, Import>();
  for (const event of events.filter(isImport)) {
    const path = event.data.importedPath ?? "";
    if (path === "") continue;
    const known = found.get(path) ?? {
      path,
      episodeIds: [],
      trackIds: [],
      ...numeric("titleId", event.movieId ?? event.seriesId ?? event.artistId),
      ...numeric("albumId", event.albumId),
      ...numeric("fileId", Number(event.data.fileId) || undefined),
    };
    if (event.episodeId) known.episodeIds.push(event.episodeId);
    if (event.trackId) known.trackIds.push(event.trackId);
    found.set(path, known);
  }
  return [...found.values()];
}

const isImport = ({ eventType }: HistoryRecord): boolean =>
  eventType === "downloadFolderImported" || eventType === "trackFileImported";

const isFailed = (state: string | null | undefined): boolean => state === "failed" || state === "downloadFailed";

/** An import that names no download is ours when it is of what we wait for: a person did it by hand. */
function meant({ source, request }: GrabRow, event: HistoryRecord): boolean {
  if (source === "movie") return event.movieId === request.arrId;
  if (source === "music") return request.albumId !== undefined && event.albumId === request.albumId;
  return event.episodeId !== null && event.episodeId !== undefined &&
    (request.episodeIds ?? []).includes(event.episodeId);
}

const numeric = <K extends string>(key: K, value: number | null | undefined): { [P in K]?: number } =>
  typeof value === "number" ? { [key]: value } as { [P in K]?: number } : {};
