import type { Probe } from "../../media/probe/model.ts";
import type { Plan } from "../plan/model.ts";
import type { Alignment } from "./video/alignment.ts";
import type { StreamHeader } from "./packets/headers.ts";
import type { PacketList } from "./packets/packets.ts";
import type { Window } from "./packets/places.ts";
import type { StreamPair } from "./packets/stream_pairs.ts";

/**
 * Extent of the verification: `off` compares headers, `windows` also packets and sections, `full` decodes everything.
 */
export type VerifyMode = "off" | "windows" | "full";

/**
 * State of a check. `unmade`: the check applies but could not be run. `skipped`: it was not run because an earlier
 * check failed.
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

/** Input of `verify`: the files, the plan of the result, and the extent of the verification. */
export interface VerifyOptions {
  ffmpegPath: string;
  ffprobePath: string;
  /** Path of the result. */
  path: string;
  /** Probe of the source when it was planned. */
  probe: Probe;
  plan: Plan;
  mode: VerifyMode;
  /** Filters available in this ffmpeg. By default, those that every build has. */
  filters?: string[];
  signal?: AbortSignal;
  /** Random number generator for window positions, from 0 up to 1. */
  random?: () => number;
  /** Progress from 0 to 1. Only reported when decoding completely, because other modes are fast. */
  onProgress?(share: number): void;
}

/** Result of `verify`. `ok` is false if there is any problem. Checks that are `unmade` do not affect it. */
export interface Verdict {
  ok: boolean;
  /** Reasons why the result must not be published. */
  problems: string[];
  warnings: string[];
  /** All applicable checks, in table order. */
  checks: CheckResult[];
  /** Checks that could not be run. If there are any, this verdict alone is not sufficient to retire the original. */
  unmade: string[];
  /** Decoder errors in the compared sections of the source. */
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
  /** Description of what was compared, if no problem was found. */
  text?: string;
  places?: Window[];
}

/** Data about source and result for the checks. Each stage adds to it. */
export interface Evidence extends VerifyOptions {
  result: Probe;
  pairs: StreamPair[];
  /** Returns the headers of either file by path. Undefined if they cannot be read. */
  headers(path: string): Promise<StreamHeader[] | undefined>;
  packets?: { source: PacketList; result: PacketList };
  alignment?: Alignment;
  /** Names of pairs in which all packets are identical to those of the source. */
  identical: Set<string>;
}
