import type { Need } from "../../platform/storage/space.ts";
import type { RunnerDeps } from "../run/run_context.ts";
import type { Scheduler } from "./scheduler.ts";

/** Looks again, now and then, whether jobs that wait for room could go on. No timer while none waits. */
export interface SpaceWatch {
  /** Jobs may have begun or stopped waiting. */
  look(): void;
  stop(): Promise<void>;
}

export function watchSpace({ deps, jobStore, log }: RunnerDeps, scheduler: Scheduler): SpaceWatch {
  const everyMs = deps.spaceCheckMs ?? 60_000;
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking: Promise<void> | undefined;
  let stopped = false;

  const check = async (): Promise<void> => {
    const waiting = await jobStore.jobs.inStates(["waiting_for_space"]);
    if (waiting.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    // In the order of the queue, each on top of those that were let go before it.
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
  };
  const checkOnce = (): void => {
    looking ??= check()
      .catch((error) => log("warn", "Free space could not be checked.", { error: String(error) }))
      .finally(() => looking = undefined);
  };
  return {
    look() {
      if (!stopped) timer ??= setInterval(checkOnce, everyMs);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
