import { keyValueRepository } from "../../../db/platform/kv.ts";
import { newId } from "../../kit/id.ts";
import { readJobLog, readJobLogEnd } from "../workers/job_log.ts";
import { createControl } from "../control.ts";
import type { JobsDeps } from "../deps.ts";
import { prune } from "./history.ts";
import { createIntake } from "../intake/intake.ts";
import { createLedger } from "../ledger.ts";
import { jobLogPath } from "../run/log_path.ts";
import { createPreviews } from "../run/previews.ts";
import { queueState } from "./queue_state.ts";
import { recover, type Recovery } from "../delivery/recovery.ts";
import type { RunnerDeps } from "../run/run_context.ts";
import { createScheduler } from "./scheduler.ts";
import type { Jobs } from "../service.ts";
import { watchSpace } from "./space_watch.ts";
import { undoJob } from "../delivery/undo_job.ts";
import { toJob } from "./view.ts";
import { createWaitingDesk } from "./waiting.ts";

/** The queue, and what starts and stops it. */
export type RunningJobs = Jobs & {
  /** Recovers what an earlier start left, then works. */
  start(): Promise<void>;
  /** Ends every tool politely and hands its job back to the queue, without counting an attempt. */
  stop(): Promise<void>;
  /** Frames a second of each encode that runs now. */
  speeds(): Promise<number[]>;
  /** Files of earlier encodes that this start could not remove. */
  leftovers(): { path: string; reason: string }[];
  /** Forgets old history and empties the bins. */
  prune(now: Date): Promise<{ jobs: number; files: number }>;
};

const PAUSED_KEY = "queue.paused";
const DAY_MS = 86_400_000;

/** Builds the queue on a store that only this program writes. Nothing runs before `start`. */
export function createJobs(deps: JobsDeps): RunningJobs {
  const { store, settings, storage, clock, log = () => {}, crashPoint = () => {} } = deps;
  const ledger = createLedger(deps, { live: (id) => scheduler.runs.get(id), changed: () => changed() });
  const lease = { instance: newId(), boot: storage.machine.bootId };
  const runner: RunnerDeps = { deps, ledger, lease, log, crashPoint };
  const scheduler = createScheduler(runner);
  const spaceWatch = watchSpace(runner, scheduler);
  const intake = createIntake({ deps, ledger, crashPoint, joined: () => (changed(), scheduler.pump()) });
  const waiting = createWaitingDesk({ deps, ledger, joined: () => (changed(), scheduler.pump()) });
  const control = createControl({ runner, scheduler });
  const previews = createPreviews(runner, control.get);
  const facts = keyValueRepository(store);
  const undoing = new Map<string, ReturnType<typeof undoJob>>();
  let paused = false;
  let leftovers: Recovery["leftovers"] = [];
  let daily: ReturnType<typeof setInterval> | undefined;
  let stopListening: (() => void) | undefined;

  const state = () =>
    queueState({
      list: ledger.list,
      runs: scheduler.runs,
      paused,
      limit: settings.current().concurrency,
      sleepInhibited: deps.keptAwake?.() ?? false,
      schedule: settings.current().transcoding.schedule,
      now: clock.now(),
    });
  /** The queue is announced once for many changes that come together. */
  let announcing: Promise<void> | undefined;
  let stale = false;
  const changed = (): void => {
    stale = true;
    spaceWatch.look();
    announcing ??= (async () => {
      while (stale) {
        stale = false;
        ledger.publish("queue", await state());
      }
    })().catch((error) => log("warn", "The queue could not be announced.", { error: String(error) }))
      .finally(() => announcing = undefined);
  };

  const show = async (id: string) => {
    const row = await control.get(id);
    const [places, details] = await Promise.all([ledger.list.places([row]), ledger.jobs.details(id)]);
    return toJob(row, { place: places.get(id), live: scheduler.runs.get(id), details });
  };

  let tidying = Promise.resolve();
  const tidy = (): void => {
    tidying = tidying.then(async () => {
      await storage.reserve?.fill();
      await prune(clock.now(), runner, control);
    }).catch((error) => log("warn", "Tidying failed.", { error: String(error) }));
  };

  return {
    async list(query) {
      const { rows, total, nextCursor } = await ledger.list.page(query);
      const places = await ledger.list.places(rows);
      const items = rows.map((row) => toJob(row, { place: places.get(row.id), live: scheduler.runs.get(row.id) }));
      return { items, total, limit: query.limit, ...(nextCursor ? { nextCursor } : {}) };
    },
    get: show,
    async create(input, origin) {
      const answer = await intake.create(input, origin);
      return "skipped" in answer ? answer : { created: answer.created, job: await show(answer.row.id) };
    },
    createBulk: (input) => intake.createBulk(input),
    async createWaiting(input, origin) {
      const { id } = await waiting.create(input, origin);
      return await show(id);
    },
    imported: waiting.imported,
    waitingMessage: waiting.message,
    downloadFailed: waiting.failed,
    handedOver: waiting.handedOver,
    managerSaid: waiting.managerSaid,
    async cancel(id) {
      await control.cancel(id);
      return await show(id);
    },
    async retry(id) {
      await control.retry(id);
      return await show(id);
    },
    async reorder(id, to) {
      await control.reorder(id, to);
      return await show(id);
    },
    remove: control.remove,
    retryFailed: control.retryFailed,
    clear: control.clear,
    async log(id, { endBytes } = {}) {
      await control.get(id);
      const path = jobLogPath(storage.jobLogs, id);
      return endBytes === undefined ? await readJobLog(path) : await readJobLogEnd(path, endBytes);
    },
    async undo(id) {
      // Two clicks are one undo.
      let mine = undoing.get(id);
      if (mine === undefined) {
        mine = control.get(id).then((row) => undoJob(row, runner)).finally(() => undoing.delete(id));
        undoing.set(id, mine);
      }
      await mine;
      return await show(id);
    },

    queueState: state,
    async setLimit(limit) {
      await settings.update({ concurrency: limit });
      return await state();
    },
    async setPaused(now, suspend = false) {
      paused = now;
      await facts.set(PAUSED_KEY, now);
      for (const run of scheduler.runs.values()) run.freeze(now && suspend);
      scheduler.pause(now);
      changed();
      return { paused };
    },

    livePreview: previews.live,
    encodedPreview: previews.encoded,
    frame: previews.frame,

    async start() {
      paused = await facts.get(PAUSED_KEY) === true;
      leftovers = (await recover(runner, scheduler)).leftovers;
      stopListening = settings.onChange((keys) => {
        if (keys.some((key) => key === "concurrency" || key.startsWith("transcoding.schedule"))) {
          scheduler.pump();
          changed();
        }
      });
      tidy();
      daily = setInterval(tidy, DAY_MS);
      scheduler.pause(paused);
      changed();
    },
    async stop() {
      stopListening?.();
      clearInterval(daily);
      await spaceWatch.stop();
      await scheduler.stop();
      await Promise.allSettled([...undoing.values(), tidying]);
      await announcing;
    },
    speeds: () => Promise.resolve([...scheduler.runs.values()].flatMap(({ progress }) => progress?.fps ?? [])),
    leftovers: () => leftovers,
    prune: (now) => prune(now, runner, control),
  };
}
