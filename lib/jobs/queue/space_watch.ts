import type { Need } from "../../platform/storage/space.ts";
import type { RunnerDeps } from "../run/run_context.ts";
import type { Scheduler } from "./scheduler.ts";

/** Checks from time to time whether jobs that wait for space can go on. No timer while none waits. */
export interface SpaceWatch {
  /** Jobs may have begun to wait: checks go on until none does. */
  watch(): void;
  stop(): Promise<void>;
}

/** What the watch holds. */
interface WatchState {
  readonly runner: RunnerDeps;
  readonly scheduler: Scheduler;
  timer?: ReturnType<typeof setInterval> | undefined;
  /** Settles when no check is under way. */
  checking: Promise<void> | undefined;
  stopped: boolean;
}

/** Builds the watch; it starts with the first `watch`. */
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

/** Queues the jobs that have room now, and ends the timer when none waits. */
async function checkWaiting(state: WatchState): Promise<void> {
  const { runner: { deps, jobStore }, scheduler } = state;
  const waiting = await jobStore.jobs.inStates(["waiting_for_space"]);
  if (waiting.length === 0) {
    clearInterval(state.timer);
    state.timer = undefined;
    return;
  }
  // In the order of the queue, each on top of those that were queued before it.
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
