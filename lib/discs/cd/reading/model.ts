import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import type { Watching } from "../../ripper_model.ts";
import type { TrackChecksums } from "../accuraterip/checksums.ts";
import type { CdSource, CdToc } from "../model.ts";

/** Audio is read in sectors of 588 samples (both channels as one), 2,352 bytes. */
export const SECTOR_SAMPLES = 588;
export const SECTOR_BYTES = 2352;
export const SAMPLE_BYTES = 4;

/** A range of consecutive sectors. */
export interface SectorSpan {
  start: number;
  sectors: number;
}

/** Errors while reading sectors: positions that failed on at least one attempt, and positions that were given up. */
export interface ReadTrouble {
  readErrors: number;
  skips: number;
}

/** A request to read sectors into a file. */
export interface SectorRequest {
  toc: CdToc;
  /** The track of the sectors. `hidden` is the audio before the first track. */
  track: number | "hidden";
  span: SectorSpan;
  /** Path of a file that does not exist yet, to be written as raw 16-bit little-endian stereo. */
  output: string;
  /** 0 to 1. */
  onFraction(fraction: number): void;
  onLog(line: string): void;
  signal: AbortSignal;
}

/** Reads the sectors of one disc, either natively or with an external program. */
export interface SectorReader {
  readonly name: "image" | "cd-paranoia" | "fre:ac";
  /** True if repeated reads always return the same data, so that a second one proves nothing. */
  readonly isExact: boolean;
  /** True if arbitrary sectors can be read. Otherwise only whole tracks can be read and no offset can be corrected. */
  readonly readsSectors: boolean;
  /** Throws `RipProblem` `read_error`, `tool_missing`, `disk_full`, or the signal's reason on abort. */
  read(request: SectorRequest): Promise<ReadTrouble>;
}

/** Timeouts. Tests pass short ones. */
export interface ReadingTimes {
  /**
   * Time without progress after which the program is stopped. Default 10 min, because bad positions are retried many
   * times.
   */
  stallMs?: number;
  /** Time from SIGTERM to SIGKILL. Default 15 s, because a drive may be slow to give up. */
  graceMs?: number;
}

/** Dependencies of track reading. */
export interface ReadingDeps {
  findTool: FindTool;
  /** The configured path of fre:ac's `freaccmd`. Empty to search the default locations. */
  encodertoolPath?: string;
  times?: ReadingTimes;
}

export interface ReadTrackOptions extends ReadingDeps, Watching {
  source: CdSource;
  toc: CdToc;
  track: number | "hidden";
  /** Read offset of the drive in samples. The track is read this many samples later. */
  offset: number;
  /** Owned by the caller, who must also remove files left by a failure. */
  folder: string;
  /**
   * Returns true if AccurateRip confirms the track. If it returns false, the track is read again until two reads match.
   * Without this function, that happens only after errors.
   */
  confirm?(checksums: TrackChecksums): boolean;
  /** Maximum number of reads. Default 4. */
  maxReads?: number;
}

/** Result of reading a track. */
export interface TrackReading extends ReadTrouble {
  /** Raw 16-bit little-endian stereo at 44.1 kHz. */
  path: string;
  samples: number;
  reader: SectorReader["name"];
  /** The corrected read offset. 0 if the reader cannot correct offsets. */
  offset: number;
  /** Lowercase hexadecimal digits. */
  md5: string;
  /** Eight uppercase hexadecimal digits, as shown in rip logs. `crcs` contains the value of every read in order. */
  crc32: string;
  crcs: string[];
  /** Peak sample value, 0 to 1. 0 is silence. */
  peak: number;
  checksums: TrackChecksums;
  /** Why the data is considered correct. `none` if no two reads matched. */
  agreement: "confirmed" | "copies" | "single" | "none";
}

/** True if a track may differ from the disc. It is kept and marked. */
export const isDoubtful = ({ agreement, skips }: Pick<TrackReading, "agreement" | "skips">): boolean =>
  agreement === "none" || (skips > 0 && agreement !== "confirmed");
