import { DAY_MS } from "../kit/clock.ts";
import { type KeyValueRepository, keyValueRepository } from "../../db/platform/key_values.ts";
import type { JobRow } from "../../db/schema/jobs.ts";
import { type Coalescer, createCoalescer, createKeyedMutex } from "../kit/async.ts";
import { newId } from "../kit/id.ts";
import { trySmaller } from "./changes/try_smaller.ts";
import { decideReview } from "./changes/decide_review.ts";
import { deleteEncodeOf, deleteOriginalOf } from "./changes/decide_jobs.ts";
import { undoJob } from "./delivery/undo_job.ts";
import type { HealthProbe } from "../platform/health/probe.ts";
import { createBin } from "./bin/service.ts";
import { createUndoRuns, type RunningUndoRuns } from "./bin/undo_runs.ts";
import { changeJobs } from "./changes/change_jobs.ts";
import { jobFigures } from "./changes/job_figures.ts";
import type { JobsDeps } from "./deps.ts";
import { jobForecast, readPaces } from "./queue/queue_forecast.ts";
import { type IntakeDeps, queueFile, queueFiles } from "./intake/intake.ts";
import {
  createWaitingJob,
  failWaitingJob,
  handOverWaitingJob,
  importFiles,
  recordManagerResult,
  updateWaitingMessage,
} from "./intake/waiting_jobs.ts";
import { createJobStore, existingJob } from "./job_store.ts";
import { type LiveFacts, toJob } from "./job_view.ts";
import { createEncodeSlots } from "./capacity/encode_slots.ts";
import { createMachineSlots } from "./capacity/machine_slots.ts";
import { removeExpiredSegments } from "./segments/sweep.ts";
import { createPreviews } from "./run/previews.ts";
import type { RunnerDeps } from "./attempt/run.ts";
import type { Job, JobLog, JobPart, QueueState } from "./schema.ts";
import type { JobPage, JobQuery } from "./request_schema.ts";
import type { Jobs } from "./service.ts";
import type { JobState } from "./states.ts";
import { jobLogPath, readJobLog, readJobLogEnd } from "./workers/job_log.ts";
import { cancelJob } from "./queue/cancel_job.ts";
import type { ActionDeps } from "./queue/job_actions.ts";
import { type ConditionControl, createConditionControl } from "./power/condition_control.ts";
import { pruneHistory } from "./queue/prune.ts";
import { plannedQueue, queueState } from "./queue/queue_state.ts";
import { recoverJobs, type Recovery } from "./queue/recovery.ts";
import { createReplacements, type Replacements } from "./queue/replacements.ts";
import { clearJobs, removeJob } from "./queue/remove_jobs.ts";
import { reorderJob } from "./queue/reorder_job.ts";
import { retryFailedJobs, retryJob } from "./queue/retry_job.ts";
import { createScheduler } from "./queue/scheduler.ts";
import { createStopControl, type StopControl } from "./queue/stop_control.ts";
import { type SpaceWatch, watchSpace } from "./queue/space_watch.ts";

/** The queue, and the functions that start and stop it. */
export type RunningJobs = Jobs & {
  /** Recovers the state left by an earlier start, then starts processing jobs. */
  start(): Promise<void>;
  /** Stops all tools and returns their jobs to the queue. The attempt is not counted. */
  stop(): Promise<void>;
  /** Returns the speed of each running encode in frames per second. */
  speeds(): Promise<number[]>;
  /** Returns the segments of each running encode that is split into segments. */
  parts(): Promise<JobPart[]>;
  /** Returns the files of earlier encodes that this start of the program could not remove. */
  leftovers(): { path: string; reason: string }[];
  /** Removes old history and expired files in the recycle bins. */
  prune(now: Date): Promise<{ jobs: number; files: number }>;
  /** Health check of the recycle bins. */
  binProbe: HealthProbe;
  /** Deletes the oldest files if the recycle bins exceed their maximum size. */
  trimBins(): void;
};

