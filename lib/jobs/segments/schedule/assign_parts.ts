import { type Place, startAttempt } from "./attempts.ts";
import {
  type Attempt,
  factsOf,
  mayHave,
  type MovieState,
  mustBeMadeHere,
  type PartState,
  workingMachines,
} from "./movie_state.ts";
import type { MoviePart } from "../../capacity/schedule_model.ts";
import { HERE, isInTime, leftMs, localLimit, partToDouble, type Slot } from "./part_schedule.ts";
import type { RemoteMachine } from "../../capacity/remote_machines.ts";

/** Returns the number of encodes that may run on this machine at present. */
export function limitOf<P extends MoviePart, M>(state: MovieState<P, M>): number {
  const { slotRules: { maxSlots }, farm, clock } = state.run;
  if (!farm) return maxSlots;
  const nowMs = clock.nowMs();
  if (workingMachines(state).length > 0) state.workedMs = nowMs;
  return localLimit({
    maxSlots,
    keepLocal: farm.keepLocal(),
    sinceWorkedMs: state.workedMs === undefined ? undefined : nowMs - state.workedMs,
    graceMs: farm.times.graceMs,
    mustHere: mustBeMadeHere(state),
  });
}

/** Machine with a free slot. */
interface Free {
  workerId: string;
  machine?: RemoteMachine;
  speed?: number | undefined;
}

/** Assigns segments until no machine can get another one. */
export function assign<P extends MoviePart, M>(state: MovieState<P, M>): void {
  state.share?.restart();
  const limit = limitOf(state);
  const full = new Set<string>();
  for (;;) {
    const free = freeWorkers(state, limit).filter(({ workerId }) => !full.has(workerId));
    const assigned = free.find((one) => {
      if (assignNext(state, one, limit)) return true;
      full.add(one.workerId);
      return false;
    });
    if (assigned === undefined) return;
  }
}

/** Returns the machines with a free slot. Those of unknown speed are first, followed by the fastest. */
function freeWorkers<P extends MoviePart, M>(state: MovieState<P, M>, limit: number): Free[] {
  const busy = countOf(state, isEncoding);
  const verifying = countOf(state, (attempt) => !isEncoding(attempt));
  const localSlots = Math.min(limit, state.localSlots);
  const free: Free[] = (busy.get(HERE) ?? 0) < localSlots
    ? [{ workerId: HERE, speed: state.workers.get(HERE)?.speed }]
    : [];
  for (const machine of state.run.farm?.isPaused() ? [] : workingMachines(state)) {
    const { id: workerId, slots } = machine;
    // Limits the number of segments of a machine that have not been verified.
    if ((busy.get(workerId) ?? 0) < slots && (verifying.get(workerId) ?? 0) <= slots) {
      free.push({ workerId, machine, speed: state.workers.get(workerId)?.speed });
    }
  }
  return free.sort((a, b) => a.speed === b.speed ? 0 : (b.speed ?? Infinity) - (a.speed ?? Infinity));
}

const isEncoding = ({ encodedMs }: { encodedMs?: number }): boolean => encodedMs === undefined;

/** Returns the number of matching attempts on each machine. */
function countOf<P extends MoviePart, M>(
  { attempts }: MovieState<P, M>,
  isOne: (attempt: Attempt<P, M>) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const attempt of attempts) {
    if (isOne(attempt)) counts.set(attempt.workerId, (counts.get(attempt.workerId) ?? 0) + 1);
  }
  return counts;
}

/** Assigns the next segment to a machine. Returns false if there is no segment that the machine should encode. */
function assignNext<P extends MoviePart, M>(state: MovieState<P, M>, free: Free, limit: number): boolean {
  const { workerId, machine } = free;
  const next = state.waiting.find((part) => mayHave(state, part, workerId));
  // A segment that some machines are not allowed to encode is not left to a faster machine.
  if (next && !state.special.has(next) && !isWorthwhile(state, free, next, limit)) return false;
  const part = next ?? doubled(state, free);
  if (part === undefined) return false;
  const release = state.share?.acquire(machine ? slotsOf(machine) : { id: HERE, slots: sharedSlots(state, limit) });
  if (state.share && release === undefined) return false;
  const place: Place = machine ? { machine } : localPlace(state, part, limit);
  startAttempt(state, part, place, release ?? (() => {}));
  return true;
}

const slotsOf = ({ id, slotKey = id, slots }: RemoteMachine) => ({ id: slotKey, slots });

