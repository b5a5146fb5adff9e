import { availableParallelism, cpus } from "node:os";

/** What decides how many parts are made here at once. */
export interface LaneRules {
  /** Never more than this. */
  atMost: number;
  /** Resolves when it is time to look at the machine again; rejects never. */
  pause(signal: AbortSignal): Promise<void>;
  /** Whether the machine could take one more beside those that run. Measured, not guessed. */
  hasRoom(): Promise<boolean>;
}

/** An encoder takes so long until it has read ahead and all its threads work. */
const SETTLE_MS = 5_000;
/** Over how long the processors are measured: for a moment every encoder waits for its source. */
const MEASURE_MS = 15_000;
/**
 * Encoders that leave this share of all processors unused leave room for another: one more costs all of them 2 to 4 % for
 * the caches that they share. On two cores one x264 leaves 4.5 %, one x265 15 %, one SVT-AV1 2.5 %.
 */
const IDLE_SHARE = 0.035;
/** Memory that stays free for everything else, beside what another encoder takes. */
const SPARE_BYTES = 1_000_000_000;

/** Measures how busy the processors are while it pauses, and how much memory is free. */
export function machineRoom({ bytesPerLane }: { bytesPerLane: number }): LaneRules {
  let before = processorTimes();
  return {
    atMost: availableParallelism(),
    async pause(signal) {
      await waited(SETTLE_MS, signal);
      before = processorTimes();
      await waited(MEASURE_MS, signal);
    },
    hasRoom() {
      const now = processorTimes();
      const all = now.all - before.all;
      const idle = all > 0 ? (now.idle - before.idle) / all : 0;
      return Promise.resolve(idle >= IDLE_SHARE && Deno.systemMemoryInfo().available >= bytesPerLane + SPARE_BYTES);
    },
  };
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((one) => one.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  const busy = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq, 0);
  return { idle, all: idle + busy };
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
