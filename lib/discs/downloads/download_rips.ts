import type { RipRepository } from "../../../db/discs/rips.ts";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import type { Log } from "../../kit/log.ts";
import type { Jobs } from "../../jobs/service.ts";
import type { Job } from "../../jobs/schema.ts";
import type { Bus } from "../../kit/bus.ts";
import type { DiscsFound } from "../../library/downloads/deps.ts";
import type { Managers } from "../../library/managers/managers.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import type { Library } from "../../library/video/service.ts";
import { managerKind } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Rip, RipMedia, StoredRip } from "../rip_schema.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";
import type { Rips } from "../rips/service.ts";

/** Services and options for ripping discs from downloads. */
export interface DownloadRipsDeps {
  rips: Pick<Rips, "add">;
  rows: Pick<RipRepository, "list">;
  jobs: Pick<Jobs, "get" | "handedOver" | "waitingMessage">;
  library: Pick<Library, "movie" | "oneSeries">;
  managers: Pick<Managers, "connected">;
  settings: Pick<SettingsService, "current">;
  bus: Pick<Bus<RipBusEvents>, "on">;
  /** Returns the reason why no disc can be copied at present. Undefined if some discs can. */
  ripObstacle(): Promise<string | undefined>;
  log: Log;
}

/** Rips full-disc downloads. */
export interface DownloadRips {
  /** Creates an identified rip for every disc of a download. Returns the new message of its waiting job. */
  startRips(found: DiscsFound): Promise<string>;
  /** Returns the reason why downloads cannot be ripped at present. Undefined if they can. */
  obstacle(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Tracks the rips of downloads: their waiting jobs end when all discs are copied, and their queue entries are removed
 * when all are done.
 */
export function createDownloadRips(deps: DownloadRipsDeps): DownloadRips {
  const following = new Set<Promise<void>>();
  const follow = (rip: Rip): void => {
    if (rip.jobId === undefined) return;
    const work = followRip(deps, rip).catch((error) =>
      deps.log("error", "A download could not be tracked to completion.", { rip: rip.id, error: String(error) })
    ).finally(() => following.delete(work));
    following.add(work);
  };
  const stop = [
    deps.bus.on("rip", ({ rip }) => COPIED.some((one) => one === rip.status) ? follow(rip) : undefined),
    deps.bus.on("rip-ended", ({ rip }) => follow(rip)),
  ];
  return {
    startRips: (found) => startRips(deps, found),
    obstacle: async () => deps.settings.current().disc.enabled ? await deps.ripObstacle() : OFF,
    async close() {
      for (const off of stop) off();
      await Promise.all(following);
    },
  };
}

const OFF = "Disc ripping is disabled. Enable it in Settings > Discs.";

/** In these states, all titles have been copied and the jobs of the rip process the copies. */
const COPIED = ["transcoding", "delivering"] as const satisfies Rip["status"][];
const TAKEN_OVER = [...COPIED, "done"] as const;

async function startRips(deps: DownloadRipsDeps, { jobId, arr, queueIds, discs }: DiscsFound): Promise<string> {
  const job = await deps.jobs.get(jobId);
  const media = await mediaOf(deps, job);
  const known = new Set(
    (await deps.rows.list()).filter(({ record }) => record.jobId === jobId).map(({ source }) => source),
  );
  const [first] = queueIds;
  for (const [at, { path, kind }] of discs.entries()) {
    // The program may have crashed between creating the rips and recording the handover.
    if (known.has(`${kind === "image" ? "iso" : "file"}:${path}`)) continue;
    const discNumber = discs.length > 1 ? { discNumber: at + 1, discCount: discs.length } : {};
    await deps.rips.add({
      origin: "download",
      source: { kind, path },
      label: job.source.releaseTitle ?? job.title,
      download: {
        jobId,
        profileId: job.profileId,
        media: { ...media, ...discNumber },
        ...(first === undefined ? {} : { arrQueue: { arr, id: first, ids: queueIds, title: job.title } }),
      },
      // The title order of a series must be confirmed by the user first.
      autoStart: media.kind === "movie",
    });
  }
  return `${count(discs.length, "disc")} downloaded; ripping continues under Discs.`;
}

/** Returns the media information of the title for which the release was grabbed. */
async function mediaOf({ library }: DownloadRipsDeps, { title, source }: Job): Promise<RipMedia> {
  const kind = managerKind(source.arr ?? "");
  const known = {
    genres: [],
    confidence: 100,
    matchedBy: "expected" as const,
    reason: "The release was grabbed for this title.",
  };
  const plain: RipMedia = { ...known, kind: kind === "series" ? "series" : "movie", title };
  if (source.arrId === undefined) return plain;
  try {
    if (kind === "movie") {
      const movie = await library.movie(source.arrId);
      return { ...plain, title: movie.title, year: movie.year, externalId: movie.tmdbId, arrId: movie.id };
    }
    const series = await library.oneSeries(source.arrId);
    return {
      ...plain,
      title: series.title,
      year: series.year,
      externalId: series.tvdbId,
      arrId: series.id,
      seriesType: series.seriesType,
      ...(source.seasonNumber === undefined ? {} : { seasonNumber: source.seasonNumber }),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...plain, arrId: source.arrId };
  }
}

async function followRip(deps: DownloadRipsDeps, { jobId }: Rip): Promise<void> {
  if (jobId === undefined) return;
  const rips = (await deps.rows.list()).map(({ record }) => record).filter((record) => record.jobId === jobId);
  const failed = rips.find(({ status }) => status === "failed");
  if (failed !== undefined) {
    await deps.jobs.waitingMessage(jobId, `The disc could not be ripped: ${failed.error ?? ""}`);
  }
  if (!rips.every(({ status }) => TAKEN_OVER.some((one) => one === status))) return;
  await deps.jobs.handedOver(jobId, "The disc was ripped.").catch((error) => {
    // The job has already ended.
    if (!(error instanceof Fault)) throw error;
  });
  if (rips.every(({ status }) => status === "done")) await clearQueue(deps, rips);
}

/**
 * Removes the entries from the queue of the manager, but not from the download client, so that torrents continue to
 * seed.
 */
async function clearQueue({ managers, log }: DownloadRipsDeps, rips: readonly StoredRip[]): Promise<void> {
  const entry = rips.find(({ arrQueue }) => arrQueue !== undefined)?.arrQueue;
  if (entry === undefined || entry.arr === "indexer" || entry.arr === "soulseek") return;
  const manager = managers.connected(entry.arr);
  for (const id of entry.ids) {
    const query = "removeFromClient=false&blocklist=false&skipRedownload=true";
    await manager?.delete(`/queue/${id}?${query}`).catch((error) => {
      if (!(error instanceof ManagerProblem)) throw error;
      if (error.status !== 404) log("warn", "A queue entry could not be removed.", { id, reason: error.message });
    });
  }
}
