import type { JobFailureCode } from "../kit/fault.ts";
import type { Capabilities, Probe } from "../media/model.ts";
import type { Recipe } from "../profiles/schema.ts";
import type { Plan } from "../encode/model.ts";

/** What the thread that holds an encode and its supervisor say to each other. Plain data both ways. */

/** The environment variable that marks our children, so that a restart recognises them. */
export const CHILD_TOKEN = "LATHE_CHILD";

export interface Tools {
  ffmpegPath: string;
  ffprobePath: string;
}

export interface InspectRequest {
  path: string;
  recipe: Recipe;
  capabilities: Capabilities;
  audioOnly: boolean;
  /** Marks the children of this job. */
  token: string;
}

/** What the file is and what will become of it. */
export interface Inspection {
  probe: Probe;
  plan: Plan;
  outputName: string;
  estimatedBytes: number;
}

export interface EncodeRequest {
  tools: Tools;
  probe: Probe;
  plan: Plan;
  /** The partial file. */
  output: string;
  /** Where the live picture goes; absent when the picture is copied. */
  livePreview?: string;
  /** A folder of our own, for the safe name that the subtitle filter needs. */
  workFolder: string;
  jobId: string;
  logPath: string;
  token: string;
  /** No progress for this long ends the tool; 0 never. */
  stallMs: number;
  nice: number;
}

export interface EncodeResult {
  sizeBytes: number;
  seconds: number;
}

export interface VerifyRequest {
  tools: Tools;
  path: string;
  probe: Probe;
  plan: Plan;
  mode: "off" | "windows" | "full";
}

export interface Verification {
  ok: boolean;
  problems: string[];
  warnings: string[];
  seconds: number;
}

/** Request and answer of each call. */
export interface Calls {
  inspect: { request: InspectRequest; answer: Inspection };
  encode: { request: EncodeRequest; answer: EncodeResult };
  verify: { request: VerifyRequest; answer: Verification };
}
export type CallName = keyof Calls;

export type ToWorker =
  | { [K in CallName]: { kind: "call"; id: number; name: K; request: Calls[K]["request"] } }[CallName]
  | { kind: "abort"; id: number }
  | { kind: "freeze"; frozen: boolean };

/** One report of a running encode. */
export interface EncodeProgress {
  frame: number;
  fps: number;
  bitrateKbps: number;
  sizeBytes: number;
  outTimeSeconds: number;
  /** Times real time. */
  speed: number;
}

export type FromWorker =
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "refused"; id: number; code: JobFailureCode | "aborted"; message: string }
  | { kind: "command"; args: string[]; text: string }
  | { kind: "spawned"; pid: number }
  | { kind: "progress"; progress: EncodeProgress }
  | { kind: "verifying"; fraction: number }
  | { kind: "line"; line: string };
