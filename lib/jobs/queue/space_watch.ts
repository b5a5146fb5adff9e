import type { Need } from "../../platform/storage/space.ts";
import type { RunnerDeps } from "../attempt/run.ts";
import type { Scheduler } from "./scheduler.ts";

/** Periodic check for jobs that wait for space and can continue. No timer runs while no job waits. */
export interface SpaceWatch {
  /** Starts checks, which continue until no job waits. */
  watch(): void;
  stop(): Promise<void>;
}

/** State of the watch. */
interface WatchState {
  readonly runner: RunnerDeps;
  readonly scheduler: Scheduler;
  timer?: ReturnType<typeof setInterval> | undefined;
  /** Settles when no check is running. */
  checking: Promise<void> | undefined;
  stopped: boolean;
}

/** Creates the watch, which is inactive until `watch` is called. */
export function watchSpace(runner: RunnerDeps, scheduler: Scheduler): SpaceWatch {
  const state: WatchState = { runner, scheduler, checking: undefined, stopped: false };
  const everyMs = runner.deps.spaceCheckMs ?? 60_000;
  return {
    watch() {
      if (!state.stopped) state.timer ??= setInterval(() => checkOnce(state), everyMs);
    },
    async stop() {
      state.stopped = true;
      clearInterval(state.timer);
      await state.checking;
    },
  };
}

function checkOnce(state: WatchState): void {
  const { log } = state.runner;
  state.checking ??= checkWaiting(state)
    .catch((error) => log("warn", "Free space could not be checked.", { error: String(error) }))
    .finally(() => state.checking = undefined);
}

/** Queues the jobs that have enough space now, and stops the timer if no job waits. */
async function checkWaiting(state: WatchState): Promise<void> {
  const { runner: { deps, jobStore }, scheduler } = state;
  const waiting = await jobStore.jobs.inStates(["waiting_for_space"]);
  if (waiting.length === 0) {
    clearInterval(state.timer);
    state.timer = undefined;
    return;
  }
  // Jobs are checked in queue order. The space needed by earlier jobs is added to that of later ones.
  const promised: Need[] = [];
  for (const row of waiting) {
    const needs = row.spaceNeeds ?? [];
    if (await deps.storage.space.shortage([...promised, ...needs])) continue;
    promised.push(...needs);
    await jobStore.apply(row.id, "spaceBack", { message: null });
  }
  if (promised.length === 0) return;
  await deps.storage.reserve?.fill();
  scheduler.pump();
}
