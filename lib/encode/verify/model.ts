import type { Probe } from "../../media/probe/model.ts";
import type { Plan } from "../plan/model.ts";
import type { Alignment } from "./pictures/alignment.ts";
import type { StreamHeader } from "./packets/headers.ts";
import type { PacketList } from "./packets/packets.ts";
import type { Window } from "./packets/places.ts";
import type { StreamPair } from "./packets/stream_pairs.ts";

/** How thorough: `off` compares headers, `windows` also packets and places, `full` decodes everything. */
export type VerifyMode = "off" | "windows" | "full";

/** `unmade`: the check applies and could not be made. `skipped`: it makes no sense after what other checks found. */
export type CheckState = "passed" | "failed" | "unmade" | "skipped";

/** What became of one check, as it is kept with the job. */
export interface CheckResult {
  id: string;
  /** What was checked, in a few words. */
  title: string;
  state: CheckState;
  /** What was found, in a sentence. */
  text: string;
  /** Parts of the result that were compared, when not all of it was. */
  places?: Window[];
}

/** Input of `verify`: the files, the plan the result was made by, and how thorough to be. */
export interface VerifyOptions {
  ffmpegPath: string;
  ffprobePath: string;
  /** The result to judge. */
  path: string;
  /** The source as it was when the plan was made. */
  probe: Probe;
  plan: Plan;
  mode: VerifyMode;
  /** Filters this ffmpeg has; absent = those that every build has. */
  filters?: string[];
  signal?: AbortSignal;
  /** Draws the places of windows, 0 up to 1. */
  random?: () => number;
  /** Share done, 0 to 1; only full decoding takes long enough to say. */
  onProgress?(share: number): void;
}

/** What `verify` found. `ok` is false as soon as there is one problem; `unmade` alone leaves it true. */
export interface Verdict {
  ok: boolean;
  /** Why the result must not be published, in words. */
  problems: string[];
  warnings: string[];
  /** Every check that applies, in the order of the table. */
  checks: CheckResult[];
  /** Checks that could not be made: an original may not be retired on this verdict alone. */
  unmade: string[];
  /** What decoders complained about the source, in the parts that were compared. */
  sourceErrors: string[];
  /** What the result says of itself; absent when it cannot be read back. */
  result?: Probe;
  /** Wall time the check took. */
  seconds: number;
}

/** What a check found. */
export interface Findings {
  problems: string[];
  warnings?: string[];
  /** Why it could not be made. */
  unmade?: string;
  /** What was compared, when all is well. */
  text?: string;
  places?: Window[];
}

/** What is known about source and result while the checks run; each stage fills in its part. */
export interface Evidence extends VerifyOptions {
  result: Probe;
  pairs: StreamPair[];
  /** The headers of either file, by path; undefined when they cannot be read. */
  headers(path: string): Promise<StreamHeader[] | undefined>;
  packets?: { source: PacketList; result: PacketList };
  alignment?: Alignment;
  /** Names of pairs whose packets are those of the source, bit for bit. */
  identical: Set<string>;
}
