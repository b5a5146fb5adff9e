import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import type { Watching } from "../../ripper_model.ts";
import type { TrackChecksums } from "../accuraterip/checksums.ts";
import type { CdSource, CdToc } from "../model.ts";

/** Number of samples per sector. A sample of both channels is treated as one. A sector contains 2,352 bytes. */
export const SECTOR_SAMPLES = 588;
export const SECTOR_BYTES = 2352;
export const SAMPLE_BYTES = 4;

/** A range of consecutive sectors. */
export interface SectorSpan {
  start: number;
  sectors: number;
}

/** Errors while reading sectors: positions that failed at least once, and positions that could not be read at all. */
export interface ReadTrouble {
  readErrors: number;
  skips: number;
}

/** A request to read sectors into a file. */
export interface SectorRequest {
  toc: CdToc;
  /** Track to which the sectors belong. `hidden` is the audio before the first track. */
  track: number | "hidden";
  span: SectorSpan;
  /** Path of the output file, which must not exist yet. The format is raw 16-bit little-endian stereo. */
  output: string;
  /** Called with the completed fraction, 0 to 1. */
  onFraction(fraction: number): void;
  onLog(line: string): void;
  signal: AbortSignal;
}

/** Reads the sectors of one disc, either directly or with an external program. */
export interface SectorReader {
  readonly name: "image" | "cd-paranoia" | "fre:ac";
  /** True if repeated reads always return the same data, so that a second read confirms nothing. */
  readonly isExact: boolean;
  /** True if any range can be read. Otherwise only whole tracks can be read, and offsets cannot be corrected. */
  readonly readsSectors: boolean;
  /** Reads sectors. Throws `RipProblem` `read_error`, `tool_missing`, `disk_full`, or the signal's reason on abort. */
  read(request: SectorRequest): Promise<ReadTrouble>;
}

/** Timeouts. Tests use shorter ones. */
export interface ReadingTimes {
  /**
   * Time without progress after which the program is stopped. The default is 10 minutes, because bad positions are
   * retried many times.
   */
  stallMs?: number;
  /** Time between SIGTERM and SIGKILL. The default is 15 seconds, because a drive may take a long time to stop. */
  graceMs?: number;
}

/** Programs and options for reading tracks. */
export interface ReadingDeps {
  findTool: FindTool;
  /** Configured path of fre:ac's `freaccmd`. If empty, the default locations are searched. */
  encodertoolPath?: string;
  times?: ReadingTimes;
}

export interface ReadTrackOptions extends ReadingDeps, Watching {
  source: CdSource;
  toc: CdToc;
  track: number | "hidden";
  /** Read offset of the drive in samples. Reading starts this many samples later. */
  offset: number;
  /** Work folder. It is owned by the caller, who must also remove files left after a failure. */
  folder: string;
  /**
   * Returns true if AccurateRip confirms the track. If it returns false, the track is read again until two reads match.
   * Without this function, the track is read again only after errors.
   */
  confirm?(checksums: TrackChecksums): boolean;
  /** Maximum number of reads. The default is 4. */
  maxReads?: number;
}

/** Result of reading a track. */
export interface TrackReading extends ReadTrouble {
  /** Path of the samples: raw 16-bit little-endian stereo, 44.1 kHz. */
  path: string;
  samples: number;
  reader: SectorReader["name"];
  /** The read offset that was corrected. 0 if the reader cannot correct offsets. */
  offset: number;
  /** MD5 of the samples, in lowercase hexadecimal digits. */
  md5: string;
  /**
   * CRC32 of the samples, eight uppercase hexadecimal digits as in rip logs. `crcs` contains the values of all reads in
   * order.
   */
  crc32: string;
  crcs: string[];
  /** Peak sample value, from 0 (silence) to 1. */
  peak: number;
  checksums: TrackChecksums;
  /** Reason why the data is considered correct. `none` if no two reads matched. */
  agreement: "confirmed" | "copies" | "single" | "none";
}

/** True if a track that was read may differ from the disc. Such tracks are kept and marked. */
export const isDoubtful = ({ agreement, skips }: Pick<TrackReading, "agreement" | "skips">): boolean =>
  agreement === "none" || (skips > 0 && agreement !== "confirmed");
