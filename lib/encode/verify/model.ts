import type { Probe } from "../../media/probe/model.ts";
import type { Plan } from "../plan/model.ts";
import type { Alignment } from "./pictures/alignment.ts";
import type { StreamHeader } from "./packets/headers.ts";
import type { PacketList } from "./packets/packets.ts";
import type { Window } from "./packets/places.ts";
import type { StreamPair } from "./packets/stream_pairs.ts";

/** Thoroughness: `off` compares headers, `windows` also packets and sections, `full` decodes everything. */
export type VerifyMode = "off" | "windows" | "full";

/**
 * `unmade`: the check applies but could not be performed. `skipped`: it is pointless after the findings of other
 * checks.
 */
export type CheckState = "passed" | "failed" | "unmade" | "skipped";

/** Result of one check, as stored with the job. */
export interface CheckResult {
  id: string;
  /** Short description of the check. */
  title: string;
  state: CheckState;
  /** Finding as a sentence. */
  text: string;
  /** Compared sections of the result, if it was not compared completely. */
  places?: Window[];
}

/** Input of `verify`: the files, the plan of the result, and the thoroughness. */
export interface VerifyOptions {
  ffmpegPath: string;
  ffprobePath: string;
  /** Path of the result. */
  path: string;
  /** Probe of the source at the time of planning. */
  probe: Probe;
  plan: Plan;
  mode: VerifyMode;
  /** Filters available in this ffmpeg. Defaults to those in every build. */
  filters?: string[];
  signal?: AbortSignal;
  /** Random source for window positions, from 0 up to 1. */
  random?: () => number;
  /** Progress from 0 to 1. Only reported by full decoding, which takes long enough. */
  onProgress?(share: number): void;
}

/** Result of `verify`. `ok` is false if there is any problem; `unmade` checks alone leave it true. */
export interface Verdict {
  ok: boolean;
  /** Reasons why the result must not be published. */
  problems: string[];
  warnings: string[];
  /** All applicable checks, in table order. */
  checks: CheckResult[];
  /** Checks that could not be performed. The original must not be retired based on this verdict alone. */
  unmade: string[];
  /** Decoder errors about the source in the compared sections. */
  sourceErrors: string[];
  /** Probe of the result. Absent if it cannot be read. */
  result?: Probe;
  /** Wall time of the verification. */
  seconds: number;
}

/** Findings of a check. */
export interface Findings {
  problems: string[];
  warnings?: string[];
  /** Reason why the check could not be performed. */
  unmade?: string;
  /** Description of the comparison if no problem was found. */
  text?: string;
  places?: Window[];
}

/** Data about source and result during the checks. Each stage adds its part. */
export interface Evidence extends VerifyOptions {
  result: Probe;
  pairs: StreamPair[];
  /** Returns the headers of either file by path. Undefined if they cannot be read. */
  headers(path: string): Promise<StreamHeader[] | undefined>;
  packets?: { source: PacketList; result: PacketList };
  alignment?: Alignment;
  /** Names of pairs whose packets are bit-identical to the source's. */
  identical: Set<string>;
}
