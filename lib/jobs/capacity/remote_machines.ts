import type { VideoPlan } from "../../encode/plan/model.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";

/** Other machines that encode segments, as used by the queue. */

/** Segment for another machine. */
export interface RemotePart {
  key: string;
  jobId: string;
  probe: Probe;
  video: VideoPlan;
  segment: Segment;
  /** Presentation time of each frame, in units of the segment. */
  times: readonly number[];
  identity: SourceIdentity;
  /** Path for the result on this machine, before it is verified. */
  partial: string;
  /** Maximum time in milliseconds without progress. 0 disables the check. */
  stallMs: number;
}

/** Progress of a segment on another machine. */
export interface RemoteProgress {
  frame: number;
  fps: number;
  sizeBytes: number;
  speedFactor: number;
}

/** Machine that may encode at present. */
export interface RemoteMachine {
  readonly id: string;
  readonly name: string;
  /** Number of segments that the machine encodes concurrently. */
  readonly slots: number;
  /** Key under which the used slots are counted, if they are slots of the machine's GPUs. By default, `id`. */
  readonly slotKey?: string;
  /**
   * Encodes a segment. Resolves when the complete result is at `partial`. Throws the signal's reason, or
   * `RemoteFailure` if the machine or the connection failed and the segment should be encoded elsewhere.
   */
  encode(part: RemotePart, options: { signal: AbortSignal; onProgress(progress: RemoteProgress): void }): Promise<void>;
}

/** Statistics of one segment that was accepted. */
export interface PartFigures {
  pictures: number;
  /**
   * Time in seconds from sending the segment to its arrival. Absent if it was delivered before the program was started.
   */
  seconds?: number | undefined;
  sizeBytes: number;
}

/** Thrown if a machine has not delivered the requested segment. */
export class RemoteFailure extends Error {
  override name = "RemoteFailure";
}

/** All other machines. */
export interface RemoteMachines {
  /**
   * Returns the machines that may get segments at present and whose encoder produces the same output as the encoder of
   * this machine. For the encoder of a GPU, returns the machines on which it works.
   */
  available(needs: { encoder: string }): Promise<RemoteMachine[]>;
  /**
   * Calls `listener` whenever the result of `available` may have changed. Returns a function that removes the listener.
   */
  onChange(listener: () => void): () => void;
  /** Records that a segment from this machine was verified and accepted. */
  recordDone(id: string, figures: PartFigures): void;
  /**
   * Blocks a machine that has delivered a wrong result until a user has reviewed it. The machine may be one that gets
   * no segments at present.
   */
  reject(id: string, reason: string): void;
}
