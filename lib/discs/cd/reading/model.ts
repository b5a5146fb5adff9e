import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import type { Watching } from "../../rippers/model.ts";
import type { TrackChecksums } from "../accuraterip/checksums.ts";
import type { CdSource, CdToc } from "../model.ts";

/** Sound is read in sectors of 588 samples (both channels as one), 2,352 bytes. */
export const SECTOR_SAMPLES = 588;
export const SECTOR_BYTES = 2352;
export const SAMPLE_BYTES = 4;

/** Sectors that lie one after another. */
export interface SectorSpan {
  start: number;
  sectors: number;
}

/** What went wrong while sectors were read: places that failed at a try, and places that were given up. */
export interface ReadTrouble {
  readErrors: number;
  skips: number;
}

/** One read of sectors into a file. */
export interface SectorRequest {
  toc: CdToc;
  /** The track that the sectors are for; `hidden` is the sound before the first. */
  track: number | "hidden";
  span: SectorSpan;
  /** A file that does not exist yet; it becomes raw 16-bit little-endian stereo. */
  output: string;
  /** 0 to 1. */
  onFraction(fraction: number): void;
  onLog(line: string): void;
  signal: AbortSignal;
}

/** Reads sectors of one disc with one program or by itself. */
export interface SectorReader {
  readonly name: "image" | "cd-paranoia" | "fre:ac";
  /** Whether two reads are always the same, so that a second one shows nothing. */
  readonly isExact: boolean;
  /** Whether any sectors can be read; otherwise only whole tracks, and no offset can be corrected. */
  readonly readsSectors: boolean;
  /** Throws `RipProblem` `read_error`, `tool_missing`, `disk_full`; on abort the signal's reason. */
  read(request: SectorRequest): Promise<ReadTrouble>;
}

/** Waiting times; tests give short ones. */
export interface ReadingTimes {
  /** Ends a program that gets no further for so long. Default 10 min: bad places are tried again and again. */
  stallMs?: number;
  /** From SIGTERM to SIGKILL. Default 15 s: a drive gives up late. */
  graceMs?: number;
}

/** What tracks are read with. */
export interface ReadingDeps {
  findTool: FindTool;
  /** The configured path of fre:ac's `freaccmd`, empty for the usual places. */
  encodertoolPath?: string;
  times?: ReadingTimes;
}

export interface ReadTrackOptions extends ReadingDeps, Watching {
  source: CdSource;
  toc: CdToc;
  track: number | "hidden";
  /** Read offset of the drive in samples: what is read so much later is the track. */
  offset: number;
  /** Belongs to the caller; what lies there after a failure is the caller's to remove. */
  folder: string;
  /**
   * Whether the track is known to be right, by AccurateRip. When it says no, the track is read again until two reads are
   * the same; without it that is done only after trouble.
   */
  confirm?(checksums: TrackChecksums): boolean;
  /** At most so many reads; default 4. */
  maxReads?: number;
}

/** A track as it was read. */
export interface TrackReading extends ReadTrouble {
  /** Raw 16-bit little-endian stereo at 44.1 kHz. */
  path: string;
  samples: number;
  reader: SectorReader["name"];
  /** The read offset that was corrected; 0 where the reader cannot. */
  offset: number;
  /** Hexadecimal digits, in lower case. */
  md5: string;
  /** Eight hexadecimal digits in capitals, as rip logs show it; and that of every read in order. */
  crc32: string;
  crcs: string[];
  /** Loudest sample, 0 to 1; 0 is silence. */
  peak: number;
  checksums: TrackChecksums;
  /** Why it is taken to be right; `none` when no two reads were the same. */
  agreement: "confirmed" | "copies" | "single" | "none";
}

/** Whether a track may differ from the disc: it is kept, and marked. */
export const isDoubtful = ({ agreement, skips }: Pick<TrackReading, "agreement" | "skips">): boolean =>
  agreement === "none" || (skips > 0 && agreement !== "confirmed");
