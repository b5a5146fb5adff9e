import type { LivePreview } from "../../encode/args/preview_args.ts";
import type { VideoPlan } from "../../encode/plan/model.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { SegmentHeader } from "../../encode/segments/check.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { FrameSteps } from "../../encode/segments/frame_steps.ts";
import type { createPool } from "../../kit/async.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { RunStopped } from "../attempt/failure.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { MoviePart } from "../capacity/schedule_model.ts";
import type { MachineName, NamedMachine, SegmentProgress } from "./segment_progress.ts";

/** Segment, with all data that is needed to encode it. */
export interface Part extends MoviePart {
  producedBy?: NamedMachine;
  segment: Segment;
  steps: FrameSteps;
  key: string;
  path: string;
}

/** Verified file that has not been renamed to the path of its segment yet. */
export interface MadePart {
  /** Current path of the file. */
  path: string;
  sizeBytes: number;
  seconds: number;
  /** Part of `seconds` that was spent on another machine. Absent if unknown. */
  encodeSeconds?: number | undefined;
  header: SegmentHeader;
  sourceErrors: SourceErrors;
  machine: MachineName;
}

/** Data that all segments of a video share. */
export interface SegmentedEncodeInput {
  probe: Probe;
  video: VideoPlan;
  identity: SourceIdentity;
  capabilities: Capabilities;
  livePreview: LivePreview;
}

/** Results of a video's segments, by key. */
export type PartResults = Map<string, Pick<MadePart, "sizeBytes" | "header" | "sourceErrors">>;

/** State of a video while its segments are encoded. */
export interface SegmentedEncode {
  input: SegmentedEncodeInput;
  attempt: Attempt;
  progress: SegmentProgress;
  results: PartResults;
  /** Temporary files to be removed at the end. */
  files: Set<string>;
  /** Counter for the names of temporary files. */
  names: number;
  /** Header of a few frames encoded on this machine. It is created once. */
  header?: Promise<SegmentHeader> | undefined;
  /** Limits the number of concurrent verifications, because they slow down encodes on this machine. */
  verify: ReturnType<typeof createPool>;
}

/** Slot of the worker that verifies finished segments. */
export const VERIFIER = -1;

/**
 * Returns a temporary path that only this attempt uses, because another encode of the same segment may be running
 * elsewhere.
 */
export function partialOf(segmented: SegmentedEncode, { path }: Part): string {
  const partial = `${path}.${segmented.attempt.run.id}-${++segmented.names}.partial`;
  segmented.files.add(partial);
  return partial;
}

/** Removes a temporary file. */
export async function removeFile({ files }: SegmentedEncode, path: string): Promise<void> {
  await Deno.remove(path).catch(() => {});
  files.delete(path);
}

/** True at shutdown. Segments that have been encoded but not verified are then kept for the next start. */
export const isShutdown = ({ reason }: AbortSignal): boolean =>
  reason instanceof RunStopped && reason.why === "shutdown";
