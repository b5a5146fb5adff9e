import { setTimeout as sleep } from "node:timers/promises";
import {
  type ConditionHold,
  conditionHold,
  type ConditionLimits,
  type ConditionState,
  type MachineReadings,
  nextConditions,
} from "./machine_conditions.ts";

/** Reads the machine periodically, and holds the queue while a condition is not met. */
export interface ConditionWatch {
  /** Resolves when the first reading has been applied, or after its timeout. */
  first: Promise<void>;
  /** Reads immediately, because the limits have changed. */
  readNow(): void;
  /** Stops reading. The hold is not changed. */
  stop(): Promise<void>;
}

export interface WatchDeps {
  limits(): ConditionLimits;
  read(): Promise<MachineReadings>;
  /** Holds the queue, or releases it. Called only if the hold changes. */
  hold(hold: ConditionHold | undefined): void;
  /** Replaced by tests. */
  time?: ConditionTime;
}

export interface ConditionTime {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Resolves after this time, or when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Interval in milliseconds between two readings. */
export const READ_MS = 5_000;
/** Timeout of a reading in milliseconds. A value that takes longer cannot be read. */
const TIMEOUT_MS = 2_000;

const SYSTEM_TIME: ConditionTime = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** Starts reading the machine. */
export function watchConditions({ limits, read, hold, time = SYSTEM_TIME }: WatchDeps): ConditionWatch {
  const stopped = new AbortController();
  const { signal } = stopped;
  let state: ConditionState = {};
  let held: ConditionHold | undefined;
  let reading: Promise<MachineReadings> | undefined;
  /** Ends the pause between two readings. */
  let woken = new AbortController();

  /** A reading that blocks is awaited again by the next round, so that not more than one blocks. */
  async function readInTime(): Promise<MachineReadings> {
    const timeout = new AbortController();
    reading ??= read().catch(() => ({})).finally(() => reading = undefined);
    const late = time.sleep(TIMEOUT_MS, timeout.signal).then(() => ({}));
    return await Promise.race([reading, late]).finally(() => timeout.abort());
  }

  async function round(): Promise<void> {
    const readings = await readInTime();
    if (signal.aborted) return;
    state = nextConditions(state, limits(), readings, time.nowMs());
    const next = conditionHold(state);
    if (next?.reason === held?.reason && next?.until === held?.until) return;
    held = next;
    hold(next);
  }

  const first = round();
  const loop = (async () => {
    await first;
    while (!signal.aborted) {
      woken = new AbortController();
      await time.sleep(READ_MS, AbortSignal.any([signal, woken.signal]));
      if (!signal.aborted) await round();
    }
  })();
  return {
    first,
    readNow: () => woken.abort(),
    async stop() {
      stopped.abort();
      await loop;
    },
  };
}
