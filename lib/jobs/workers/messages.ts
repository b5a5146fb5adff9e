import type { JobFailureCode } from "../../kit/fault.ts";
import type { Capabilities, Probe } from "../../media/probe/model.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import type { DynamicHdrSteps } from "../../encode/run/dynamic_hdr_steps.ts";
import type { Decided, DecideOptions } from "../../encode/plan/decide.ts";
import type { Loudness } from "../../media/audio/loudness.ts";
import type { OcrRequest, OcrResult } from "../../media/subtitles/service.ts";
import type { FileHealth } from "../../encode/run/file_check.ts";
import type { Metric } from "../../encode/sampling/metric.ts";
import type { QualitySearch } from "../../encode/sampling/sampling.ts";
import type { FrameScore } from "../../encode/sampling/score.ts";
import type { Plan } from "../../encode/plan/model.ts";
import type { CutLengths, CutPlan } from "../../encode/segments/cuts.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { PictureSteps } from "../../encode/segments/picture_steps.ts";
import type { AcceptedPart, PartAcceptance } from "../../encode/segments/accept_part.ts";
import type { SegmentCheck, SegmentHeader } from "../../encode/segments/check.ts";
import type { EncodedSegment, SegmentRun } from "../../encode/segments/run_segment.ts";
import type { ProgressReport } from "../../encode/run/progress.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import type { Verdict } from "../../encode/verify/model.ts";

/** Messages between the queue and the thread of one job. Plain data both ways. */

/** Where the tools lie. */
export interface ToolPaths {
  ffmpegPath: string;
  ffprobePath: string;
}

/** Read a source and plan its encode. */
export interface InspectRequest {
  path: string;
  /** What was read of the same file before: reading it takes three starts of ffprobe. */
  known?: Probe;
  recipe: AnyRecipe;
  capabilities: Capabilities;
  options: DecideOptions;
}

/** What the file is and what will become of it. */
export interface Inspection extends Decided {
  probe: Probe;
}

/** Run ffmpeg, and the tools before and after it. */
export interface EncodeRequest {
  ffmpegPath: string;
  /** Everything after the binary. */
  args: string[];
  /** The same as a person would type it, for the log. */
  command: string;
  /** The partial file. */
  output: string;
  logPath: string;
  /** What the log says before the tool does. */
  notes: readonly string[];
  /** What makes the file out of ffmpeg's, when the encoder tool does. */
  tool?: { path: string; args: string[]; output: string; home: string };
  /** What carries Dolby Vision and HDR10+ over. */
  dynamicHdr?: DynamicHdrSteps;
  /** No progress for this long ends the tool; 0 never. */
  stallMs: number;
  nice: number;
  /** The demuxer's name of the source. */
  sourceFormat: string;
}

/** What a run of the tools left. */
export interface EncodeResult {
  sizeBytes: number;
  seconds: number;
  /** What the decoders complained about. */
  sourceErrors: SourceErrors;
}

/** Compare a result with its source. */
export interface VerifyRequest {
  tools: ToolPaths;
  path: string;
  probe: Probe;
  plan: Plan;
  mode: "off" | "windows" | "full";
}

/** What every check of a result came to. */
export type Verification = Verdict;

/** Try quality numbers on pieces of the source until one meets the plan's target. */
export interface SearchCall {
  tools: ToolPaths;
  probe: Probe;
  plan: Plan;
  /** An existing folder for the pieces. */
  folder: string;
}

/** Score a finished encode against its source. */
export interface ScoreCall {
  tools: ToolPaths;
  probe: Probe;
  plan: Plan;
  path: string;
  metric: Metric;
  places: number;
}

/** Measure the loudness of a whole stream. */
export interface LoudnessRequest {
  ffmpegPath: string;
  path: string;
  streamIndex: number;
}

/** Read a picture subtitle stream as text. */
export type OcrCall = Omit<OcrRequest, "signal" | "onProgress">;

/** Decode a whole file and find damage. */
export interface CheckRequest {
  tools: ToolPaths;
  probe: Probe;
}

/** Cut a film at its key pictures. */
export interface CutRequest {
  ffprobePath: string;
  path: string;
  plan: CutPlan;
  lengths: CutLengths;
  /** Without a new picture for this long the file no longer answers. */
  stallMs: number;
}

/** The parts and when each of their pictures is shown, or in words why there are none. */
export type Cut = { parts: { segment: Segment; steps: PictureSteps }[] } | { unfit: string };

/** Encode and verify one part of a film; with `logPath` its log takes the place of the last part's. */
export type SegmentRequest =
  & Pick<SegmentRun, "ffmpegPath" | "ffprobePath" | "args" | "partial" | "path" | "times" | "stallMs">
  & { nice: number; sourceFormat: string; logPath?: string; notes?: readonly string[] };

/** Encode one part, and leave it to be verified beside the next one. */
export type EncodeSegmentRequest = Omit<SegmentRequest, "ffprobePath" | "path" | "times">;

/** Encode a few pictures of a part, for the header that parts of this film have; `path` is gone afterwards. */
export interface HeaderRequest extends ToolPaths {
  args: string[];
  path: string;
}

/** Compare two encodes of one part. */
export interface SamePartRequest {
  ffmpegPath: string;
  paths: readonly [string, string];
}

/** Request and answer of each call. */
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
/** The name of something that the thread can be asked for. */
export type CallName = keyof Calls;

/** Messages to the thread. */
export type ToWorker =
  | {
    [K in CallName]: {
      kind: "call";
      id: number;
      name: K;
      request: Calls[K]["request"];
      /** Marks every process that is started for the call. */
      token: string;
    };
  }[CallName]
  | { kind: "abort"; id: number }
  | { kind: "freeze"; frozen: boolean };

/** Messages from the thread. */
export type FromWorker =
  | { kind: "answer"; id: number; value: unknown }
  | {
    kind: "refused";
    id: number;
    code: JobFailureCode | "aborted";
    message: string;
    /** Where a defect came up, for the log of the program. */
    stack?: string;
  }
  | { kind: "spawned"; pid: number }
  /** The tool of `spawned` has ended; the system may give its process id to another program from now on. */
  | { kind: "exited" }
  | { kind: "progress"; progress: ProgressReport }
  | { kind: "line"; line: string }
  | { kind: "status"; message: string };
