import type { FreeSlots } from "../../../db/jobs/job_events.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import { startDelivery, startRun } from "../run/run.ts";
import { ATTEMPT_ENDED } from "../attempt/job_record.ts";
import type { Run, RunnerDeps } from "../attempt/run.ts";
import { mayStart, type QueueStops, suspensionOf } from "../attempt/stops.ts";
import { MAX_PAUSE_MS } from "../attempt/pause.ts";
import { mayStartNow, msUntilStart } from "./timing/schedule.ts";

/** Decides when a queued job starts. It reacts to changes and never polls. */
export interface Scheduler {
  readonly runs: ReadonlyMap<string, Run>;
  /** Starts all jobs that may start now. */
  pump(): void;
  /** Resolves when no claimed job is missing from `runs`. */
  settled(): Promise<void>;
  /** Finishes a journalled delivery, in addition to the limit. */
  deliver(row: JobRow): Run;
  /** Suspends or resumes all current and later runs, and starts jobs if they may start. */
  apply(stops: QueueStops): void;
  /** Stops every run. Resolves when their tools have exited and their jobs are back in the queue. */
  stop(): Promise<void>;
}

/** Maximum number of jobs that encode nothing and run in addition to the limit. */
const MAX_BESIDE_LIMIT = 1;
/** Long timers drift when a machine sleeps, so the schedule is checked again at least this often. */
const MAX_TIMER_MS = 3_600_000;
/** Initial delay in milliseconds after the database failed to respond. It doubles with each failure. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

type Timer = ReturnType<typeof setTimeout>;

/**
 * State of a scheduler. The timers wake it when the scheduled hours start, when a pause ends, or to retry after the
 * database failed to respond.
 */
interface SchedulerState {
  readonly runner: RunnerDeps;
  readonly runs: Map<string, Run>;
  stops: QueueStops;
  stopped: boolean;
  /** Settles when no jobs are being claimed. */
  pumping?: Promise<void> | undefined;
  /** True if something changed while jobs were being claimed. */
  pumpAgain: boolean;
  hoursTimer?: Timer;
  pauseTimer?: Timer;
  retryTimer?: Timer;
  /** Number of consecutive claims to which the database did not respond. */
  failures: number;
}

/** Creates a scheduler, which starts nothing before `apply`. */
export function createScheduler(runner: RunnerDeps): Scheduler {
  const state: SchedulerState = {
    runner,
    runs: new Map(),
    stops: { paused: true, suspended: false },
    stopped: false,
    pumpAgain: false,
    failures: 0,
  };
  runner.encodeSlots.onRelease(() => pump(state));
  return {
    runs: state.runs,
    pump: () => pump(state),
    settled: async () => await state.pumping,
    deliver: (row) => track(state, startDelivery(row, runner)),
    apply(stops) {
      state.stops = stops;
      for (const run of state.runs.values()) run.suspend(suspensionOf(stops));
      pump(state);
    },
    stop: () => stopRuns(state),
  };
}

function pump(state: SchedulerState): void {
  state.pumpAgain = true;
  state.pumping ??= claimAll(state);
}

/** Claims jobs until no more may start. Never throws. If the database does not respond, it is queried again later. */
async function claimAll(state: SchedulerState): Promise<void> {
  const { deps, log } = state.runner;
  try {
    // No other claim runs concurrently, because only one caller reads the queue at a time.
    if (state.failures > 0) await reclaimLost(state);
    while (state.pumpAgain) {
      state.pumpAgain = false;
      while (await startNext(state));
    }
    state.failures = 0;
  } catch (error) {
    const waitMs = Math.min(LONGEST_RETRY_MS, (deps.claimRetryMs ?? FIRST_RETRY_MS) * 2 ** state.failures++);
    log("warn", "The queue could not be read; retrying.", { error: String(error), waitMs });
    clearTimeout(state.retryTimer);
    if (!state.stopped) state.retryTimer = setTimeout(() => pump(state), waitMs);
  } finally {
    // Runs in the same event loop turn as the last check of `pumpAgain`, so that no wake-up is lost in between.
    state.pumping = undefined;
  }
}

