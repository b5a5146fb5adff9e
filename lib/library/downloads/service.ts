import type { GrabRow } from "../../../db/schema/library.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { GrabDeps } from "./deps.ts";
import type { GrabAnswer, GrabFacts, GrabRequest, GrabRound } from "./model.ts";
import { followAll } from "./round.ts";
import { isUnsure, markBefore, refusal, send, targetOf } from "./send.ts";
import { createWaitingJob, waitingJob } from "./waiting_job.ts";
import type { Clock } from "../../kit/clock.ts";

/** Starts downloads of releases and follows them until their files are queued. */
export interface Grab {
  /**
   * Sends a release to its source and creates a job that waits for it. If the same release is sent twice, only one job
   * is created. Throws `no_profile`, `conflict`, `not_found`, `upstream_failed`, `invalid`, and `bad_state` for a disc
   * that cannot be ripped.
   */
  grab(request: GrabRequest): Promise<GrabAnswer>;
  /** Follows all grabs once. Concurrent calls share one round. */
  followOnce(): Promise<GrabRound>;
  /** Schedules a round shortly after a manager has reported an import. */
  followSoon(): void;
  close(): Promise<void>;
}

const GATHER_MS = 2000;
const MAX_SOULSEEK_FILES = 1000;

interface GrabState extends GrabDeps {
  /** Requests in progress by release. Requests for the same release join them. */
  readonly requests: Map<string, Promise<GrabAnswer>>;
  readonly sentBefore: ReturnType<typeof createSentBefore>;
  /** IDs of the jobs that will be created for releases that are being sent. */
  readonly sending: Set<string>;
  closed: boolean;
  round?: Promise<GrabRound>;
  /** Timer for the next round. */
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Creates the download service. After a crash, no grab is lost or duplicated: before a release is sent, a row is
 * written with the ID of the future job and the newest entry in the manager's history. A row that is still in `sending`
 * after a restart becomes `unsure`, and its job is created. Later entries in the history then show whether the manager
 * accepted the release.
 */
export function createGrab(deps: GrabDeps): Grab {
  const state: GrabState = {
    ...deps,
    requests: new Map(),
    sentBefore: createSentBefore(deps.clock),
    sending: new Set(),
    closed: false,
  };
  const stopListening = deps.bus.on("job-ended", ({ job: { status, trigger } }) => {
    if (status === "cancelled" && trigger === "grab") followSoon(state);
  });
  return {
    grab: (request) => grabOnce(state, request),
    followOnce: () => followOnce(state),
    followSoon: () => followSoon(state),
    async close() {
      state.closed = true;
      stopListening();
      clearTimeout(state.timer);
      await Promise.allSettled([...state.requests.values(), state.round]);
    },
  };
}

function followSoon(state: GrabState): void {
  state.timer ??= setTimeout(() => {
    state.timer = undefined;
    followOnce(state).catch((error) =>
      state.log("error", "Tracking grabbed releases failed.", { error: String(error) })
    );
  }, state.gatherMs ?? GATHER_MS);
}

function followOnce(state: GrabState): Promise<GrabRound> {
  state.round ??= followAll(state, {
    skip: (jobId) => state.sending.has(jobId),
    isClosing: () => state.closed,
  }).finally(() => state.round = undefined);
  return state.round;
}

function grabOnce(state: GrabState, request: GrabRequest): Promise<GrabAnswer> {
  const { requests, sentBefore } = state;
  const key = sentBefore.key(request.release);
  const known = requests.get(key);
  if (known !== undefined) return known.then(sentBefore.alreadyDownloading);
  const mine = grab(state, request).then((answer) => sentBefore.recordSent(key, answer))
    .finally(() => requests.delete(key));
  requests.set(key, mine);
  return mine;
}

async function grab(state: GrabState, request: GrabRequest): Promise<GrabAnswer> {
  const { release, createJob } = request;
  const { source, guid, indexerId } = release;
  checkFiles(request);
  if (createJob) await state.profiles.recipe(request.profileId);
  const target = targetOf(state, source);
  if (source === "indexer" || !createJob) {
    await send(target, request).catch((error) => throwRefusal(error, source));
    const note =
      "Sent to Prowlarr's download client. Prowlarr has no library, so the end of the download cannot be detected.";
    return { grabbed: true, job: null, ...(source === "indexer" ? { note } : {}) };
  }
  const known = await waitingJob(state, { source, guid, indexerId });
  if (known !== undefined) return { grabbed: true, job: known, note: "This release is already being downloaded." };
  if (release.isDisc) await checkRipping(state);
  return await sendWithJob(state, source, target, request);
}

/** Rejects a disc that cannot be ripped here before 50 GB are downloaded unnecessarily. */
async function checkRipping({ discObstacle }: GrabState): Promise<void> {
  const reason = await discObstacle?.();
  if (reason !== undefined) {
    throw new Fault("bad_state", `This release is a full disc, which has to be ripped. ${reason}`);
  }
}

/** Writes the row, sends the release and creates the job that waits for it. */
async function sendWithJob(
  state: GrabState,
  source: GrabRow["source"],
  target: ReturnType<typeof targetOf>,
  request: GrabRequest,
): Promise<GrabAnswer> {
  const { grabs, clock, sending } = state;
  const { guid, indexerId } = request.release;
  const mark = await markBefore(target, request.release).catch((error) => throwRefusal(error, source));
  const jobId = newId();
  const grab = { jobId, source, guid, request: factsOf(request) };
  sending.add(jobId);
  try {
    await grabs.begin({
      ...grab,
      indexerId,
      state: "sending",
      ...mark,
      downloadId: null,
      taken: [],
      goneSince: null,
      transfers: null,
      createdAt: clock.now().getTime(),
    });
    const doubt = await send(target, request).then(() => undefined, async (error) => {
      if (error instanceof ManagerProblem && isUnsure(error, source)) return error.message;
      await grabs.end(jobId);
      return throwRefusal(error, source);
    });
    const job = await createWaitingJob(state, grab);
    await grabs.patch(jobId, { state: doubt === undefined ? "following" : "unsure" });
    return {
      grabbed: true,
      job,
      ...(doubt === undefined ? {} : { note: `${doubt} Lathe checks shortly whether the release was accepted.` }),
    };
  } finally {
    sending.delete(jobId);
  }
}

/** Rethrows a problem of a manager as a refusal of the request, and other errors unchanged. */
function throwRefusal(error: unknown, source: GrabRequest["release"]["source"]): never {
  throw error instanceof ManagerProblem ? refusal(error, source) : error;
}

function checkFiles({ release: { source, music } }: GrabRequest): void {
  if (source !== "soulseek") return;
  const files = music?.files ?? [];
  if (!music?.username || files.length === 0) throw new Fault("invalid", "The release lists no files of a peer.");
  if (files.length > MAX_SOULSEEK_FILES) {
    throw new Fault(
      "invalid",
      `${files.length} files are more than one album; at most ${MAX_SOULSEEK_FILES} can be downloaded at once.`,
    );
  }
}

/** Returns the part of a request that is needed to follow the grab. */
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

/** Returns the folder of the first file. The paths of peers contain backslashes. */
const folderOf = ([first]: { filename: string }[]): string => (first?.filename ?? "").replace(/\\[^\\]*$/, "");

const MAX_REMEMBERED = 1_000;
const ALREADY_DOWNLOADING = "This release is already being downloaded.";

/**
 * Remembers the releases that were sent since the service started, so that a note can be added if one is sent again.
 */
function createSentBefore(clock: Pick<Clock, "now">) {
  const sentAt = new Map<string, Date>();
  return {
    key: ({ source, indexerId, guid }: GrabRequest["release"]): string => JSON.stringify([source, indexerId, guid]),
    /** Records a release as sent. Adds a note to the response if it was sent before. */
    recordSent(key: string, answer: GrabAnswer): GrabAnswer {
      if (answer.note?.includes(ALREADY_DOWNLOADING)) return answer;
      const before = sentAt.get(key);
      sentAt.delete(key);
      sentAt.set(key, clock.now());
      if (sentAt.size > MAX_REMEMBERED) sentAt.delete(sentAt.keys().next().value ?? "");
      if (before === undefined) return answer;
      const minutes = Math.max(0, Math.round((clock.now().getTime() - before.getTime()) / 60_000));
      return withNote(answer, `This release was already sent ${ago(minutes)} and has been sent again.`);
    },
    /** Returns the response for a request that arrived while the release was being sent. */
    alreadyDownloading: (answer: GrabAnswer): GrabAnswer => withNote(answer, ALREADY_DOWNLOADING),
  };
}

const withNote = (answer: GrabAnswer, note: string): GrabAnswer => ({
  ...answer,
  note: [note, answer.note].filter(Boolean).join(" "),
});

const ago = (minutes: number): string =>
  minutes < 1 ? "a moment ago" : minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
