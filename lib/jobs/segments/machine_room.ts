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

/** How often the machine is looked at: long enough for an encoder to get going. */
const LOOK_EVERY_MS = 10_000;
/**
 * Encoders that leave this share of all processors unused leave room for another. On two cores one x264 leaves 0.045 of
 * them; with one more encoder than needed the last parts of a film end later.
 */
const IDLE_SHARE = 0.02;
/** Memory that stays free for everything else, beside what another encoder takes. */
const SPARE_BYTES = 1_000_000_000;

/** Measures how busy the processors are between two looks, and how much memory is free. */
export function machineRoom({ bytesPerLane }: { bytesPerLane: number }): LaneRules {
  let before = processorTimes();
  return {
    atMost: availableParallelism(),
    pause: (signal) => waited(LOOK_EVERY_MS, signal),
    hasRoom() {
      const now = processorTimes();
      const all = now.all - before.all;
      const idle = all > 0 ? (now.idle - before.idle) / all : 0;
      before = now;
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
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
