import type { GrabRow } from "../../../db/schema/library.ts";
import type { Job } from "../../jobs/schema.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { GrabDeps } from "./deps.ts";
import { letGo } from "./let_go.ts";
import type { GrabAnswer, GrabFacts, GrabRequest, GrabRound } from "./model.ts";
import { lookAtAll } from "./round.ts";
import { createSentBefore } from "./sent_before.ts";
import { isUnsure, markBefore, refusal, send, targetOf } from "./send.ts";

/** Has releases downloaded and follows them until their files are queued (behaviour.md, sections 9 and 17). */
export interface Grab {
  /**
   * Sends a release to where it was found and makes a job that waits for it; the same release twice is one job. Throws
   * `no_profile`, `conflict`, `not_found`, `upstream_failed`, `invalid`.
   */
  grab(request: GrabRequest): Promise<GrabAnswer>;
  /** Looks at everything under way; looks that are asked for at once are one. */
  followOnce(): Promise<GrabRound>;
  /** An import was told of: looks in a moment. */
  lookSoon(): void;
  close(): Promise<void>;
}

const GATHER_MS = 2000;
const SOULSEEK_FILES_MAX = 1000;

/**
 * How a crash loses nothing and doubles nothing: the row is written before the release is sent, with the id of the job to
 * come and the newest entry of the manager's history. A row that is found in `sending` later is one whose sender died:
 * it becomes `unsure`, gets its job, and the history that followed tells whether the manager took it.
 */
export function createGrab(deps: GrabDeps): Grab {
  const { profiles, jobs, grabs, clock, log, gatherMs = GATHER_MS } = deps;
  const sending = new Map<string, Promise<GrabAnswer>>();
  const sentBefore = createSentBefore(clock);
  const underway = new Set<string>();
  let closed = false;
  let looking: Promise<GrabRound> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;

  const stopListening = deps.bus.on("job-ended", ({ job: { status, trigger } }) => {
    if (status === "cancelled" && trigger === "grab") lookSoon();
  });

  function lookSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined;
      followOnce().catch((error) => log("error", "Looking after grabbed releases failed.", { error: String(error) }));
    }, gatherMs);
  }

  async function grab(request: GrabRequest): Promise<GrabAnswer> {
    const { release, createJob } = request;
    checkFiles(request);
    if (createJob) await profiles.recipe(request.profileId);
    const target = targetOf(deps, release.source);
    const refused = (error: unknown): never => {
      throw error instanceof ManagerProblem ? refusal(error, release.source) : error;
    };
    if (release.source === "indexer" || !createJob) {
      await send(target, request).catch(refused);
      const note =
        "Sent to the download client of Prowlarr, which has no library: nobody can tell when it has come in.";
      return { grabbed: true, job: null, ...(release.source === "indexer" ? { note } : {}) };
    }
    const known = await waitingJob(release);
    if (known !== undefined) return { grabbed: true, job: known, note: "This release is already on its way." };

    const mark = await markBefore(target, release).catch(refused);
    const jobId = newId();
    underway.add(jobId);
    try {
      await grabs.begin({
        jobId,
        source: release.source,
        guid: release.guid,
        indexerId: release.indexerId,
        state: "sending",
        request: factsOf(request),
        ...mark,
        downloadId: null,
        taken: [],
        goneSince: null,
        transfers: null,
        createdAt: clock.now().getTime(),
      });
      const doubt = await send(target, request).then(() => undefined, async (error) => {
        if (error instanceof ManagerProblem && isUnsure(error, release.source)) return error.message;
        await grabs.end(jobId);
        return refused(error);
      });
      const job = await makeJob(jobId, factsOf(request), release.source, release.guid);
      await grabs.patch(jobId, { state: doubt === undefined ? "following" : "unsure" });
      return {
        grabbed: true,
        job,
        ...(doubt === undefined ? {} : { note: `${doubt} Whether the release was taken shows in a moment.` }),
      };
    } finally {
      underway.delete(jobId);
    }
  }

  /** The job that waits for this release; a row whose job waits no longer is put away. */
  async function waitingJob(release: Pick<GrabRow, "source" | "guid" | "indexerId"> | GrabRequest["release"]) {
    if (release.source === "indexer") return undefined;
    const { source, guid, indexerId } = release;
    const row = await grabs.of({ source, guid, indexerId });
    if (row === undefined) return undefined;
    const job = row.state === "sending" ? await adopt(row) : await jobOf(row);
    if (job?.status === "waiting") return job;
    if (job?.status === "cancelled") await letGo(deps, row);
    await grabs.end(row.jobId);
  }

  const jobOf = (row: GrabRow): Promise<Job | undefined> =>
    jobs.get(row.jobId).catch((error) => {
      if (error instanceof Fault && error.code === "not_found") return undefined;
      throw error;
    });

  /** Whoever sent this release died over it: gives it its job, and leaves the rest to the manager's history. */
  async function adopt(row: GrabRow): Promise<Job> {
    const job = await makeJob(row.jobId, row.request, row.source, row.guid);
    await grabs.patch(row.jobId, { state: "unsure" });
    return job;
  }

  const makeJob = (id: string, facts: GrabFacts, source: GrabRow["source"], guid: string): Promise<Job> => {
    const { title, poster, profileId, releaseTitle, disc, soulseek, ...ids } = facts;
    return jobs.createWaiting({
      id,
      title,
      poster,
      profileId,
      message: "Sent; the download has not begun",
      source: {
        ...ids,
        kind: source === "movie" ? "movie" : source === "series" ? "episode" : "album",
        arr: source === "soulseek" ? "music" : source,
        releaseGuid: guid.slice(0, 1000),
        releaseTitle,
        ...(disc ? { disc: { ...disc, ripIds: [] } } : {}),
        ...(soulseek ? { soulseek } : {}),
      },
    }, { trigger: "grab", label: "Grab" });
  };

  const followOnce = (): Promise<GrabRound> =>
    looking ??= lookAtAll(deps, {
      skip: (jobId) => underway.has(jobId),
      isClosing: () => closed,
      jobOf: (row) => row.state === "sending" ? adopt(row) : jobOf(row),
    }).finally(() => looking = undefined);

  return {
    grab(request) {
      const key = sentBefore.key(request.release);
      const known = sending.get(key);
      if (known !== undefined) return known.then(sentBefore.onItsWay);
      const mine = grab(request).then((answer) => sentBefore.told(key, answer)).finally(() => sending.delete(key));
      sending.set(key, mine);
      return mine;
    },
    followOnce,
    lookSoon,
    async close() {
      closed = true;
      stopListening();
      clearTimeout(soon);
      await Promise.allSettled([...sending.values(), looking]);
    },
  };
}

