import { availableParallelism, cpus } from "node:os";

/** What decides how many parts are made here at once. */
export interface LaneRules {
  /** Never more than this. */
  atMost: number;
  /** How many there are from the beginning; one when absent. Rejects never. */
  first?(signal: AbortSignal): Promise<number>;
  /** Resolves when it is time to look at the machine again; rejects never. */
  pause(signal: AbortSignal): Promise<void>;
  /** Whether the machine could take one more beside those that run. Measured, not guessed. */
  hasRoom(): Promise<boolean>;
  /** Told how many there are now, whenever one more was found to have room. */
  grew?(lanes: number): void;
}

/** How many encodes of a kind found room side by side, by kind: the next film of the kind need not find out again. */
export type LanesFound = Map<string, number>;

/** An encode of a film's parts. */
export interface LaneKind {
  /** Encodes of one kind leave equally much of the machine to others. */
  kind: string;
  /** Memory that one takes. */
  bytesPerLane: number;
  /** Its encoder makes the same of a part by one thread as by many. */
  sameByThreads: boolean;
  found: LanesFound;
}

/** An encoder takes so long until it has read ahead and all its threads work. */
const SETTLE_MS = 5_000;
/** Over how long the processors are measured: for a moment every encoder waits for its source. */
const MEASURE_MS = 15_000;
/**
 * Encoders that leave this share of all processors unused leave room for another: one more costs all of them 2 to 5 % for
 * the caches that they share. On two cores at 640x360 one x265 leaves 15 %, one x264 4.5 % and one SVT-AV1 2.5 %; of larger
 * pictures x264 and SVT-AV1 leave 1.7 %.
 */
const IDLE_SHARE = 0.035;
/** Memory that stays free for everything else, beside what another encoder takes. */
const SPARE_BYTES = 1_000_000_000;

/** A machine that leaves this share unused for so long encodes nothing else; nothing of the film runs by then. */
const RESTING_SHARE = 0.25;
const RESTING_MS = 100;

/**
 * Machines of at most so many processors begin with a part for each where an encoder of one thread makes the same: on two
 * cores two SVT-AV1 of one thread each take 4 % less time than two in turn. On more, the last parts would take too long.
 */
const FEW_PROCESSORS = 4;

/** Measures how busy the processors are while it pauses, and how much memory is free. */
export function machineRoom(
  { kind, bytesPerLane, sameByThreads, found }: LaneKind,
  idleOver = idleShareOver,
  processors = availableParallelism(),
): LaneRules {
  const hasMemory = (lanes: number) => Deno.systemMemoryInfo().available >= lanes * bytesPerLane + SPARE_BYTES;
  const known = () => sameByThreads && processors <= FEW_PROCESSORS ? processors : found.get(kind) ?? 1;
  let idle = 0;
  return {
    atMost: processors,
    async first(signal) {
      const lanes = known();
      if (lanes === 1 || !hasMemory(lanes)) return 1;
      return await idleOver(RESTING_MS, signal) >= RESTING_SHARE ? lanes : 1;
    },
    async pause(signal) {
      await waited(SETTLE_MS, signal);
      idle = await idleOver(MEASURE_MS, signal);
    },
    hasRoom: () => Promise.resolve(idle >= IDLE_SHARE && hasMemory(1)),
    grew: (lanes) => void found.set(kind, Math.max(lanes, known())),
  };
}

/** The share of all processors that nothing uses from now on for so long; shorter when it is aborted. */
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
