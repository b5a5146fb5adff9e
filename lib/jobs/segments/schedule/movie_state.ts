import type { RemoteMachine } from "../../capacity/remote_machines.ts";
import type { MoviePart, MovieRun } from "../../capacity/schedule_model.ts";
import type { SlotShare } from "../../capacity/machine_slots.ts";
import { backOffMs, HERE } from "./part_schedule.ts";

/** State of a video while its segments are encoded. */

/** Verified file that is waiting for another encode of its segment. */
export interface Candidate<M> {
  workerId: string;
  made: M;
}

/** State of one segment. */
export interface PartState<P, M> {
  readonly part: P;
  done: boolean;
  /** Machine whose result was accepted. */
  madeBy?: string | undefined;
  /** Settles when the accepted result has been moved to its path. */
  committed: Promise<void>;
  readonly attempts: Set<Attempt<P, M>>;
  /** Machines that failed to encode the segment, with one entry per failure. */
  failedOn: string[];
  /** True if the segment may no longer be assigned to other machines and must be encoded here. */
  mustHere: boolean;
  candidates: Candidate<M>[];
}

/** Attempt to encode a segment. */
export interface Attempt<P, M> {
  readonly state: PartState<P, M>;
  readonly workerId: string;
  /** Slot that is occupied until the encode has finished. */
  slot?: number;
  /**
   * Time at which the encoded file was available here. It is then verified, and its machine can get the next segment.
   */
  encodedMs?: number;
  readonly startedMs: number;
  frame: number;
  /** Time at which `frame` last increased. */
  grownMs: number;
  readonly controller: AbortController;
  readonly release: () => void;
}

/** Data about a machine, calculated from this video. */
export interface WorkerFacts {
  /** Speed of one slot, in frames per millisecond. */
  speed?: number;
  failures: number;
  notBeforeMs: number;
  rejected: boolean;
}

/** Mutable state of a video's encode. */
export interface MovieState<P extends MoviePart, M> {
  readonly run: MovieRun<P, M>;
  readonly parts: PartState<P, M>[];
  /** Waiting segments, in encoding order. */
  readonly waiting: PartState<P, M>[];
  /** Waiting segments that some machines are not allowed to encode. */
  readonly special: Set<PartState<P, M>>;
  readonly attempts: Set<Attempt<P, M>>;
  readonly workers: Map<string, WorkerFacts>;
  machines: RemoteMachine[];
  share?: SlotShare;
  /** Number of slots for which this machine has capacity. */
  localSlots: number;
  /** Time at which another machine last worked on a segment. */
  workedMs?: number;
  left: number;
  readonly stop: AbortController;
  failure?: { error: unknown };
  /** Schedules an update of the schedule. */
  scheduleUpdate(): void;
}

/** Returns the data about a machine, which is created when first used. */
export function factsOf<P extends MoviePart, M>({ workers }: MovieState<P, M>, workerId: string): WorkerFacts {
  const known = workers.get(workerId) ?? { failures: 0, notBeforeMs: 0, rejected: false };
  workers.set(workerId, known);
  return known;
}

/** Weight of the latest segment in a machine's speed. */
const NEWEST = 0.5;

/** Records a segment that a machine finished. */
export function noteSpeed(facts: WorkerFacts, pictures: number, elapsedMs: number): void {
  const speed = pictures / Math.max(1, elapsedMs);
  facts.speed = facts.speed === undefined ? speed : facts.speed * (1 - NEWEST) + speed * NEWEST;
  facts.failures = 0;
}

/** Records a failure of a machine, which is then not used for some time. */
export function noteFailure<P extends MoviePart, M>(state: MovieState<P, M>, workerId: string): void {
  const { farm, clock } = state.run;
  const facts = factsOf(state, workerId);
  facts.failures++;
  if (farm) facts.notBeforeMs = clock.nowMs() + backOffMs(facts.failures, farm.times.backOff);
}

/** Returns the machines that may get segments of this video at present. */
export function workingMachines<P extends MoviePart, M>(state: MovieState<P, M>): RemoteMachine[] {
  const now = state.run.clock.nowMs();
  return state.machines.filter(({ id }) => {
    const facts = state.workers.get(id);
    return facts === undefined || !facts.rejected && facts.notBeforeMs <= now;
  });
}

/** Adds a segment to the waiting segments. */
export function putBack<P extends MoviePart, M>(
  state: MovieState<P, M>,
  part: PartState<P, M>,
  where: "front" | "back",
) {
  if (state.waiting.includes(part)) return;
  if (where === "front") state.waiting.unshift(part);
  else state.waiting.push(part);
  if (part.mustHere || part.candidates.length > 0 || part.failedOn.length > 0) state.special.add(part);
}

/** Removes a segment from the waiting segments. */
export function removeWaiting<P extends MoviePart, M>(state: MovieState<P, M>, part: PartState<P, M>): void {
  const at = state.waiting.indexOf(part);
  if (at >= 0) state.waiting.splice(at, 1);
  state.special.delete(part);
}

/**
 * True if a machine may get a segment. Excludes segments that it failed to encode while other machines can try, and
 * segments that verify its own results.
 */
export function mayHave<P extends MoviePart, M>(
  state: MovieState<P, M>,
  { mustHere, candidates, failedOn }: PartState<P, M>,
  workerId: string,
): boolean {
  if (workerId === HERE) return true;
  if (mustHere || candidates.some((one) => one.workerId === workerId)) return false;
  return !failedOn.includes(workerId) || workingMachines(state).every(({ id }) => failedOn.includes(id));
}

/** True if a segment is waiting that none of the machines in use may get. */
export function mustBeMadeHere<P extends MoviePart, M>(state: MovieState<P, M>): boolean {
  if (state.special.size === 0) return false;
  const working = workingMachines(state);
  return [...state.special].some((part) =>
    part.mustHere || part.candidates.length > 0 && !working.some(({ id }) => mayHave(state, part, id))
  );
}
