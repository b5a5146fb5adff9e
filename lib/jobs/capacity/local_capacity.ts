import { availableParallelism, cpus } from "node:os";

/** Rules for the number of segments that are encoded concurrently on this machine. */
export interface SlotRules {
  /** Maximum number of slots. */
  maxSlots: number;
  /** Returns the initial number of slots, by default one. Never rejects. */
  first?(signal: AbortSignal): Promise<number>;
  /** Resolves when the CPU use of the machine should be measured again. Never rejects. */
  pause(signal: AbortSignal): Promise<void>;
  /** True if measurements show that the machine has capacity for another slot. */
  hasCapacity(): Promise<boolean>;
  /** Called with the new number of slots after a slot has been added. */
  onGrow?(slots: number): void;
}

/**
 * Number of concurrent encodes for which the machine has capacity, by kind of encode. The next video of the same kind
 * starts with this number.
 */
export type SlotsByKind = Map<string, number>;

/** Properties of the encodes of a video's segments. */
export interface EncodeLoad {
  /** Key of the kind. Encodes of the same kind use the machine in the same way. */
  kind: string;
  /** Memory required per encode. */
  bytesPerSlot: number;
  /** True if the encoder produces identical output with one thread and with many. */
  sameByThreads: boolean;
  slotsByKind: SlotsByKind;
}

/** Time in milliseconds until an encoder has filled its lookahead and uses all its threads. */
const SETTLE_MS = 5_000;
/** Duration in milliseconds of a measurement of CPU use. Every encoder occasionally waits for its source. */
const MEASURE_MS = 15_000;
/**
 * Idle share of all CPU cores at which another encoder is added. Due to shared caches, it slows the others down by 2 to
 * 5 %. On two cores at 640x360, x265 leaves 15 % idle, x264 4.5 % and SVT-AV1 2.5 %. At larger sizes, x264 and SVT-AV1
 * leave 1.7 %.
 */
const IDLE_SHARE = 0.035;
/** Memory in bytes that must remain free, in addition to the requirement of another encoder. */
const SPARE_BYTES = 1_000_000_000;

/** Minimum idle share of a machine that encodes nothing else. It is measured before the video is started. */
const RESTING_SHARE = 0.25;
const RESTING_MS = 100;

/**
 * Maximum number of CPU cores for which encoding starts with one segment per core, if the encoder produces identical
 * output with one thread. On two cores, two SVT-AV1 encodes with one thread each take 4 % less time than one after the
 * other. With more cores, the last segments would take too long.
 */
const FEW_PROCESSORS = 4;

/** Measures the CPU use during a delay, and the free memory. */
export function localCapacity(
  { kind, bytesPerSlot, sameByThreads, slotsByKind }: EncodeLoad,
  idleOver = idleShareOver,
  processors = availableParallelism(),
): SlotRules {
  const hasMemory = (slots: number) => Deno.systemMemoryInfo().available >= slots * bytesPerSlot + SPARE_BYTES;
  const known = () => sameByThreads && processors <= FEW_PROCESSORS ? processors : slotsByKind.get(kind) ?? 1;
  let idle = 0;
  return {
    maxSlots: processors,
    async first(signal) {
      const slots = known();
      if (slots === 1 || !hasMemory(slots)) return 1;
      return await idleOver(RESTING_MS, signal) >= RESTING_SHARE ? slots : 1;
    },
    async pause(signal) {
      await waited(SETTLE_MS, signal);
      idle = await idleOver(MEASURE_MS, signal);
    },
    hasCapacity: () => Promise.resolve(idle >= IDLE_SHARE && hasMemory(1)),
    onGrow: (slots) => void slotsByKind.set(kind, Math.max(slots, known())),
  };
}

/** Returns the idle share of all CPU cores over the given time. If aborted, the time is shorter. */
async function idleShareOver(ms: number, signal: AbortSignal): Promise<number> {
  const before = processorTimes();
  await waited(ms, signal);
  const now = processorTimes();
  const all = now.all - before.all;
  return all > 0 ? (now.idle - before.idle) / all : 0;
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
