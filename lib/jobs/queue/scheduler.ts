import type { JobRow } from "../../../db/schema/schema.ts";
import { startDelivery, startRun } from "../run/run.ts";
import { MAX_PAUSE_MS } from "./pause.ts";
import { mayStart, startsIn } from "./schedule.ts";
import { ATTEMPT_ENDED, type Run, type RunnerDeps } from "../run/run_context.ts";

/** Decides when a queued job starts. Woken by whatever changes; never polls. */
export interface Scheduler {
  readonly runs: ReadonlyMap<string, Run>;
  /** Starts what may start now. */
  pump(): void;
  /** Resolves when no job is between the store and `runs`. */
  settled(): Promise<void>;
  /** Finishes a journalled delivery, beside the limit. */
  deliver(row: JobRow): Run;
  pause(paused: boolean): void;
  /** Stops every run; resolves when their tools are gone and their jobs are back in the queue. */
  stop(): Promise<void>;
}

/** At most this many jobs that encode nothing run beside the limit (behaviour.md, 1.2). */
const BESIDE_MAX = 1;
/** Long timers drift when a machine sleeps: the hours are looked at again at least this often. */
const LOOK_AGAIN_MS = 3_600_000;
/** After a database that did not answer: twice as long each time. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

export function createScheduler(runner: RunnerDeps): Scheduler {
  const { deps, ledger, lease, log } = runner;
  const runs = new Map<string, Run>();
  let paused = true;
  let stopped = false;
  let pumping: Promise<void> | undefined;
  let again = false;
  let alarm: ReturnType<typeof setTimeout> | undefined;
  let pauseAlarm: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  /** Outside of the hours for encodes nothing starts; a timer wakes the queue when they begin. */
  const scheduleAllows = (): boolean => {
    const { schedule } = deps.settings.current().transcoding;
    const now = deps.clock.now();
    if (mayStart(schedule, now)) return true;
    clearTimeout(alarm);
    alarm = setTimeout(() => scheduler.pump(), Math.min(startsIn(schedule, now) ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS));
    return false;
  };

  /** Jobs that the service ended under wait a while: a timer wakes the queue when the first of them may go on. */
  const wakeAfterPause = async (): Promise<void> => {
    const leftMs = await ledger.jobs.pauseLeftMs(deps.clock.now().getTime());
    clearTimeout(pauseAlarm);
    if (leftMs !== undefined) pauseAlarm = setTimeout(() => scheduler.pump(), Math.min(leftMs, MAX_PAUSE_MS));
  };

  const track = (run: Run): Run => {
    runs.set(run.id, run);
    void run.ended.then(() => {
      runs.delete(run.id);
      scheduler.pump();
    });
    return run;
  };

  const startOne = async (): Promise<boolean> => {
    const limit = deps.settings.current().concurrency;
    if (stopped || paused || limit <= 0 || !scheduleAllows()) return false;
    const beside = [...runs.values()].filter((run) => run.beside).length;
    const full = runs.size - beside >= limit;
    if (full && beside >= BESIDE_MAX) return false;
    const row = await ledger.jobs.claim(lease, {
      copyOnly: full,
      at: deps.clock.now().getTime(),
      maxPauseMs: MAX_PAUSE_MS,
    });
    if (row === undefined) {
      await wakeAfterPause();
      return false;
    }
    runner.crashPoint("claimed");
    track(startRun(row, full, runner));
    ledger.announce(row);
    return true;
  };

  /** A claim whose answer was lost may have been written: such a job goes back to its place. */
  const reclaim = async (): Promise<void> => {
    for (const row of await ledger.jobs.inStates(["probing"])) {
      if (row.leaseInstance !== lease.instance || runs.has(row.id)) continue;
      await ledger.apply(row.id, "leaseLost", ATTEMPT_ENDED, { lease });
    }
  };

  const scheduler: Scheduler = {
    runs,
    pump() {
      again = true;
      pumping ??= (async () => {
        try {
          // Nothing is claimed meanwhile: the queue is read by one at a time.
          if (failures > 0) await reclaim();
          while (again) {
            again = false;
            while (await startOne());
          }
          failures = 0;
        } catch (error) {
          const waitMs = Math.min(LONGEST_RETRY_MS, (deps.claimRetryMs ?? FIRST_RETRY_MS) * 2 ** failures++);
          log("warn", "The queue could not be read; it is tried again.", { error: String(error), waitMs });
          clearTimeout(retry);
          if (!stopped) retry = setTimeout(() => scheduler.pump(), waitMs);
        } finally {
          pumping = undefined;
        }
      })();
    },
    settled: async () => await pumping,
    deliver: (row) => track(startDelivery(row, runner)),
    pause(now) {
      paused = now;
      scheduler.pump();
    },
    async stop() {
      stopped = true;
      await pumping;
      clearTimeout(alarm);
      clearTimeout(pauseAlarm);
      clearTimeout(retry);
      for (const run of runs.values()) run.stop("shutdown");
      await Promise.all([...runs.values()].map((run) => run.ended));
    },
  };
  return scheduler;
}
