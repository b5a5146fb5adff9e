import type { LaneRules } from "./local_capacity.ts";
import type { RemoteMachine } from "./remote_machines.ts";
import type { MachineSlots } from "./machine_slots.ts";

/** Types for scheduling the segments of one video. */

/** Segment with its frame count, and the machine that encoded or delivered it earlier. */
export interface FilmPart {
  pictures: number;
  /**
   * ID of the machine that encoded it in an earlier attempt, `HERE` for this one. Absent if it has not been encoded.
   */
  madeBy?: string;
  /** Machine that delivered it in an earlier attempt, if it was not verified. */
  broughtBy?: { id: string };
}

/** Result from another machine. */
export interface RemoteResult<M> {
  made: M;
  /** Reason why it may be wrong. Another encode of the segment then decides. */
  doubt?: string;
  /** True if it was randomly selected to be encoded again elsewhere. */
  drawn?: boolean;
}

/** Callbacks for the progress of a segment. */
export interface MakeOptions {
  signal: AbortSignal;
  /** Receives the number of encoded frames. */
  onFrame(frame: number): void;
  /** Called when the encoded file is available here. While it is verified, its machine takes the next segment. */
  onEncoded(): void;
}

/** Options for encoding a segment on this machine. */
export interface MakeHereOptions extends MakeOptions {
  lane: number;
  /** True if every other core has a segment for as long as this one takes, so that one core is enough. */
  oneProcessor: boolean;
}

/** Operations on segments. `M` is a file that has been encoded and verified but not accepted. */
export interface PartsWork<P extends FilmPart, M> {
  /** Throws like an encode, which ends the whole encode. */
  makeHere(part: P, options: MakeHereOptions): Promise<M>;
  /** Throws `RemoteFailure`, `WrongResult`. Any other error ends the encode. */
  makeOn(part: P, machine: RemoteMachine, options: MakeOptions): Promise<RemoteResult<M>>;
  /**
   * Verifies the file delivered by `broughtBy`. Throws `RemoteFailure` if it is incomplete. Any other error ends the
   * encode.
   */
  takeBrought(part: P, signal: AbortSignal): Promise<RemoteResult<M>>;
  /** Returns true if two encodes of a segment look the same. */
  alike(one: M, other: M, signal: AbortSignal): Promise<boolean>;
  /** Accepts a file as the segment's result. */
  commit(part: P, made: M, maker: string): Promise<void>;
  discard(made: M): Promise<void>;
  /** Discards an accepted segment, which is then encoded again. */
  undo(part: P): Promise<void>;
  /**
   * Blocks a machine that delivered a wrong result from all videos. It may be a machine that currently takes no
   * segments.
   */
  reject(maker: string, reason: string): void;
}

/** Clock that tests and simulations can advance at any speed. */
export interface PartClock {
  nowMs(): number;
  /** Calls `work` periodically. Returns a function that stops it. */
  every(ms: number, work: () => void): () => void;
}

/** Timeouts for other machines. */
export interface PartTimes {
  /** Waiting time of a failed machine, doubled on each failure. */
  backOff: { firstMs: number; longestMs: number };
  /** Time without local encoding after all machines have disconnected, if all segments should go to machines. */
  graceMs: number;
  /** Time after which a remote encoder without progress has failed. */
  silenceMs: number;
  /** Interval of re-evaluations without events. */
  lookEveryMs: number;
}

/** Default values of a running program. */
export const PART_TIMES: PartTimes = {
  backOff: { firstMs: 30_000, longestMs: 600_000 },
  graceMs: 60_000,
  silenceMs: 600_000,
  lookEveryMs: 5000,
};

/** Source of other machines. */
export interface FarmLink {
  /** Returns the machines that may take segments of this video now. */
  available(): Promise<RemoteMachine[]>;
  onChange(listener: () => void): () => void;
  /** Returns true while machines get no new segments. They finish their current ones. */
  isPaused(): boolean;
  /** Returns the maximum number of segments encoded here while machines work. */
  keepLocal(): number;
  slots: MachineSlots;
  times: PartTimes;
}

/** One video: its segments and the means to encode them. */
export interface FilmRun<P extends FilmPart, M> {
  parts: readonly P[];
  work: PartsWork<P, M>;
  lanes: LaneRules;
  /** Absent if everything is encoded here. */
  farm?: FarmLink;
  clock: PartClock;
  signal: AbortSignal;
}

/** Thrown if a machine's result is wrong in a way that no accident explains. */
export class WrongResult extends Error {
  override name = "WrongResult";
}

/** Videos being encoded in segments: the job ID by the key of the first segment. */
export type FilmsInParts = Map<string, string>;