/** State of the queue between start and stop. */
interface Queue extends ActionDeps {
  readonly spaceWatch: SpaceWatch;
  readonly announcer: Coalescer;
  readonly keyValues: KeyValueRepository;
  /** Undos in progress by job, so that two clicks start only one. */
  readonly undoing: Map<string, Promise<JobRow>>;
  readonly replacements: Replacements;
  readonly undoRuns: RunningUndoRuns;
  readonly bin: ReturnType<typeof createBin>;
  readonly stops: StopControl;
  readonly conditions: ConditionControl;
  leftovers: Recovery["leftovers"];
  pruneTimer?: ReturnType<typeof setInterval>;
  /** Settles when pruning has finished. */
  pruning: Promise<void>;
  stopListening?: () => void;
}

const WAITING: readonly JobState[] = ["queued", "waiting", "waiting_for_space"];

/** Creates the queue on a store to which only this program writes. No job runs before `start` is called. */
export function createJobs(deps: JobsDeps): RunningJobs {
  const queue = createQueue(deps);
  const { jobStore } = queue;
  const previews = createPreviews(queue);
  const joined = () => {
    changed(queue);
    queue.scheduler.pump();
  };
  const intake: IntakeDeps = { ...queue, joined };
  return {
    list: (query) => listJobs(queue, query),
    get: (id) => showJob(queue, id),
    async create(input, origin) {
      const answer = await queueFile(intake, input, origin);
      return "skipped" in answer ? answer : { created: answer.created, job: await showJob(queue, answer.row.id) };
    },
    createBulk: (input) => queueFiles(intake, input),
    createWaiting: async (input, origin) => await showJob(queue, (await createWaitingJob(intake, input, origin)).id),
    imported: (id, files, options) => importFiles(intake, id, files, options),
    waitingMessage: (id, text) => updateWaitingMessage(intake, id, text),
    downloadFailed: (id, reason, code) => failWaitingJob(intake, id, reason, code),
    handedOver: (id, message) => handOverWaitingJob(intake, id, message),
    recordManagerResult: (id, result) => recordManagerResult(intake, id, result),

    cancel: async (id) => await showJob(queue, (await cancelJob(queue, id)).id),
    retry: async (id) => await showJob(queue, (await retryJob(queue, id)).id),
    reorder: async (id, to) => await showJob(queue, (await reorderJob(queue, id, to)).id),
    undoRuns: queue.undoRuns,
    bin: queue.bin,
    undo: async (id) => await showJob(queue, (await undoOnce(queue, id)).id),
    deleteOriginal: async (id) => await showJob(queue, (await deleteOriginalOf(queue, id)).id),
    deleteEncode: async (id) => await showJob(queue, (await deleteEncodeOf(queue, id)).id),
    replaceOriginal: async (id) => await showJob(queue, (await queue.replacements.start(id)).id),
    trySmaller: async (id) => await showJob(queue, (await trySmaller(queue, intake, id)).id),
    decideReview: async (id, decision) => await showJob(queue, (await decideReview(queue, id, decision)).id),
    async reviewPlace(id) {
      return await jobStore.reviews.around(id === undefined ? undefined : await existingJob(jobStore, id));
    },
    remove: (id, options) => removeJob(queue, id, options),
    figures: (filter) => jobFigures(jobStore, filter),
    paces: () => readPaces(jobStore.forecasts),
    change: (input) => changeJobs(queue, input),
    retryFailed: () => retryFailedJobs(queue),
    clear: (statuses) => clearJobs(queue, statuses),
    log: (id, options) => readLog(queue, id, options),

    queueState: () => stateOf(queue),
    timeline: () => plannedQueue(queueFacts(queue)),
    async setLimit(limit) {
      await deps.settings.update({ concurrency: limit });
      return await stateOf(queue);
    },
    async setPaused(paused, suspend) {
      await queue.stops.setPaused(paused, suspend);
      return { paused };
    },
    hold: (reason) => queue.stops.hold("playback", { reason }),
    release: () => queue.stops.hold("playback", undefined),

    cleanSegments: () => removeExpiredSegments(queue),
    livePreview: previews.live,
    encodedPreview: previews.encoded,
    frame: previews.frame,
    framePair: previews.framePair,
    shownFile: previews.shownFile,

    start: () => startQueue(queue),
    stop: () => stopQueue(queue),
    speeds: () => Promise.resolve([...queue.scheduler.runs.values()].flatMap(({ progress }) => progress?.fps ?? [])),
    parts: () => Promise.resolve([...queue.scheduler.runs.values()].flatMap(({ parts }) => parts?.() ?? [])),
    leftovers: () => queue.leftovers,
    prune: (now) => pruneHistory(now, queue),
    binProbe: queue.bin.probe,
    trimBins: () => {
      if (deps.settings.current().transcoding.bin.maxBytes > 0) pruneSoon(queue);
    },
  };
}