/** Starts the next job that may start. Returns false if there is none. */
async function startNext(state: SchedulerState): Promise<boolean> {
  const { runner } = state;
  const { deps, jobStore, lease, encodeSlots } = runner;
  if (state.stopped || !mayStart(state.stops)) return false;
  const free = freeSlots(state);
  if (!free.cpu && !free.beside && free.open.length === 0 || !scheduleAllows(state)) return false;
  const at = deps.clock.now().getTime();
  const row = await jobStore.jobs.claim(lease, { free, at, maxPauseMs: MAX_PAUSE_MS });
  if (row === undefined) {
    await wakeAfterPause(state);
    return false;
  }
  const method = row.hardware ?? "none";
  const beside = !free.cpu && !free.open.includes(method);
  // If another encode has taken the slot before the attempt starts, the attempt requests a slot again.
  if (!beside) encodeSlots.acquire(row.id, method, row.cardFaults?.failed);
  runner.crashPoint("claimed");
  track(state, startRun(row, beside, runner));
  jobStore.announce(row);
  return true;
}

/** Returns the free slots. A job that encodes nothing may run in addition, unless the limit is 0. */
function freeSlots({ runner: { deps, encodeSlots }, runs }: SchedulerState): FreeSlots {
  const free = encodeSlots.free();
  const besides = [...runs.values()].filter((run) => run.beside).length;
  return { ...free, beside: deps.settings.current().concurrency > 0 && besides < MAX_BESIDE_LIMIT };
}

/** Tracks a run until it ends. Then another job may start. */
function track(state: SchedulerState, run: Run): Run {
  state.runs.set(run.id, run);
  // The queue may have been suspended or held while the job was claimed.
  run.suspend(suspensionOf(state.stops));
  void run.ended.then(() => {
    state.runs.delete(run.id);
    state.runner.encodeSlots.release(run.id);
    pump(state);
  });
  return run;
}

/** No job starts outside the scheduled hours. A timer wakes the queue when they start. */
function scheduleAllows(state: SchedulerState): boolean {
  const { deps } = state.runner;
  const { schedule } = deps.settings.current().transcoding;
  const now = deps.clock.now();
  if (mayStartNow(schedule, now)) return true;
  clearTimeout(state.hoursTimer);
  state.hoursTimer = setTimeout(() => pump(state), Math.min(msUntilStart(schedule, now) ?? MAX_TIMER_MS, MAX_TIMER_MS));
  return false;
}

/**
 * Sets a timer that wakes the queue when the first delayed job may start. Jobs are delayed, for example, after a crash
 * of the service.
 */
async function wakeAfterPause(state: SchedulerState): Promise<void> {
  const { deps, jobStore } = state.runner;
  const leftMs = await jobStore.jobs.pauseLeftMs(deps.clock.now().getTime());
  clearTimeout(state.pauseTimer);
  if (leftMs !== undefined) state.pauseTimer = setTimeout(() => pump(state), Math.min(leftMs, MAX_PAUSE_MS));
}

/** Returns jobs to the queue whose claim may have been written although its response was lost. */
async function reclaimLost({ runner: { jobStore, lease }, runs }: SchedulerState): Promise<void> {
  for (const row of await jobStore.jobs.inStates(["probing"])) {
    if (row.leaseInstance !== lease.instance || runs.has(row.id)) continue;
    await jobStore.apply(row.id, "leaseLost", ATTEMPT_ENDED, { lease });
  }
}

async function stopRuns(state: SchedulerState): Promise<void> {
  state.stopped = true;
  await state.pumping;
  clearTimeout(state.hoursTimer);
  clearTimeout(state.pauseTimer);
  clearTimeout(state.retryTimer);
  for (const run of state.runs.values()) run.stop("shutdown");
  await Promise.all([...state.runs.values()].map((run) => run.ended));
}