/** While other machines are used, the total number of local slots of all videos is limited. */
const sharedSlots = <P extends MoviePart, M>({ run: { slotRules } }: MovieState<P, M>, limit: number): number =>
  limit < slotRules.maxSlots ? limit : Infinity;

/**
 * Encoded share of a running segment, from 0 to 1, up to which it is assumed to end at about the same time as the next
 * segment.
 */
const JUST_BEGUN = 0.2;

/** Returns the slot for a local segment. The last segments of a video share the cores, so that none are idle. */
function localPlace<P extends MoviePart, M>(state: MovieState<P, M>, part: PartState<P, M>, limit: number): Place {
  const { localSlots, waiting, attempts, run } = state;
  const begun = [...attempts].filter((attempt) =>
    attempt.workerId === HERE && isEncoding(attempt) && attempt.frame < JUST_BEGUN * attempt.state.part.pictures
  );
  const others = waiting.filter((other) => other !== part).length + begun.length;
  const oneProcessor = Math.min(limit, localSlots) >= run.slotRules.maxSlots && others >= localSlots - 1;
  return { slot: freeSlot(state), oneProcessor };
}

function freeSlot<P extends MoviePart, M>({ attempts }: MovieState<P, M>): number {
  const taken = new Set([...attempts].map(({ slot }) => slot));
  for (let slot = 0;; slot++) if (!taken.has(slot)) return slot;
}

/** Returns the speed that is assumed for machines without a measurement, or undefined if there are no measurements. */
function typicalSpeed<P extends MoviePart, M>({ workers }: MovieState<P, M>): number | undefined {
  const known = [...workers.values()].flatMap(({ speed, rejected }) => speed === undefined || rejected ? [] : [speed]);
  return known.length === 0 ? undefined : known.reduce((sum, speed) => sum + speed, 0) / known.length;
}

/** True if assigning a segment to this machine does not delay the video. A machine of unknown speed is tried. */
function isWorthwhile<P extends MoviePart, M>(
  state: MovieState<P, M>,
  { workerId, speed }: Free,
  { part }: PartState<P, M>,
  limit: number,
): boolean {
  if (speed === undefined) return true;
  const others: Slot[] = [];
  const nowMs = state.run.clock.nowMs();
  for (const attempt of state.attempts) {
    if (!isEncoding(attempt)) continue;
    others.push({
      speed: factsOf(state, attempt.workerId).speed ?? speed,
      // Once no segments are waiting, overdue segments are encoded a second time on other machines, which limits the
      // delay.
      freeInMs: Math.min(leftOf(state, attempt, nowMs, speed) ?? 0, part.pictures / speed),
    });
  }
  const busy = countOf(state, isEncoding);
  const idle = (id: string, slots: number) => {
    const own = id === workerId ? 1 : 0;
    for (let i = (busy.get(id) ?? 0) + own; i < slots; i++) {
      others.push({ speed: state.workers.get(id)?.speed ?? speed, freeInMs: 0 });
    }
  };
  idle(HERE, Math.min(limit, state.localSlots));
  for (const { id, slots } of workingMachines(state)) idle(id, slots);
  return isInTime(part.pictures / speed, others, state.waiting.map((waits) => waits.part.pictures));
}

function leftOf<P extends MoviePart, M>(
  state: MovieState<P, M>,
  { workerId, frame, startedMs, state: { part: { pictures } } }: Attempt<P, M>,
  nowMs: number,
  typical: number | undefined,
): number | undefined {
  const speed = factsOf(state, workerId).speed ?? typical;
  return speed === undefined ? undefined : leftMs({ pictures, frame, elapsedMs: nowMs - startedMs }, speed);
}

/** Returns the segment with the longest remaining time that this machine would finish earlier. */
function doubled<P extends MoviePart, M>(state: MovieState<P, M>, { workerId, speed }: Free) {
  // For a video with a single segment, the speeds of machines are unknown, so encoding it again would only double the
  // work.
  if (state.waiting.length > 0 || state.parts.length === 1) return undefined;
  const typical = typicalSpeed(state);
  const nowMs = state.run.clock.nowMs();
  const running = [...state.attempts].flatMap((attempt) => {
    const { state: part } = attempt;
    if (
      part.done || !isEncoding(attempt) || part.attempts.size > 1 || attempt.workerId === workerId ||
      !mayHave(state, part, workerId)
    ) return [];
    return [{ part, pictures: part.part.pictures, leftMs: leftOf(state, attempt, nowMs, typical) ?? Infinity }];
  });
  // An idle machine that has not been used may be the fastest.
  return partToDouble(speed ?? Infinity, running)?.part;
}
