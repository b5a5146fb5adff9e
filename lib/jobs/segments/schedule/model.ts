import type { LaneRules } from "../machine_room.ts";
import type { RemoteMachine } from "../remote_machines.ts";
import type { MachineSlots } from "./machine_slots.ts";

/** What scheduling the parts of one film needs. */

/** One part: its pictures, and which machine made or brought it before. */
export interface FilmPart {
  pictures: number;
  /** The id of the machine that made it in an earlier attempt, `HERE` for this one; absent when it is still to be made. */
  madeBy?: string;
  /** The machine that brought it in an earlier attempt, where nobody verified it. */
  broughtBy?: { id: string };
}

/** What another machine brought. */
export interface RemoteResult<M> {
  made: M;
  /** Why it may be wrong, in words: another encode of the part decides. */
  doubt?: string;
  /** It was drawn for being encoded once more elsewhere. */
  drawn?: boolean;
}

/** How a part is followed while it is made. */
export interface MakeOptions {
  signal: AbortSignal;
  /** Takes how many pictures are encoded. */
  onFrame(frame: number): void;
  /** Hears that it is encoded and lies here: while it is verified, its maker takes the next part. */
  onEncoded(): void;
}

/** How a part is made here. */
export interface MakeHereOptions extends MakeOptions {
  lane: number;
  /** Every other processor has a part of its own for as long as this one takes: one is enough for it. */
  oneProcessor: boolean;
}

/** What is done with parts; `M` is a file that is made and verified and does not count yet. */
export interface PartsWork<P extends FilmPart, M> {
  /** Throws as an encode does: that ends the film. */
  makeHere(part: P, options: MakeHereOptions): Promise<M>;
  /** Throws `RemoteFailure`, `WrongResult`; anything else ends the film. */
  makeOn(part: P, machine: RemoteMachine, options: MakeOptions): Promise<RemoteResult<M>>;
  /** Verifies what `broughtBy` brought. Throws `RemoteFailure` where it is not whole; anything else ends the film. */
  takeBrought(part: P, signal: AbortSignal): Promise<RemoteResult<M>>;
  /** Whether two encodes of one part are the same to the eye. */
  alike(one: M, other: M, signal: AbortSignal): Promise<boolean>;
  /** The part is this from now on. */
  commit(part: P, made: M, maker: string): Promise<void>;
  discard(made: M): Promise<void>;
  /** A part that counted is to be made again. */
  undo(part: P): Promise<void>;
  /** What a machine brought is wrong: no film gives it anything more. It may be one that takes nothing at the moment. */
  reject(maker: string, reason: string): void;
}

/** Time, so that tests and models can pass it as fast as they like. */
export interface PartClock {
  nowMs(): number;
  /** Calls again and again until the answer is called. */
  every(ms: number, work: () => void): () => void;
}

/** How patient the queue is with other machines. */
export interface PartTimes {
  /** A machine that failed waits so long, twice as long each time. */
  backOff: { firstMs: number; longestMs: number };
  /** How long nothing is made here after all machines are gone, when all should go to machines. */
  graceMs: number;
  /** An encoder elsewhere that reports nothing new for so long has failed. */
  silenceMs: number;
  /** How often everything is looked at although nothing happened. */
  lookEveryMs: number;
}

/** The times of a program that runs. */
export const PART_TIMES: PartTimes = {
  backOff: { firstMs: 30_000, longestMs: 600_000 },
  graceMs: 60_000,
  silenceMs: 600_000,
  lookEveryMs: 5000,
};

/** Where machines come from. */
export interface FarmLink {
  /** Those that may take parts of this film now. */
  available(): Promise<RemoteMachine[]>;
  onChange(listener: () => void): () => void;
  /** Nothing more is given to them for now; what they have they finish. */
  isPaused(): boolean;
  /** Parts that are made here at most while machines work. */
  keepLocal(): number;
  slots: MachineSlots;
  times: PartTimes;
}

/** One film: its parts and everything that makes them. */
export interface FilmRun<P extends FilmPart, M> {
  parts: readonly P[];
  work: PartsWork<P, M>;
  lanes: LaneRules;
  /** Absent when everything is made here. */
  farm?: FarmLink;
  clock: PartClock;
  signal: AbortSignal;
}

/** What a machine brought is wrong, which no accident explains. */
export class WrongResult extends Error {
  override name = "WrongResult";
}
