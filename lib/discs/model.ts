/**
 * Contents of a disc, as reported by the built-in readers and all rippers. Times are in milliseconds, sizes in bytes.
 */

/** Type of a disc. `data` contains files but no video. */
export type DiscType = "uhd" | "bluray" | "dvd" | "cd" | "data" | "unknown";

/** The video of a title. Dimensions are in pixels. */
export interface DiscVideo {
  codec: "mpeg1" | "mpeg2" | "h264" | "hevc" | "vc1" | "unknown";
  width: number;
  height: number;
  /** Frames per second as a fraction, such as `[24000, 1001]`. */
  frameRate: [number, number];
  interlaced: boolean;
  aspect?: "4:3" | "16:9";
  hdr?: "hdr10" | "dolbyvision";
}

/** An audio track of a title. */
export interface DiscAudio {
  /** PID in a transport stream, or stream ID in a program stream (`0x80` and up AC-3, `0x88` DTS, `0xA0` LPCM). */
  streamId: number;
  codec: "ac3" | "eac3" | "dts" | "dtshd" | "dtshdma" | "truehd" | "lpcm" | "mp2" | "mp3" | "aac" | "unknown";
  /** ISO 639-2/T. Absent if the disc does not specify the language. */
  language?: string;
  channels?: number;
  sampleRate?: number;
  commentary: boolean;
  visuallyImpaired: boolean;
}

/** A subtitle track of a title. */
export interface DiscSubtitle {
  streamId: number;
  codec: "vobsub" | "pgs" | "text";
  language?: string;
  forced: boolean;
  hearingImpaired: boolean;
  commentary: boolean;
}

/** A range of sectors in the title set of a DVD that is played as a unit, relative to the start of the first VOB. */
export interface DvdCell {
  firstSector: number;
  /** Inclusive. */
  lastSector: number;
  durationMs: number;
  /** VOB and cell numbers within the title set. The same pair means the same content. */
  vobId: number;
  cellId: number;
  /** True if the clock of the stream restarts at this cell. */
  newClock: boolean;
  /** True if sectors of other cells (other angles or cuts) are interleaved with this cell. */
  interleaved: boolean;
  /** Number of sectors in the range that belong to this cell. */
  sectors: number;
}

/** A range of one Blu-ray clip. */
export interface BlurayItem {
  /** Name of the clip, five digits: `BDMV/STREAM/<clip>.m2ts`. */
  clip: string;
  /** Start and end of the range, on the clip's 45 kHz clock. */
  inTime: number;
  outTime: number;
  /** Connection condition from the playlist: 1 = first item or non-seamless, 5 and 6 = seamless. */
  connection: number;
}

/** Location of a title's video and audio. */
export type TitleSource =
  | {
    kind: "dvd";
    titleSet: number;
    /** Title number within the title set. */
    title: number;
    cells: DvdCell[];
    /** Sixteen RGB colours for the subtitles. */
    palette: [number, number, number][];
  }
  | { kind: "bluray"; playlist: string; items: BlurayItem[] };

/** A title (DVD) or playlist (Blu-ray), before any selection by length. */
export interface ReadTitle {
  /** Title number on a DVD (`01`), or file name of the playlist (`00800.mpls`). */
  sourceFile: string;
  /** Angle number, from 1. Absent if the title has only one angle. */
  angle?: number;
  durationMs: number;
  sizeBytes: number;
  /** Chapter starts. The first is 0. Empty if there are none. */
  chapters: number[];
  /** The played clips (`55,56`) or cells (`1-6`, `1-3,9`) in order. Equal strings mean equal content. */
  segmentMap: string;
  video?: DiscVideo;
  audio: DiscAudio[];
  subtitles: DiscSubtitle[];
  /**
   * Reason why the title cannot be copied completely, in one sentence, such as a missing or truncated clip. Absent if
   * there is no known problem.
   */
  problem?: string;
  source: TitleSource;
}

/** Copy protection that prevents a disc from being copied by reading its files. */
export interface Protection {
  kind: "css" | "aacs" | "bdplus" | "cprm";
  /** Evidence of the protection and its location on the disc. */
  evidence: string;
}

/** Information about a disc from the built-in readers. */
export interface ReadDisc {
  type: DiscType;
  /** Volume name. */
  volumeName?: string;
  /** Display name from the Blu-ray metadata. Absent if there is none. */
  discName?: string;
  protection?: Protection;
  /** Uppercase MD5 of the file sizes (compatible with TheDiscDb), and the disc ID. */
  fingerprint: { contentHash?: string; discId?: string };
  /** Titles, in disc order. */
  titles: ReadTitle[];
  /** Messages about damaged parts that were skipped, such as a missing clip or an unreadable playlist. */
  warnings: string[];
}
