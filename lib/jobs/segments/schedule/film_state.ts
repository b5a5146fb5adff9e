import type { RemoteMachine } from "../remote_machines.ts";
import type { FilmPart, FilmRun } from "./model.ts";
import type { SlotShare } from "./machine_slots.ts";
import { backOffMs, HERE } from "./part_schedule.ts";

/** What is known while the parts of a film are made. */

/** A verified file that waits for another encode of its part. */
export interface Candidate<M> {
  maker: string;
  made: M;
}

/** One part on its way. */
export interface PartState<P, M> {
  readonly part: P;
  done: boolean;
  /** Who made what counts. */
  madeBy?: string | undefined;
  /** Settles when what counts is in its place. */
  committed: Promise<void>;
  readonly attempts: Set<Attempt<P, M>>;
  /** Machines that failed at it, one entry for each time. */
  failedOn: string[];
  /** No other machine gets it any more. */
  mustHere: boolean;
  candidates: Candidate<M>[];
}

/** A part that is being made somewhere. */
export interface Attempt<P, M> {
  readonly state: PartState<P, M>;
  readonly maker: string;
  /** The lane that it has until it is encoded. */
  lane?: number;
  /** When it was encoded and lay here: it is verified, and its maker can take the next part. */
  encodedMs?: number;
  readonly startedMs: number;
  frame: number;
  /** When `frame` last grew. */
  grownMs: number;
  readonly controller: AbortController;
  readonly release: () => void;
}

/** What is known of a maker from this film. */
export interface MakerFacts {
  /** Pictures per millisecond of one slot. */
  speed?: number;
  failures: number;
  notBeforeMs: number;
  rejected: boolean;
}

/** Everything that changes while a film is made. */
export interface FilmState<P extends FilmPart, M> {
  readonly run: FilmRun<P, M>;
  readonly parts: PartState<P, M>[];
  /** In the order in which they are to be made. */
  readonly waiting: PartState<P, M>[];
  /** Those of `waiting` that not every machine may have. */
  readonly special: Set<PartState<P, M>>;
  readonly attempts: Set<Attempt<P, M>>;
  readonly makers: Map<string, MakerFacts>;
  machines: RemoteMachine[];
  share?: SlotShare;
  /** Lanes that the machine was found to have room for. */
  lanes: number;
  /** When another machine last worked. */
  workedMs?: number;
  left: number;
  readonly stop: AbortController;
  failure?: { error: unknown };
  /** Looks at everything anew. */
  look(): void;
}

/** The facts of a maker, made when it is new. */
export function factsOf<P extends FilmPart, M>({ makers }: FilmState<P, M>, maker: string): MakerFacts {
  const known = makers.get(maker) ?? { failures: 0, notBeforeMs: 0, rejected: false };
  makers.set(maker, known);
  return known;
}

/** How much the newest part counts in the speed of a maker. */
const NEWEST = 0.5;

/** Takes a part that a maker finished. */
export function noteSpeed(facts: MakerFacts, pictures: number, elapsedMs: number): void {
  const speed = pictures / Math.max(1, elapsedMs);
  facts.speed = facts.speed === undefined ? speed : facts.speed * (1 - NEWEST) + speed * NEWEST;
  facts.failures = 0;
}

/** A machine failed: it waits. */
export function noteFailure<P extends FilmPart, M>(state: FilmState<P, M>, maker: string): void {
  const { farm, clock } = state.run;
  const facts = factsOf(state, maker);
  facts.failures++;
  if (farm) facts.notBeforeMs = clock.nowMs() + backOffMs(facts.failures, farm.times.backOff);
}

/** Machines that may get parts of this film now. */
export function workingMachines<P extends FilmPart, M>(state: FilmState<P, M>): RemoteMachine[] {
  const now = state.run.clock.nowMs();
  return state.machines.filter(({ id }) => {
    const facts = state.makers.get(id);
    return facts === undefined || !facts.rejected && facts.notBeforeMs <= now;
  });
}

/** Puts a part among those that wait. */
export function putBack<P extends FilmPart, M>(state: FilmState<P, M>, part: PartState<P, M>, where: "front" | "back") {
  if (state.waiting.includes(part)) return;
  if (where === "front") state.waiting.unshift(part);
  else state.waiting.push(part);
  if (part.mustHere || part.candidates.length > 0 || part.failedOn.length > 0) state.special.add(part);
}

/** Takes a part out of those that wait. */
export function takeOut<P extends FilmPart, M>(state: FilmState<P, M>, part: PartState<P, M>): void {
  const at = state.waiting.indexOf(part);
  if (at >= 0) state.waiting.splice(at, 1);
  state.special.delete(part);
}

/** Whether a maker may have a part: not what it failed at while others could, and not what judges its own work. */
export function mayHave<P extends FilmPart, M>(
  state: FilmState<P, M>,
  { mustHere, candidates, failedOn }: PartState<P, M>,
  maker: string,
): boolean {
  if (maker === HERE) return true;
  if (mustHere || candidates.some((one) => one.maker === maker)) return false;
  return !failedOn.includes(maker) || workingMachines(state).every(({ id }) => failedOn.includes(id));
}

/** Whether a part waits that no working machine may have. */
export function mustBeMadeHere<P extends FilmPart, M>(state: FilmState<P, M>): boolean {
  if (state.special.size === 0) return false;
  const working = workingMachines(state);
  return [...state.special].some((part) =>
    part.mustHere || part.candidates.length > 0 && !working.some(({ id }) => mayHave(state, part, id))
  );
}