function createQueue(deps: JobsDeps): Queue {
  const { log = () => {}, crashPoint = () => {} } = deps;
  const jobStore = createJobStore(deps, { live: (id) => scheduler.runs.get(id), changed: () => changed(queue) });
  const lease = { instance: newId(), boot: deps.storage.machine.bootId };
  const runner: RunnerDeps = {
    ...{ deps, jobStore, lease, log, crashPoint, fileMutex: createKeyedMutex() },
    ...{
      slots: createMachineSlots(),
      encodeSlots: deps.encodeSlots ?? createEncodeSlots(deps.settings),
      slotsByKind: new Map(),
      segmentedEncodes: new Map(),
    },
  };
  const scheduler = createScheduler(runner);
  const announce = async () => jobStore.publish("queue", await stateOf(queue));
  const jobMutex = createKeyedMutex();
  const keyValues = keyValueRepository(deps.store);
  const queue: Queue = {
    ...runner,
    scheduler,
    jobMutex,
    replacements: createReplacements({ ...runner, jobMutex }),
    undoRuns: createUndoRuns({ ...deps, jobStore, log, jobsOfRun: deps.jobsOfRun, undo: (id) => undoOnce(queue, id) }),
    bin: createBin({ deps, jobStore, jobMutex, deleteOriginal: (id) => deleteOriginalOf(queue, id) }),
    spaceWatch: watchSpace(runner, scheduler),
    announcer: createCoalescer({
      work: announce,
      onError: (error) => log("warn", "The queue state could not be published.", { error: String(error) }),
    }),
    keyValues,
    undoing: new Map(),
    stops: createStopControl({ keyValues, scheduler, changed: () => changed(queue) }),
    conditions: createConditionControl({
      ...{ settings: deps.settings, log, read: deps.readConditions },
      hold: (hold) => queue.stops.hold("conditions", hold),
    }),
    leftovers: [],
    pruning: Promise.resolve(),
  };
  return queue;
}

/** Handles a change of the queue's counts or order. */
function changed({ announcer, spaceWatch, jobStore }: Queue): void {
  jobStore.forecasts.forget();
  announcer.request();
  spaceWatch.watch();
}

const stateOf = (queue: Queue): Promise<QueueState> =>
  queueState({ ...queueFacts(queue), sleepInhibited: queue.deps.keptAwake?.() ?? false });

const queueFacts = ({ deps, jobStore, scheduler, stops, encodeSlots }: Queue) => ({
  list: jobStore.list,
  forecasts: jobStore.forecasts,
  runs: scheduler.runs,
  paused: stops.current().paused,
  heldBy: stops.current().heldBy,
  heldUntil: stops.current().heldUntil,
  limit: deps.settings.current().concurrency,
  slots: encodeSlots.total(),
  schedule: deps.settings.current().transcoding.schedule,
  now: deps.clock.now(),
});

