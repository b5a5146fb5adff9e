import type { VideoPlan } from "../../encode/plan/model.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";

/** Other machines that encode segments, as seen by the queue. */

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
  /** Local path for the unverified result. */
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

/** Machine that may encode now. */
export interface RemoteMachine {
  readonly id: string;
  readonly name: string;
  /** Number of segments it encodes concurrently. */
  readonly slots: number;
  /**
   * Resolves when the complete result is at `partial`. Throws the signal's reason, or `RemoteFailure` if the machine or
   * the connection failed and the segment should be encoded elsewhere.
   */
  encode(part: RemotePart, options: { signal: AbortSignal; onProgress(progress: RemoteProgress): void }): Promise<void>;
}

/** Statistics of one accepted segment. */
export interface PartFigures {
  pictures: number;
  /** Time from handing it out to its arrival. Absent if it was delivered before the program was started. */
  seconds?: number | undefined;
  sizeBytes: number;
}

/** Thrown if a machine did not deliver the requested segment. */
export class RemoteFailure extends Error {
  override name = "RemoteFailure";
}

/** All other machines. */
export interface RemoteMachines {
  /** Returns the machines that may take segments now and whose encoder produces the same output as this machine's. */
  available(needs: { encoder: string }): Promise<RemoteMachine[]>;
  /** Called whenever the result of `available` may have changed. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  /** Records that a segment from this machine was verified and accepted. */
  recordDone(id: string, figures: PartFigures): void;
  /**
   * Blocks a machine that delivered a wrong result until a user has reviewed it. It may be a machine that currently
   * takes no segments.
   */
  reject(id: string, reason: string): void;
}
