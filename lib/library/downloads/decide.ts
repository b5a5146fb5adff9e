import type { GrabRow } from "../../../db/schema/library.ts";
import type { HistoryRecord } from "../managers/wire/history.ts";
import type { QueueRecord } from "../managers/wire/queue.ts";
import { blockedBy, queueText } from "./words.ts";

/** Determines the next step of a grab from the queue and history of its manager. Pure. */

/** A manager's queue and history, oldest entries first. */
export interface ManagerSnapshot {
  queue: QueueRecord[];
  history: HistoryRecord[];
}

/** A file that a manager has imported into its library. */
export interface Import {
  /** Path of the imported file in the manager. */
  path: string;
  /** ID of the movie, series or artist. */
  titleId?: number;
  episodeIds: number[];
  trackIds: number[];
  albumId?: number;
  fileId?: number;
}

/** Next step of the waiting job: keep waiting, fail, encode the imported files, or rip a disc. */
export type Verdict =
  | { kind: "wait"; message: string }
  | { kind: "failed"; reason: string; code: GrabFailureCode }
  /** `complete` is true if no more files will arrive. `missing` is the number of episodes that will not arrive. */
  | { kind: "imported"; imports: Import[]; complete: boolean; missing: number; message: string }
  /** The download is a complete disc. Managers do not import these. */
  | { kind: "disc"; outputPath: string; queueIds: number[] };

/** Machine-readable code of a grab that failed, stored with its job in addition to the reason as text. */
export type GrabFailureCode =
  | "download_failed"
  | "download_removed"
  | "not_taken"
  | "incomplete"
  | "disc_ripping_missing"
  | "transfer_failed";

/** The next step of a grab, and the state to store for the next check. */
export interface Judgement {
  verdict: Verdict;
  downloadId: string | null;
  goneSince: number | null;
}

/** Time to wait in milliseconds if the manager has not confirmed the grab and does not list it. */
const UNSURE_MS = 3 * 60_000;
/**
 * Time in milliseconds that a download may be missing from the queue, because its client is restarting or not
 * responding to the manager.
 */
const MISSING_TIMEOUT_MS = 6 * 3_600_000;
/** Time to wait in milliseconds for the remaining files of a pack after some were imported. */
const REMAINING_TIMEOUT_MS = 10 * 60_000;

/**
 * Determines the next step of one grab from a snapshot. `app` is the name used in messages, `nowMs` is in milliseconds
 * since 1970. Pure.
 */
export function judge(grab: GrabRow, snapshot: ManagerSnapshot, app: string, nowMs: number): Judgement {
  const { queue, events, downloadId } = ownOf(grab, snapshot);
  const goneSince = queue.length > 0 ? null : grab.goneSince ?? nowMs;
  const missingMs = goneSince === null ? 0 : nowMs - goneSince;
  const verdict = verdictOf(grab, { queue, events, missingMs }, app);
  return { verdict, downloadId: downloadId ?? null, goneSince };
}

/** Selects the queue and history entries of this grab. */
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
    // Entries that are waiting for a delay profile have no download ID yet.
    queue: queue.filter((item) => downloadId === undefined ? item.title === releaseTitle : isOwn(item.downloadId)),
    events: later.filter((event) =>
      grabbed.includes(event) || isOwn(event.downloadId) || (isImport(event) && !event.downloadId && meant(grab, event))
    ),
  };
}

interface Own {
  queue: QueueRecord[];
  events: HistoryRecord[];
  /** Returns the milliseconds since the grab was last in the manager's queue. */
  missingMs: number;
}

function verdictOf(grab: GrabRow, own: Own, app: string): Verdict {
  const { queue, events, missingMs } = own;
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
      reason: `The download was manually removed from ${app}'s queue.`,
      code: "download_removed",
    };
  }
  if (grab.taken.length > 0) return { kind: "wait", message: partText(grab, own, imports, app) };
  if (queue.length > 0) {
    return { kind: "wait", message: queueText(queue, app, grab.request.disc !== undefined) };
  }
  const seen = events.length > 0 || grab.downloadId !== null;
  if (grab.state === "unsure" && !seen) {
    return missingMs < UNSURE_MS
      ? { kind: "wait", message: `${app} did not confirm the release; checking for it` }
      : { kind: "failed", reason: `${app} did not accept the release. Search again.`, code: "not_taken" };
  }
  if (missingMs >= MISSING_TIMEOUT_MS) {
    const reason =
      `The download has not been in ${app}'s queue for 6 hours, and nothing was imported: it was removed there, ` +
      "or its download client lost it.";
    return { kind: "failed", reason, code: "download_removed" };
  }
  return {
    kind: "wait",
    message: seen
      ? `No longer in ${app}'s queue and not imported; checking for up to 6 hours`
      : `Sent to ${app}; the download has not started`,
  };
}

/** Returns whether all files have arrived, and the number of missing episodes. */
function completion(
  grab: GrabRow,
  { queue, events, missingMs }: Own,
  imports: Import[],
): { complete: boolean; missing: number } {
  const left = queue.filter(({ trackedDownloadState }) => trackedDownloadState !== "imported");
  if (imports.length === 0) return { complete: false, missing: 0 };
  if (grab.source === "movie") return { complete: true, missing: 0 };
  if (grab.source !== "series") {
    const all = events.some(({ eventType }) => eventType === "downloadImported");
    return { complete: all || (left.length === 0 && missingMs >= REMAINING_TIMEOUT_MS), missing: 0 };
  }
  const wanted = expectedEpisodes(grab, events);
  const arrived = new Set(imports.flatMap(({ episodeIds }) => episodeIds));
  const missing = [...wanted].filter((id) => !arrived.has(id)).length;
  if (wanted.size > 0 && missing === 0) return { complete: true, missing };
  return { complete: left.length === 0 && missingMs >= REMAINING_TIMEOUT_MS, missing };
}

/** Returns the episodes that the manager listed when it grabbed the release, or otherwise the requested ones. */
function expectedEpisodes(grab: GrabRow, events: HistoryRecord[]): Set<number> {
  const grabbedIds = events.flatMap(({ eventType, episodeId }) =>
    eventType === "grabbed" && episodeId ? [episodeId] : []
  );
  return new Set(grabbedIds.length > 0 ? grabbedIds : grab.request.episodeIds ?? []);
}

function partText(grab: GrabRow, { queue, events }: Own, imports: Import[], app: string): string {
  const wanted = expectedEpisodes(grab, events).size;
  const arrived = new Set(imports.flatMap(({ episodeIds }) => episodeIds)).size;
  const parts = wanted > 0 ? `${arrived} of ${wanted} episodes imported` : `${imports.length} files imported`;
  const left = queue.filter(({ trackedDownloadState }) => trackedDownloadState !== "imported");
  return left.length === 0 ? parts : `${parts}; ${queueText(left, app, false)}`;
}

/** Returns one entry per file, even if the file contains several episodes or tracks. */
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

/**
 * True if an import without a download ID is for the requested title. Such a file was imported manually by the user.
 */
function meant({ source, request }: GrabRow, event: HistoryRecord): boolean {
  if (source === "movie") return event.movieId === request.arrId;
  if (source === "music") return request.albumId !== undefined && event.albumId === request.albumId;
  return event.episodeId !== null && event.episodeId !== undefined &&
    (request.episodeIds ?? []).includes(event.episodeId);
}

const numeric = <K extends string>(key: K, value: number | null | undefined): { [P in K]?: number } =>
  typeof value === "number" ? { [key]: value } as { [P in K]?: number } : {};
