import { type Place, startAttempt } from "./attempts.ts";
import {
  type Attempt,
  factsOf,
  type FilmState,
  mayHave,
  mustBeMadeHere,
  type PartState,
  workingMachines,
} from "./film_state.ts";
import type { FilmPart, FilmRun } from "../../capacity/schedule_model.ts";
import { HERE, isInTime, leftMs, localLimit, partToDouble, type Slot } from "./part_schedule.ts";
import { RemoteFailure, type RemoteMachine } from "../../capacity/remote_machines.ts";

/**
 * Encodes all segments of a video, here and on other machines concurrently. Starts with the first lanes here and adds
 * another whenever there is capacity. The first error on this machine stops everything and is thrown after all attempts
 * have ended. Segments that fail elsewhere are encoded again.
 */
export async function runParts<P extends FilmPart, M>(run: FilmRun<P, M>): Promise<void> {
  const { signal, farm, clock } = run;
  const state = createState(run, await run.lanes.first?.(signal) ?? 1);
  const ended = Promise.withResolvers<void>();
  const idle = new AbortController();
  let due = false;
  state.look = () => {
    if (due) return;
    due = true;
    // Evaluates all changes of one event loop turn together.
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
    state.look();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  // Before they are assigned to anyone else.
  for (const part of state.parts) {
    const { broughtBy } = part.part;
    if (broughtBy !== undefined && !part.done && !state.stop.signal.aborted) {
      startAttempt(state, part, { broughtBy: broughtBy.id }, () => {});
    }
  }
  const leave = await joinFarm(state);
  const stopLooking = farm && clock.every(farm.times.lookEveryMs, () => {
    endSilent(state);
    state.look();
  });
  const growing = growLanes(state, idle.signal, () => changed.promise);
  state.look();
  try {
    await ended.promise;
  } finally {
    idle.abort();
    wake();
    stopLooking?.();
    await leave();
    signal.removeEventListener("abort", stop);
    await growing;
  }
  signal.throwIfAborted();
  if (state.failure) throw state.failure.error;
}

function createState<P extends FilmPart, M>(run: FilmRun<P, M>, lanes: number): FilmState<P, M> {
  const parts = run.parts.map((part): PartState<P, M> => ({
    ...{ part, done: part.madeBy !== undefined, madeBy: part.madeBy, committed: Promise.resolve() },
    ...{ attempts: new Set(), failedOn: [], mustHere: false, candidates: [] },
  }));
  const waiting = parts.filter(({ done }) => !done);
  return {
    ...{ run, parts, waiting, special: new Set(), attempts: new Set(), makers: new Map(), machines: [] },
    ...{ lanes, left: waiting.length, stop: new AbortController(), look: () => {} },
  };
}

/** Subscribes to machines. Returns a function that unsubscribes. */
async function joinFarm<P extends FilmPart, M>(state: FilmState<P, M>): Promise<() => Promise<void>> {
  const { farm } = state.run;
  if (!farm) return () => Promise.resolve();
  const share = state.share = farm.slots.join(() => state.look());
  let stale = true;
  let reading: Promise<void> | undefined;
  const read = async () => {
    while (stale) {
      stale = false;
      state.machines = await farm.available().catch(() => []);
      state.look();
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
    share.leave();
  };
}

/**
 * Aborts remote encoders that have stopped reporting. An encoder that has reported all frames may still be uploading:
 * `RemoteMachine.encode` monitors that, and fails if nothing arrives.
 */
function endSilent<P extends FilmPart, M>({ attempts, run: { clock, farm } }: FilmState<P, M>): void {
  const silenceMs = farm?.times.silenceMs ?? Infinity;
  for (const { maker, frame, grownMs, encodedMs, state: { part }, controller } of attempts) {
    if (maker === HERE || encodedMs !== undefined || frame >= part.pictures || clock.nowMs() - grownMs < silenceMs) {
      continue;
    }
    controller.abort(new RemoteFailure("Its encoder stopped reporting."));
  }
}

/** Adds lanes while segments wait and there is capacity. */
async function growLanes<P extends FilmPart, M>(
  state: FilmState<P, M>,
  ended: AbortSignal,
  changed: () => Promise<void>,
): Promise<void> {
  const { lanes } = state.run;
  const mayGrow = () => state.waiting.length > 0 && state.lanes < limitOf(state);
  while (!ended.aborted && !state.stop.signal.aborted) {
    if (!mayGrow()) await changed();
    else {
      await lanes.pause(AbortSignal.any([ended, state.stop.signal]));
      if (ended.aborted || state.stop.signal.aborted) return;
      if (mayGrow() && await lanes.hasRoom()) {
        state.lanes++;
        lanes.grew?.(state.lanes);
        state.look();
      }
    }
  }
}

function limitOf<P extends FilmPart, M>(state: FilmState<P, M>): number {
  const { lanes: { atMost }, farm, clock } = state.run;
  if (!farm) return atMost;
  const nowMs = clock.nowMs();
  if (workingMachines(state).length > 0) state.workedMs = nowMs;
  return localLimit({
    atMost,
    keepLocal: farm.keepLocal(),
    sinceWorkedMs: state.workedMs === undefined ? undefined : nowMs - state.workedMs,
    graceMs: farm.times.graceMs,
    mustHere: mustBeMadeHere(state),
  });
}

/** Machine with a free slot. */
interface Free {
  maker: string;
  machine?: RemoteMachine;
  speed?: number | undefined;
}

/** Assigns segments until no machine may take one. */
function assign<P extends FilmPart, M>(state: FilmState<P, M>): void {
  state.share?.restart();
  const limit = limitOf(state);
  const full = new Set<string>();
  for (;;) {
    const free = freeMakers(state, limit).filter(({ maker }) => !full.has(maker));
    const given = free.find((one) => {
      if (giveNext(state, one, limit)) return true;
      full.add(one.maker);
      return false;
    });
    if (given === undefined) return;
  }
}

/** Returns the machines with a free slot: first those of unknown speed, then the fastest. */
function freeMakers<P extends FilmPart, M>(state: FilmState<P, M>, limit: number): Free[] {
  const busy = countOf(state, isEncoding);
  const verifying = countOf(state, (attempt) => !isEncoding(attempt));
  const lanes = Math.min(limit, state.lanes);
  const free: Free[] = (busy.get(HERE) ?? 0) < lanes ? [{ maker: HERE, speed: state.makers.get(HERE)?.speed }] : [];
  for (const machine of state.run.farm?.isPaused() ? [] : workingMachines(state)) {
    const { id: maker, slots } = machine;
    // Limits how far a machine can get ahead of verification.
    if ((busy.get(maker) ?? 0) < slots && (verifying.get(maker) ?? 0) <= slots) {
      free.push({ maker, machine, speed: state.makers.get(maker)?.speed });
    }
  }
  return free.sort((a, b) => a.speed === b.speed ? 0 : (b.speed ?? Infinity) - (a.speed ?? Infinity));
}

const isEncoding = ({ encodedMs }: { encodedMs?: number }): boolean => encodedMs === undefined;

/** Returns the number of matching attempts of each machine. */
function countOf<P extends FilmPart, M>(
  { attempts }: FilmState<P, M>,
  isOne: (attempt: Attempt<P, M>) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const attempt of attempts) {
    if (isOne(attempt)) counts.set(attempt.maker, (counts.get(attempt.maker) ?? 0) + 1);
  }
  return counts;
}

/** Assigns a machine its next segment. Returns false if it gets none. */
function giveNext<P extends FilmPart, M>(state: FilmState<P, M>, free: Free, limit: number): boolean {
  const { maker, machine } = free;
  const next = state.waiting.find((part) => mayHave(state, part, maker));
  // Segments that others may not have are not deferred to them.
  if (next && !state.special.has(next) && !isWorthwhile(state, free, next, limit)) return false;
  const part = next ?? doubled(state, free);
  if (part === undefined) return false;
  const release = state.share?.take(machine ?? { id: HERE, slots: localSlots(state, limit) });
  if (state.share && release === undefined) return false;
  const place: Place = machine ? { machine } : laneOf(state, part, limit);
  startAttempt(state, part, place, release ?? (() => {}));
  return true;
}

/** While other machines work, the lanes of all videos together are limited. */
const localSlots = <P extends FilmPart, M>({ run: { lanes } }: FilmState<P, M>, limit: number): number =>
  limit < lanes.atMost ? limit : Infinity;

/** Encoded share up to which a running segment counts as started together with the next one. */
const JUST_BEGUN = 0.2;

/** Returns the lane for a segment encoded here. The last segments of a video share the cores, so that none are idle. */
function laneOf<P extends FilmPart, M>(state: FilmState<P, M>, part: PartState<P, M>, limit: number): Place {
  const { lanes, waiting, attempts, run } = state;
  const begun = [...attempts].filter((attempt) =>
    attempt.maker === HERE && isEncoding(attempt) && attempt.frame < JUST_BEGUN * attempt.state.part.pictures
  );
  const others = waiting.filter((other) => other !== part).length + begun.length;
  const oneProcessor = Math.min(limit, lanes) >= run.lanes.atMost && others >= lanes - 1;
  return { lane: freeLane(state), oneProcessor };
}

function freeLane<P extends FilmPart, M>({ attempts }: FilmState<P, M>): number {
  const taken = new Set([...attempts].map(({ lane }) => lane));
  for (let lane = 0;; lane++) if (!taken.has(lane)) return lane;
}

/** Returns the assumed speed of machines without a measurement. Undefined if there are no measurements. */
function typicalSpeed<P extends FilmPart, M>({ makers }: FilmState<P, M>): number | undefined {
  const known = [...makers.values()].flatMap(({ speed, rejected }) => speed === undefined || rejected ? [] : [speed]);
  return known.length === 0 ? undefined : known.reduce((sum, speed) => sum + speed, 0) / known.length;
}

/** True if assigning a segment to this machine does not delay the video. A machine of unknown speed is tried. */
function isWorthwhile<P extends FilmPart, M>(
  state: FilmState<P, M>,
  { maker, speed }: Free,
  { part }: PartState<P, M>,
  limit: number,
): boolean {
  if (speed === undefined) return true;
  const others: Slot[] = [];
  const nowMs = state.run.clock.nowMs();
  for (const attempt of state.attempts) {
    if (!isEncoding(attempt)) continue;
    others.push({
      speed: factsOf(state, attempt.maker).speed ?? speed,
      // Late segments are also encoded elsewhere once none are waiting.
      freeInMs: Math.min(leftOf(state, attempt, nowMs, speed) ?? 0, part.pictures / speed),
    });
  }
  const busy = countOf(state, isEncoding);
  const idle = (id: string, slots: number) => {
    const own = id === maker ? 1 : 0;
    for (let i = (busy.get(id) ?? 0) + own; i < slots; i++) {
      others.push({ speed: state.makers.get(id)?.speed ?? speed, freeInMs: 0 });
    }
  };
  idle(HERE, Math.min(limit, state.lanes));
  for (const { id, slots } of workingMachines(state)) idle(id, slots);
  return isInTime(part.pictures / speed, others, state.waiting.map((waits) => waits.part.pictures));
}

function leftOf<P extends FilmPart, M>(
  state: FilmState<P, M>,
  { maker, frame, startedMs, state: { part: { pictures } } }: Attempt<P, M>,
  nowMs: number,
  typical: number | undefined,
): number | undefined {
  const speed = factsOf(state, maker).speed ?? typical;
  return speed === undefined ? undefined : leftMs({ pictures, frame, elapsedMs: nowMs - startedMs }, speed);
}

/** Returns the segment with the longest remaining time that this machine would finish earlier. */
function doubled<P extends FilmPart, M>(state: FilmState<P, M>, { maker, speed }: Free) {
  // A video with a single segment provides no data about who is faster, so encoding it again would only double the
  // work.
  if (state.waiting.length > 0 || state.parts.length === 1) return undefined;
  const typical = typicalSpeed(state);
  const nowMs = state.run.clock.nowMs();
  const running = [...state.attempts].flatMap((attempt) => {
    const { state: part } = attempt;
    if (
      part.done || !isEncoding(attempt) || part.attempts.size > 1 || attempt.maker === maker ||
      !mayHave(state, part, maker)
    ) return [];
    return [{ part, pictures: part.part.pictures, leftMs: leftOf(state, attempt, nowMs, typical) ?? Infinity }];
  });
  // An idle machine that was never tried may be the fastest.
  return partToDouble(speed ?? Infinity, running)?.part;
}
