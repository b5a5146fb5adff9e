import type { SlotRules } from "./local_capacity.ts";
import type { RemoteMachine } from "./remote_machines.ts";
import type { MachineSlots } from "./machine_slots.ts";

/** Types for scheduling the segments of one video. */

/** Segment, its frame count, and the machine that encoded or delivered it earlier. */
export interface MoviePart {
  pictures: number;
  /**
   * ID of the machine that encoded the segment in an earlier attempt, or `HERE` for this machine. Absent if the segment
   * is not encoded yet.
   */
  madeBy?: string;
  /** Machine that delivered the segment in an earlier attempt, if the segment has not been verified. */
  producedBy?: { id: string };
}

/** Result from another machine. */
export interface RemoteResult<M> {
  made: M;
  /** Reason why the result may be wrong. The result is then compared with another encode of the segment. */
  doubt?: string;
  /** True if the segment was randomly selected to be encoded again elsewhere. */
  drawn?: boolean;
}

/** Callbacks for the progress of a segment. */
export interface MakeOptions {
  signal: AbortSignal;
  /** Called with the number of frames of the segment that have been encoded. */
  onFrame(frame: number): void;
  /**
   * Called when the encoded file is available on this machine. While it is verified, the machine that encoded it gets
   * the next segment.
   */
  onEncoded(): void;
}

/** Options for encoding a segment on this machine. */
export interface MakeHereOptions extends MakeOptions {
  slot: number;
  /** True if all other cores will be busy with segments for at least as long, so that one core is sufficient. */
  oneProcessor: boolean;
}

/** Operations on segments. `M` is a file that has been encoded and verified, but not accepted yet. */
export interface PartsWork<P extends MoviePart, M> {
  /** Encodes a segment on this machine. Its errors end the encode of the whole video. */
  makeHere(part: P, options: MakeHereOptions): Promise<M>;
  /**
   * Encodes a segment on another machine. Throws `RemoteFailure`, `WrongResult`. Any other error ends the whole encode.
   */
  makeOn(part: P, machine: RemoteMachine, options: MakeOptions): Promise<RemoteResult<M>>;
  /**
   * Verifies the file delivered by `producedBy`. Throws `RemoteFailure` if it is incomplete. Any other error ends the
   * whole encode.
   */
  verifyProduced(part: P, signal: AbortSignal): Promise<RemoteResult<M>>;
  /** True if two encodes of a segment look the same. */
  alike(one: M, other: M, signal: AbortSignal): Promise<boolean>;
  /** Accepts a file as the segment's result. */
  commit(part: P, made: M, workerId: string): Promise<void>;
  discard(made: M): Promise<void>;
  /** Discards an accepted segment, which is then encoded again. */
  undo(part: P): Promise<void>;
  /**
   * Blocks a machine that has delivered a wrong result, for all videos. The machine may be one that gets no segments at
   * present.
   */
  reject(workerId: string, reason: string): void;
}

/** Clock. Tests and simulations use a clock with a different speed. */
export interface PartClock {
  nowMs(): number;
  /** Calls `work` periodically. Returns a function that stops it. */
  every(ms: number, work: () => void): () => void;
}

/** Timeouts for other machines. */
export interface PartTimes {
  /** Time for which a failed machine is not used. It doubles with each failure. */
  backOff: { firstMs: number; longestMs: number };
  /**
   * Time to wait before segments are encoded here after all other machines have disconnected, if all segments should be
   * encoded on other machines.
   */
  graceMs: number;
  /** Time without progress after which an encode on another machine is considered failed. */
  silenceMs: number;
  /** Interval at which the schedule is updated if there are no events. */
  updateEveryMs: number;
}

/** Default values. */
export const PART_TIMES: PartTimes = {
  backOff: { firstMs: 30_000, longestMs: 600_000 },
  graceMs: 60_000,
  silenceMs: 600_000,
  updateEveryMs: 5000,
};

/** Connection to the other machines. */
export interface FarmLink {
  /** Returns the machines that may get segments of this video at present. */
  available(): Promise<RemoteMachine[]>;
  onChange(listener: () => void): () => void;
  /** True while machines get no new segments. Machines finish their current segments. */
  isPaused(): boolean;
  /** Returns the maximum number of segments that are encoded on this machine while other machines are in use. */
  keepLocal(): number;
  slots: MachineSlots;
  times: PartTimes;
}

/** One video, its segments, and the functions that encode them. */
export interface MovieRun<P extends MoviePart, M> {
  parts: readonly P[];
  work: PartsWork<P, M>;
  slotRules: SlotRules;
  /** Absent if all segments are encoded on this machine. */
  farm?: FarmLink;
  clock: PartClock;
  signal: AbortSignal;
}

/** Thrown if the result of a machine is wrong in a way that cannot be an accident. */
export class WrongResult extends Error {
  override name = "WrongResult";
}

/** Videos that are being encoded in segments: job ID by the key of the first segment. */
export type SegmentedEncodes = Map<string, string>;
