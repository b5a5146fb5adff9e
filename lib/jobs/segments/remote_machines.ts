import type { VideoPlan } from "../../encode/plan/model.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";

/** Other machines that encode parts of films, as the queue sees them. */

/** One part for another machine. */
export interface RemotePart {
  key: string;
  jobId: string;
  probe: Probe;
  video: VideoPlan;
  segment: Segment;
  /** When each picture is shown, in units of the part. */
  times: readonly number[];
  identity: SourceIdentity;
  /** Where the result is written here; not verified yet. */
  partial: string;
  /** No progress for this long ends the encode; 0 never. */
  stallMs: number;
}

/** How far a part is on another machine. */
export interface RemoteProgress {
  frame: number;
  fps: number;
  sizeBytes: number;
  speedFactor: number;
}

/** A machine that may encode now. */
export interface RemoteMachine {
  readonly id: string;
  readonly name: string;
  /** Parts it encodes at once. */
  readonly slots: number;
  /**
   * Resolves when the whole result lies at `partial`. Throws the signal's reason, and `RemoteFailure` when the machine or
   * the way to it failed: the part is to be made elsewhere.
   */
  encode(part: RemotePart, options: { signal: AbortSignal; onProgress(progress: RemoteProgress): void }): Promise<void>;
}

/** What one part that counts cost and brought. */
export interface PartFigures {
  pictures: number;
  /** From giving it away to its arrival; absent for what was brought before the program was started. */
  seconds?: number | undefined;
  sizeBytes: number;
}

/** A machine did not bring what it was asked for. */
export class RemoteFailure extends Error {
  override name = "RemoteFailure";
}

/** The machines of the farm. */
export interface RemoteMachines {
  /** Those that may take parts now, whose encoder makes the same as ours. */
  available(needs: { encoder: string }): Promise<RemoteMachine[]>;
  /** Called whenever `available` may answer something else; call the answer to end that. */
  onChange(listener: () => void): () => void;
  /** A part that this machine brought was verified and counts. */
  recordDone(id: string, figures: PartFigures): void;
  /**
   * What this machine brought is wrong: it gets nothing more until a person looked at it. It may be one that takes nothing
   * at the moment.
   */
  reject(id: string, reason: string): void;
}
