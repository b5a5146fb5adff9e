import type { MoviePart, PartClock, PartTimes, RemoteResult } from "../../lib/jobs/capacity/schedule_model.ts";
import { PART_TIMES, WrongResult } from "../../lib/jobs/capacity/schedule_model.ts";
import { createMachineSlots, type MachineSlots } from "../../lib/jobs/capacity/machine_slots.ts";
import { HERE } from "../../lib/jobs/segments/schedule/part_schedule.ts";
import { runParts } from "../../lib/jobs/segments/schedule/run_parts.ts";
import { RemoteFailure, type RemoteMachine } from "../../lib/jobs/capacity/remote_machines.ts";

/** The real scheduler with simulated machines in virtual time. */

/** A clock that jumps to the next event. */
export interface VirtualTime extends PartClock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Advances the clock until `work` has settled. Throws if no event is pending before the limit. */
  run<T>(work: Promise<T>, limitMs?: number): Promise<T>;
}

interface Alarm {
  atMs: number;
  ring(): void;
}

/** Verification time of a segment relative to its encode. */
const VERIFYING = 0.05;
/** Time in milliseconds for comparing two encodes of a segment. */
const COMPARING_MS = 5_000;

/** Creates a virtual clock, starting at 0. */
export function createVirtualTime(): VirtualTime {
  let now = 0;
  const alarms = new Set<Alarm>();
  const set = (ms: number, ring: () => void) => {
    const alarm = { atMs: now + ms, ring };
    alarms.add(alarm);
    return alarm;
  };
  const time: VirtualTime = {
    nowMs: () => now,
    every(ms, work) {
      let alarm = set(ms, again);
      function again() {
        alarm = set(ms, again);
        work();
      }
      return () => alarms.delete(alarm);
    },
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const alarm = set(ms, resolve);
      const stop = () => {
        alarms.delete(alarm);
        resolve();
      };
      signal?.addEventListener("abort", stop, { once: true });
      return promise.finally(() => signal?.removeEventListener("abort", stop));
    },
    async run(work, limitMs = 1e12) {
      let ended = false;
      const end = () => void (ended = true);
      work.then(end, end);
      for (;;) {
        // All consequences of an event run before the clock advances.
        await new Promise((resolve) => setImmediate(resolve));
        if (ended) return await work;
        let next: Alarm | undefined;
        for (const alarm of alarms) if (next === undefined || alarm.atMs < next.atMs) next = alarm;
        if (next === undefined || next.atMs > limitMs) throw new Error(`Stuck at ${now} ms.`);
        now = next.atMs;
        for (const alarm of [...alarms]) {
          if (alarm.atMs > now) continue;
          alarms.delete(alarm);
          alarm.ring();
        }
      }
    },
  };
  return time;
}

/** A simulated machine. */
export interface ModelMachine {
  id: string;
  slots: number;
  /** Speed of one slot in frames per millisecond. */
  speed: number;
  /** Period in which the machine is connected. */
  fromMs?: number;
  untilMs?: number;
  /** Returns the outcome of the n-th segment of the machine. */
  fate?(n: number): "good" | "fails" | "silent" | "wrong" | "unlike";
  /** Simulates the transfer of a segment. */
  transfer?(pictures: number, time: VirtualTime): Promise<void>;
  /** Time in milliseconds for verifying the results of the machine. The default is 0. */
  verifyMs?: number;
}

/** A movie and the machines that encode it. */
export interface ModelFilm {
  parts: MoviePart[];
  machines: ModelMachine[];
  here: { speed: number; maxSlots: number };
  keepLocal: number;
  drawn?: () => boolean;
  /** Outcome for segments that a machine delivered earlier. */
  producedFate?: "good" | "damaged" | "unlike";
  /** Time in milliseconds until which agents receive no segments. */
  pausedUntilMs?: number;
  slots?: MachineSlots;
  times?: Partial<PartTimes>;
}

/** Results of a simulation. */
export interface ModelResult {
  /** Machine whose encode was accepted, by segment. */
  workers: Map<MoviePart, string>;
  madeMs: number;
  /** Number of started encodes. `encoded` has their segments. */
  encodes: number;
  encoded: Set<MoviePart>;
  rejected: string[];
  /** Maximum number of segments that each machine encoded concurrently. */
  most: Map<string, number>;
  /** Maximum number of unverified segments of one machine at the same time. */
  mostUnverified: number;
}