function checkFiles({ release: { source, music } }: GrabRequest): void {
  if (source !== "soulseek") return;
  const files = music?.files ?? [];
  if (!music?.username || files.length === 0) throw new Fault("invalid", "The release names no files of a peer.");
  if (files.length > SOULSEEK_FILES_MAX) {
    throw new Fault("invalid", `${files.length} files are more than one album; ${SOULSEEK_FILES_MAX} go at once.`);
  }
}

/** What following needs of a request. */
function factsOf({ release, profileId, title, poster, ...asked }: GrabRequest): GrabFacts {
  const { music } = release;
  const episodeIds = asked.episodeIds ?? release.episodeIds;
  const albumId = asked.albumId ?? release.albumIds?.[0];
  const seasonNumber = asked.seasonNumber ?? release.seasonNumber;
  return {
    title,
    profileId,
    releaseTitle: release.title,
    ...(poster === undefined ? {} : { poster }),
    ...(asked.arrId === undefined ? {} : { arrId: asked.arrId }),
    ...(albumId === undefined ? {} : { albumId }),
    ...(seasonNumber === undefined ? {} : { seasonNumber }),
    ...(episodeIds === undefined || episodeIds.length === 0 ? {} : { episodeIds }),
    ...(release.isDisc ? { disc: release.discFormat === undefined ? {} : { format: release.discFormat } } : {}),
    ...(release.source === "soulseek" && music?.username && music.files
      ? {
        soulseek: { username: music.username, directory: music.directory ?? folderOf(music.files), files: music.files },
      }
      : {}),
  };
}

/** The folder of the first file; peers name files with back-slashes. */
const folderOf = ([first]: { filename: string }[]): string => (first?.filename ?? "").replace(/\\[^\\]*$/, "");
