import { setTimeout as sleep } from "node:timers/promises";

/** Time of the services of players. Tests replace it with a virtual one. */
export interface PlayerTime {
  nowMs(): number;
  /** Resolves after this time, or when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The system's time. */
export const systemTime: PlayerTime = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};