/** Runs the real scheduler on a movie. */
export async function runModel(film: ModelFilm, time: VirtualTime): Promise<ModelResult> {
  const { machines, here, keepLocal } = film;
  const result: ModelResult = {
    workers: new Map(),
    madeMs: 0,
    encodes: 0,
    encoded: new Set(),
    rejected: [],
    most: new Map(),
    mostUnverified: 0,
  };
  const unverified = new Map<string, number>();
  const verify = async (id: string, signal: AbortSignal) => {
    const now = (unverified.get(id) ?? 0) + 1;
    unverified.set(id, now);
    result.mostUnverified = Math.max(result.mostUnverified, now);
    await time.sleep(model.get(id)?.verifyMs ?? 0, signal);
    unverified.set(id, (unverified.get(id) ?? 1) - 1);
    signal.throwIfAborted();
  };
  const rejected = new Set<string>();
  const counts = new Map<string, number>();
  const busy = new Map<string, number>();
  const isThere = ({ id, fromMs = 0, untilMs = Infinity }: ModelMachine) =>
    !rejected.has(id) && fromMs <= time.nowMs() && time.nowMs() < untilMs;
  const work = async (id: string, work: () => Promise<void>) => {
    result.encodes++;
    const now = (busy.get(id) ?? 0) + 1;
    busy.set(id, now);
    result.most.set(id, Math.max(now, result.most.get(id) ?? 0));
    try {
      await work();
    } finally {
      busy.set(id, (busy.get(id) ?? 1) - 1);
    }
  };
  const listeners = new Set<() => void>();
  const stops = machines.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs].filter((at) => at !== undefined)).map(
    (at) => {
      const stop = time.every(Math.max(1, at - time.nowMs()), () => {
        stop();
        for (const listener of listeners) listener();
      });
      return stop;
    },
  );
  const model = new Map(machines.map((machine) => [machine.id, machine]));
  const remote = (machine: ModelMachine): RemoteMachine => ({
    id: machine.id,
    name: machine.id,
    slots: machine.slots,
    encode: () => Promise.resolve(),
  });
  const began = time.nowMs();
  await runParts<MoviePart, { by: string; good: boolean }>({
    parts: film.parts,
    slotRules: {
      maxSlots: here.maxSlots,
      pause: (signal) => time.sleep(10_000, signal),
      hasCapacity: () => Promise.resolve(true),
    },
    clock: time,
    signal: new AbortController().signal,
    farm: {
      available: () => Promise.resolve(machines.filter(isThere).map(remote)),
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isPaused: () => time.nowMs() < (film.pausedUntilMs ?? 0),
      keepLocal: () => keepLocal,
      slots: film.slots ?? createMachineSlots(),
      times: { ...PART_TIMES, ...film.times },
    },
    work: {
      async makeHere(part, { signal, onEncoded }) {
        const { pictures } = part;
        result.encoded.add(part);
        await work(HERE, () => time.sleep(pictures / here.speed, signal));
        signal.throwIfAborted();
        onEncoded();
        await time.sleep(pictures / here.speed * VERIFYING, signal);
        signal.throwIfAborted();
        return { by: HERE, good: true };
      },
      async makeOn(part, { id }, { signal, onEncoded }): Promise<RemoteResult<{ by: string; good: boolean }>> {
        const { pictures } = part;
        result.encoded.add(part);
        const machine = model.get(id);
        if (!machine) throw new Error(`There is no machine ${id}.`);
        const n = counts.get(id) ?? 0;
        counts.set(id, n + 1);
        const fate = machine.fate?.(n) ?? "good";
        const end = machine.untilMs ?? Infinity;
        const elapsedMs = fate === "silent" ? 1e9 : pictures / machine.speed * (fate === "fails" ? 0.5 : 1);
        await work(id, () => time.sleep(Math.max(1, Math.min(elapsedMs, end - time.nowMs())), signal));
        signal.throwIfAborted();
        if (time.nowMs() >= end) throw new RemoteFailure("gone");
        if (fate === "fails") throw new RemoteFailure("failed");
        await machine.transfer?.(pictures, time);
        signal.throwIfAborted();
        onEncoded();
        await verify(id, signal);
        if (fate === "wrong") throw new WrongResult("garbage");
        return { made: { by: id, good: fate === "good" }, drawn: film.drawn?.() ?? false };
      },
      async verifyProduced(
        { producedBy: { id } = { id: "" } },
        signal,
      ): Promise<RemoteResult<{ by: string; good: boolean }>> {
        await verify(id, signal);
        const fate = film.producedFate ?? "good";
        if (fate === "damaged") throw new RemoteFailure("damaged");
        return { made: { by: id, good: fate === "good" }, drawn: film.drawn?.() ?? false };
      },
      // A comparison that ends at the time of an abort still returns its result.
      async alike(one, other) {
        await time.sleep(COMPARING_MS);
        return one.good === other.good;
      },
      commit(part, _made, workerId) {
        if (result.workers.has(part)) throw new Error("A part counts twice.");
        result.workers.set(part, workerId);
        return Promise.resolve();
      },
      discard: () => Promise.resolve(),
      undo(part) {
        result.workers.delete(part);
        return Promise.resolve();
      },
      reject(id, reason) {
        rejected.add(id);
        result.rejected.push(`${id}: ${reason}`);
      },
    },
  });
  for (const stop of stops) stop();
  result.madeMs = time.nowMs() - began;
  return result;
}
