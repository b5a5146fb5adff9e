/** What a disc holds, as our own readers and every ripper tell it. Times are milliseconds, sizes bytes. */

/** What kind of disc it is; `data` holds files and no film. */
export type DiscType = "uhd" | "bluray" | "dvd" | "cd" | "data" | "unknown";

/** The pictures of a title; sizes in pixels. */
export interface DiscVideo {
  codec: "mpeg1" | "mpeg2" | "h264" | "hevc" | "vc1" | "unknown";
  width: number;
  height: number;
  /** As a fraction, e.g. `[24000, 1001]`. */
  frameRate: [number, number];
  interlaced: boolean;
  aspect?: "4:3" | "16:9";
  hdr?: "hdr10" | "dolbyvision";
}

/** One sound track of a title. */
export interface DiscAudio {
  /** PID of a transport stream, or the stream's id in a program stream (`0x80` and up AC-3, `0x88` DTS, `0xA0` LPCM). */
  streamId: number;
  codec: "ac3" | "eac3" | "dts" | "dtshd" | "dtshdma" | "truehd" | "lpcm" | "mp2" | "mp3" | "aac" | "unknown";
  /** ISO 639-2/T; absent when the disc names none. */
  language?: string;
  channels?: number;
  sampleRate?: number;
  commentary: boolean;
  visuallyImpaired: boolean;
}

/** One subtitle track of a title. */
export interface DiscSubtitle {
  streamId: number;
  codec: "vobsub" | "pgs" | "text";
  language?: string;
  forced: boolean;
  hearingImpaired: boolean;
  commentary: boolean;
}

/** A run of sectors of a DVD's title set that is played as one, counted from the start of its first VOB. */
export interface DvdCell {
  firstSector: number;
  /** Inclusive. */
  lastSector: number;
  durationMs: number;
  /** VOB and cell numbers inside the title set: the same pair is the same content. */
  vobId: number;
  cellId: number;
  /** The stream's clock starts anew at this cell. */
  newClock: boolean;
  /** Pieces of other cells lie between those of this one: other angles, other cuts. */
  interleaved: boolean;
  /** How many sectors of the run are its own. */
  sectors: number;
}

/** A part of one clip of a Blu-ray. */
export interface BlurayItem {
  /** Five digits: `BDMV/STREAM/<clip>.m2ts`. */
  clip: string;
  /** On the clip's own clock of 45 kHz. */
  inTime: number;
  outTime: number;
  /** 1 = first or plain join, 5 and 6 = seamless (playlist's connection condition). */
  connection: number;
}

/** Where the pictures and sound of a title lie. */
export type TitleSource =
  | {
    kind: "dvd";
    titleSet: number;
    /** Counted inside the title set. */
    title: number;
    cells: DvdCell[];
    /** Sixteen colours of the subtitles as R, G, B. */
    palette: [number, number, number][];
  }
  | { kind: "bluray"; playlist: string; items: BlurayItem[] };

/** One title (DVD) or playlist (Blu-ray), before anything is chosen. */
export interface ReadTitle {
  /** Title number of a DVD (`01`), or the playlist's file name (`00800.mpls`). */
  sourceFile: string;
  /** Which angle this is, from 1; absent when the title has one. */
  angle?: number;
  durationMs: number;
  sizeBytes: number;
  /** Starts of the chapters; the first is 0. Empty when there are none. */
  chapters: number[];
  /** Names in order what is played: clips (`55,56`) or cells (`1-6`, `1-3,9`). Equal text is equal content. */
  segmentMap: string;
  video?: DiscVideo;
  audio: DiscAudio[];
  subtitles: DiscSubtitle[];
  /** Why it cannot be copied whole, in one sentence: a clip is missing or cut short. Absent when nothing is known to be wrong. */
  problem?: string;
  source: TitleSource;
}

/** Why a disc cannot be copied by reading its files. */
export interface Protection {
  kind: "css" | "aacs" | "bdplus" | "cprm";
  /** What was found, and where. */
  evidence: string;
}

/** What our own readers say of a disc. */
export interface ReadDisc {
  type: DiscType;
  /** Name of the volume. */
  volumeName?: string;
  /** The name people gave it: the text of a Blu-ray's metadata; absent when there is none. */
  discName?: string;
  protection?: Protection;
  /** Upper-case MD5 over file sizes (as TheDiscDb has it), and the disc's own id. */
  fingerprint: { contentHash?: string; discId?: string };
  /** In the order of the disc. */
  titles: ReadTitle[];
  /** Sentences on what is wrong and was passed over: a clip that is missing, a playlist that cannot be read. */
  warnings: string[];
}