async function listJobs(queue: Queue, query: JobQuery): Promise<JobPage> {
  const { jobStore, scheduler } = queue;
  const { rows, total, nextCursor } = await jobStore.list.page(query);
  const [places, paces] = await Promise.all([jobStore.list.places(rows), readPaces(jobStore.forecasts)]);
  const items = rows.map((row) =>
    toJob(row, {
      place: places.get(row.id),
      live: withoutParts(scheduler.runs.get(row.id)),
      waitsFor: waitReason(queue, row),
      ...(WAITING.includes(row.status) ? { forecast: jobForecast(row, paces) } : {}),
    })
  );
  return { items, total, limit: query.limit, ...(nextCursor ? { nextCursor } : {}) };
}

/** Removes the segments from the progress of a running job, because job lists do not show them. */
const withoutParts = (live: LiveFacts | undefined): LiveFacts | undefined => live && { ...live, parts: undefined };

/** Returns the reason why a queued job waits for a GPU: none has a free slot, or none had a free session. */
const waitReason = ({ encodeSlots, deps }: Queue, { status, hardware, cardFaults, notBefore, message }: JobRow) => {
  if (status !== "queued") return undefined;
  const paused = notBefore > deps.clock.now().getTime() && (cardFaults?.sessionWaits ?? 0) > 0;
  return paused ? message ?? undefined : encodeSlots.waitReason(hardware, cardFaults?.failed);
};

async function showJob(queue: Queue, id: string): Promise<Job> {
  const { jobStore, scheduler } = queue;
  const row = await existingJob(jobStore, id);
  const [places, details] = await Promise.all([jobStore.list.places([row]), jobStore.jobs.details(id)]);
  const waitsFor = waitReason(queue, row);
  return toJob(row, { place: places.get(id), live: scheduler.runs.get(id), details, waitsFor });
}

async function readLog(
  { deps, jobStore }: Queue,
  id: string,
  { endBytes }: { endBytes?: number } = {},
): Promise<JobLog> {
  await existingJob(jobStore, id);
  const path = jobLogPath(deps.storage.jobLogs, id);
  return endBytes === undefined ? await readJobLog(path) : await readJobLogEnd(path, endBytes);
}

function undoOnce(queue: Queue, id: string): Promise<JobRow> {
  const { undoing, jobStore } = queue;
  let mine = undoing.get(id);
  if (mine === undefined) {
    mine = queue.jobMutex(id, async () => await undoJob(await existingJob(jobStore, id), queue))
      .finally(() => undoing.delete(id));
    undoing.set(id, mine);
  }
  return mine;
}

async function startQueue(queue: Queue): Promise<void> {
  const { deps, scheduler } = queue;
  queue.leftovers = (await recoverJobs(queue, scheduler)).leftovers;
  await queue.replacements.resume();
  await queue.undoRuns.resume();
  queue.stopListening = deps.settings.onChange((keys) => {
    if (
      keys.some((key) =>
        key === "concurrency" || key.startsWith("transcoding.cards") || key.startsWith("transcoding.schedule")
      )
    ) {
      scheduler.pump();
      changed(queue);
    }
    if (keys.some((key) => key.startsWith("transcoding.bin"))) pruneSoon(queue);
  });
  pruneSoon(queue);
  queue.pruneTimer = setInterval(() => pruneSoon(queue), DAY_MS);
  await queue.conditions.start();
  await queue.stops.start();
}

/** Prunes after the pruning that is already running has finished. Logs failures. */
function pruneSoon(queue: Queue): void {
  const { deps, log } = queue;
  queue.pruning = queue.pruning.then(async () => {
    await deps.storage.reserve?.fill();
    await pruneHistory(deps.clock.now(), queue);
  }).catch((error) => log("warn", "Old jobs and recycle bins could not be cleaned up.", { error: String(error) }));
}

async function stopQueue(queue: Queue): Promise<void> {
  queue.stopListening?.();
  queue.stops.stop();
  await queue.conditions.stop();
  clearInterval(queue.pruneTimer);
  await queue.replacements.stop();
  await queue.undoRuns.stop();
  await queue.spaceWatch.stop();
  await queue.scheduler.stop();
  await Promise.allSettled([...queue.undoing.values(), queue.pruning]);
  await queue.announcer.settled();
}
