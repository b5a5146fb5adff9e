import { startAttempt } from "./attempts.ts";
import { type MovieState, type PartState } from "./movie_state.ts";
import type { MoviePart, MovieRun } from "../../capacity/schedule_model.ts";
import { HERE } from "./part_schedule.ts";
import { RemoteFailure } from "../../capacity/remote_machines.ts";
import { assign, limitOf } from "./assign_parts.ts";

/**
 * Encodes all segments of a video, on this machine and others at the same time. Starts with the initial slots here, and
 * adds another slot whenever there is capacity. The first error on this machine stops everything, and is thrown after
 * all attempts have ended. Segments that fail on other machines are encoded again.
 */
export async function runParts<P extends MoviePart, M>(run: MovieRun<P, M>): Promise<void> {
  const { signal, farm, clock } = run;
  const state = createState(run, await run.slotRules.first?.(signal) ?? 1);
  const ended = Promise.withResolvers<void>();
  const idle = new AbortController();
  let due = false;
  state.scheduleUpdate = () => {
    if (due) return;
    due = true;
    // Handles all changes in one turn of the event loop together.
    queueMicrotask(() => {
      due = false;
      if (state.attempts.size === 0 && (state.left === 0 || state.stop.signal.aborted)) return ended.resolve();
      if (!state.stop.signal.aborted) assign(state);
      wake();
    });
  };
  let changed = Promise.withResolvers<void>();
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const stop = () => {
    state.stop.abort(signal.reason);
    state.scheduleUpdate();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  // Segments that were delivered earlier are verified before segments are assigned to other machines.
  for (const part of state.parts) {
    const { producedBy } = part.part;
    if (producedBy !== undefined && !part.done && !state.stop.signal.aborted) {
      startAttempt(state, part, { producedBy: producedBy.id }, () => {});
    }
  }
  const unsubscribe = await joinFarm(state);
  const stopUpdates = farm && clock.every(farm.times.updateEveryMs, () => {
    endSilent(state);
    state.scheduleUpdate();
  });
  const growing = addSlots(state, idle.signal, () => changed.promise);
  state.scheduleUpdate();
  try {
    await ended.promise;
  } finally {
    idle.abort();
    wake();
    stopUpdates?.();
    await unsubscribe();
    signal.removeEventListener("abort", stop);
    await growing;
  }
  signal.throwIfAborted();
  if (state.failure) throw state.failure.error;
}

function createState<P extends MoviePart, M>(run: MovieRun<P, M>, localSlots: number): MovieState<P, M> {
  const parts = run.parts.map((part): PartState<P, M> => ({
    ...{ part, done: part.madeBy !== undefined, madeBy: part.madeBy, committed: Promise.resolve() },
    ...{ attempts: new Set(), failedOn: [], mustHere: false, candidates: [] },
  }));
  const waiting = parts.filter(({ done }) => !done);
  return {
    ...{ run, parts, waiting, special: new Set(), attempts: new Set(), workers: new Map(), machines: [] },
    ...{ localSlots, left: waiting.length, stop: new AbortController(), scheduleUpdate: () => {} },
  };
}

/** Subscribes to changes of machines. Returns a function that unsubscribes. */
async function joinFarm<P extends MoviePart, M>(state: MovieState<P, M>): Promise<() => Promise<void>> {
  const { farm } = state.run;
  if (!farm) return () => Promise.resolve();
  const share = state.share = farm.slots.join(() => state.scheduleUpdate());
  let stale = true;
  let reading: Promise<void> | undefined;
  const read = async () => {
    while (stale) {
      stale = false;
      state.machines = await farm.available().catch(() => []);
      state.scheduleUpdate();
    }
    reading = undefined;
  };
  const refresh = () => {
    stale = true;
    return reading ??= read();
  };
  const off = farm.onChange(() => void refresh());
  await refresh();
  return async () => {
    off();
    await reading;
    share.remove();
  };
}

/**
 * Aborts encodes on other machines that have stopped reporting. If all frames were reported, the machine may still be
 * uploading the result. `RemoteMachine.encode` monitors the upload, and fails if nothing arrives.
 */
function endSilent<P extends MoviePart, M>({ attempts, run: { clock, farm } }: MovieState<P, M>): void {
  const silenceMs = farm?.times.silenceMs ?? Infinity;
  for (const { workerId, frame, grownMs, encodedMs, state: { part }, controller } of attempts) {
    if (workerId === HERE || encodedMs !== undefined || frame >= part.pictures || clock.nowMs() - grownMs < silenceMs) {
      continue;
    }
    controller.abort(new RemoteFailure("The encoder of the machine stopped reporting progress."));
  }
}

/** Adds slots while segments are waiting and there is capacity. */
async function addSlots<P extends MoviePart, M>(
  state: MovieState<P, M>,
  ended: AbortSignal,
  changed: () => Promise<void>,
): Promise<void> {
  const { slotRules } = state.run;
  const mayGrow = () => state.waiting.length > 0 && state.localSlots < limitOf(state);
  while (!ended.aborted && !state.stop.signal.aborted) {
    if (!mayGrow()) await changed();
    else {
      await slotRules.pause(AbortSignal.any([ended, state.stop.signal]));
      if (ended.aborted || state.stop.signal.aborted) return;
      if (mayGrow() && await slotRules.hasCapacity()) {
        state.localSlots++;
        slotRules.onGrow?.(state.localSlots);
        state.scheduleUpdate();
      }
    }
  }
}
