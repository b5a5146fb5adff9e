import type { JobFailureCode } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import type { DynamicHdrSteps } from "../../encode/run/dynamic_hdr_steps.ts";
import type { Decided, DecideOptions } from "../../encode/decision/decide.ts";
import type { Loudness } from "../../media/audio/loudness.ts";
import type { OcrRequest, OcrResult } from "../../media/subtitles/service.ts";
import type { FileHealth } from "../../encode/verify/file_check.ts";
import type { Scale } from "../../encode/metric.ts";
import type { QualitySearch } from "../../encode/sampling/sampling.ts";
import type { FrameScore } from "../../encode/sampling/score.ts";
import type { Plan } from "../../encode/plan/model.ts";
import type { CutLengths, CutPlan } from "../../encode/segments/cuts.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { FrameSteps } from "../../encode/segments/frame_steps.ts";
import type { AcceptedPart, PartAcceptance } from "../../encode/segments/accept_part.ts";
import type { SegmentCheck, SegmentHeader } from "../../encode/segments/check.ts";
import type { EncodedSegment, SegmentRun } from "../../encode/segments/run_segment.ts";
import type { ProgressReport } from "../../encode/run/progress.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { Verdict } from "../../encode/verify/model.ts";

/** Messages between the queue and the worker of one job. Both directions use plain data. */

/** Paths of the tools. */
export interface ToolPaths {
  ffmpegPath: string;
  ffprobePath: string;
}

/** Reads a source and plans its encode. */
export interface InspectRequest {
  path: string;
  /** Earlier probe of the same file, because probing requires three ffprobe runs. */
  known?: Probe;
  recipe: AnyRecipe;
  capabilities: Capabilities;
  options: DecideOptions;
}

/** Probe of the file, and its plan. */
export interface Inspection extends Decided {
  probe: Probe;
}

/** Runs ffmpeg, and the tools before and after it. */
export interface EncodeRequest {
  ffmpegPath: string;
  /** Arguments without the binary. */
  args: string[];
  /** The command as a user would type it, for the log. */
  command: string;
  /** Path of the partial file. */
  output: string;
  logPath: string;
  /** Lines at the start of the log, before the output of the tool. */
  notes: readonly string[];
  /** Command of the encoder tool, if it creates the file from the output of ffmpeg. */
  tool?: { path: string; args: string[]; output: string; home: string };
  /** Steps that copy Dolby Vision and HDR10+. */
  dynamicHdr?: DynamicHdrSteps;
  /** Maximum time in milliseconds without progress. After that, the tool is stopped. 0 disables the check. */
  stallMs: number;
  nice: number;
  /** Demuxer name of the source. */
  sourceFormat: string;
}

/** Result of a tool run. */
export interface EncodeResult {
  sizeBytes: number;
  seconds: number;
  /** Decoder errors in the source. */
  sourceErrors: SourceErrors;
}

/** Compares a result with its source. */
export interface VerifyRequest {
  tools: ToolPaths;
  path: string;
  probe: Probe;
  plan: Plan;
  mode: "off" | "windows" | "full";
}

/** Results of all checks. */
export type Verification = Verdict;

/** Tries quality values on samples of the source until one reaches the target of the plan. */
export interface SearchCall {
  tools: ToolPaths;
  probe: Probe;
  plan: Plan;
  /** Existing folder for the samples. */
  folder: string;
  /** GPU of the job. Absent for the CPU, and for the first GPU. */
  device?: string | undefined;
}

/** Scores a finished encode against its source. */
export interface ScoreCall extends Scale {
  tools: ToolPaths;
  probe: Probe;
  plan: Plan;
  path: string;
  places: number;
}

/** Measures the loudness of an entire stream. */
export interface LoudnessRequest {
  ffmpegPath: string;
  path: string;
  streamIndex: number;
}

/** Reads a bitmap subtitle stream as text. */
export type OcrCall = Omit<OcrRequest, "signal" | "onProgress">;

/** Decodes a whole file to find damage. */
export interface CheckRequest {
  tools: ToolPaths;
  probe: Probe;
}

/** Splits a video at its keyframes. */
export interface CutRequest {
  ffprobePath: string;
  path: string;
  plan: CutPlan;
  lengths: CutLengths;
  /** Maximum time in milliseconds without a new frame. After that, reading the file is considered stalled. */
  stallMs: number;
}

/** Segments and the presentation times of their frames, or the reason if there are none. */
export type Cut = { parts: { segment: Segment; steps: FrameSteps }[] } | { unfit: string };

/** Encodes and verifies one segment. With `logPath`, its log replaces that of the previous segment. */
export type SegmentRequest =
  & Pick<SegmentRun, "ffmpegPath" | "ffprobePath" | "args" | "partial" | "path" | "times" | "stallMs">
  & { nice: number; sourceFormat: string; logPath?: string; notes?: readonly string[] };

/** Encodes one segment. It is verified while the next one is encoded. */
export type EncodeSegmentRequest = Omit<SegmentRequest, "ffprobePath" | "path" | "times">;

/**
 * Encodes a few frames of a segment to obtain the header that all segments of the video share. `path` is removed
 * afterwards.
 */
export interface HeaderRequest extends ToolPaths {
  args: string[];
  path: string;
}

/** Compares two encodes of one segment. */
export interface SamePartRequest {
  ffmpegPath: string;
  paths: readonly [string, string];
}

/** Request and response types of each call. */
export interface Calls {
  cut: { request: CutRequest; answer: Cut };
  segment: { request: SegmentRequest; answer: EncodedSegment };
  encodeSegment: { request: EncodeSegmentRequest; answer: Pick<EncodedSegment, "sourceErrors"> };
  checkSegment: { request: Omit<SegmentCheck, "signal">; answer: SegmentHeader };
  header: { request: HeaderRequest; answer: SegmentHeader };
  acceptPart: { request: Omit<PartAcceptance, "signal" | "random">; answer: AcceptedPart };
  samePart: { request: SamePartRequest; answer: boolean };
  search: { request: SearchCall; answer: QualitySearch };
  score: { request: ScoreCall; answer: FrameScore[] };
  probe: { request: { ffprobePath: string; path: string }; answer: Probe };
  loudness: { request: LoudnessRequest; answer: Loudness };
  ocr: { request: OcrCall; answer: OcrResult };
  check: { request: CheckRequest; answer: FileHealth };
  inspect: { request: InspectRequest; answer: Inspection };
  encode: { request: EncodeRequest; answer: EncodeResult };
  verify: { request: VerifyRequest; answer: Verification };
}
/** Name of an operation of the worker. */
export type CallName = keyof Calls;

/** Messages to the worker. */
export type ToWorker =
  | {
    [K in CallName]: {
      kind: "call";
      id: number;
      name: K;
      request: Calls[K]["request"];
      /** Token in the environment of all processes that are started for the call. */
      token: string;
    };
  }[CallName]
  | { kind: "abort"; id: number }
  | { kind: "freeze"; frozen: boolean };

/** Messages from the worker. */
export type FromWorker =
  | { kind: "answer"; id: number; value: unknown }
  | {
    kind: "refused";
    id: number;
    code: JobFailureCode | "aborted";
    message: string;
    /** Stack trace of an unexpected error, for the application log. */
    stack?: string;
  }
  | { kind: "spawned"; pid: number }
  /**
   * The tool that was `spawned` last has exited. From now on, the system may use its process ID for another process.
   */
  | { kind: "exited" }
  | { kind: "progress"; progress: ProgressReport }
  | { kind: "line"; line: string }
  | { kind: "status"; message: string };
