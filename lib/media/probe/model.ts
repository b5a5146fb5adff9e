/** What a media file is, as far as an encode cares. Pure data, read by `ffprobe.ts`, decided on by `lib/encode/plan/plan.ts`. */

/** How the picture's brightness is coded. `pq` without HDR10 metadata still counts as `hdr10`. */
export type HdrFormat = "sdr" | "hdr10" | "hlg";

/** SMPTE ST 2086 mastering display: chromaticity as CIE xy, luminance in cd/m². */
export interface MasteringDisplay {
  red: [number, number];
  green: [number, number];
  blue: [number, number];
  white: [number, number];
  minLuminance: number;
  maxLuminance: number;
}

/** CTA-861.3 content light levels in cd/m². */
export interface ContentLight {
  maxCll: number;
  maxFall: number;
}

/** Dolby Vision configuration record. `baseCompatible`: 0 none, 1 HDR10, 2 SDR, 4 HLG. */
export interface DolbyVision {
  profile: number;
  level: number;
  baseCompatible: number;
  hasEnhancementLayer: boolean;
}

interface StreamBase {
  /** Index in the file, as ffmpeg's `0:<index>`. */
  index: number;
  /** ffmpeg's codec name, e.g. `hevc`; `unknown` when ffmpeg has none. */
  codec: string;
  profile?: string;
  /** ISO 639-2/T, e.g. `deu`; absent when untagged or `und`. */
  language?: string;
  /** The variant of the language, e.g. `Latin America` or `Traditional`. */
  region?: string;
  title?: string;
  default: boolean;
  forced: boolean;
  bitrateKbps?: number;
  durationSeconds?: number;
  /** Numbers of the programmes of a transport stream that it belongs to; absent where there are no several. */
  programs?: number[];
  /** Time of the first packet on the file's own clock, as ffprobe tells it. */
  startSeconds?: number;
  /** So much at the beginning is in the file and never shown: an edit list skips it. */
  skippedSeconds?: number;
}

/** A last frame that is shown for longer than other frames are, in seconds of the file's own clock. */
export interface HeldFrame {
  startSeconds: number;
  endSeconds: number;
  /** Time units of the container per second. */
  unitsPerSecond: number;
}

/** Pixels of each edge that are not shown. */
export interface CropMarks {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Size and pixel aspect of a frame. */
export interface FrameShape {
  width: number;
  height: number;
  sampleAspect: [number, number];
}

/** Video; covers are attachments. Width and height in pixels as stored, before the pixel aspect. */
export interface VideoStream extends StreamBase {
  kind: "video";
  width: number;
  height: number;
  /** Pixel aspect ratio as `[1, 1]`. */
  sampleAspect: [number, number];
  /** Frame rate as a fraction, e.g. `[24000, 1001]`. */
  frameRate: [number, number];
  variableFrameRate: boolean;
  pixelFormat: string;
  bitDepth: number;
  /** Parts of the picture may be transparent. */
  alpha?: true;
  interlaced: boolean;
  /** Some of the frames that were looked at are interlaced, and some are not. */
  mixedFields?: true;
  /** Whole pictures of film, timed as the fields of 30 frames a second by flags. */
  softTelecine?: true;
  /** ffmpeg's names; absent when unspecified. */
  colorPrimaries?: string;
  colorTransfer?: string;
  colorSpace?: string;
  colorRange?: string;
  chromaLocation?: string;
  hdr: HdrFormat;
  masteringDisplay?: MasteringDisplay;
  contentLight?: ContentLight;
  dolbyVision?: DolbyVision;
  hdr10Plus: boolean;
  /** Captions for the deaf lie in the pictures (ATSC A/53). */
  closedCaptions?: true;
  /** Clockwise display rotation in degrees. */
  rotation: number;
  frameCount?: number;
  heldFrame?: HeldFrame;
  /** So many frames later a decoder shows what it gets, where the container states no time for it: H.264 in AVI files. */
  untimedFrames?: number;
  /** Every size and pixel aspect that was met, the first one first, when there are several in one stream. */
  shapes?: FrameShape[];
  /**
   * Pixels at the edges that are stored and not shown. Decoders of ffmpeg 7.1 and newer leave them out, and width and
   * height are then without them; `ignored` by older ones.
   */
  cropMarks?: CropMarks & { ignored: boolean };
  /** An ordinary track that holds one frame, such as a poster beside the movie. */
  still?: true;
}

/** A sound track; sample rate in Hz, `bitDepth` absent where the codec has none. */
export interface AudioStream extends StreamBase {
  kind: "audio";
  channels: number;
  /** ffmpeg's layout name, e.g. `5.1(side)`. */
  layout?: string;
  /** Every layout that was met, when there are several in one stream. */
  layouts?: string[];
  sampleRate: number;
  bitDepth?: number;
  /** Lossless samples in floating point, which may be louder than 0 dBFS. */
  float?: true;
  lossless: boolean;
  atmos: boolean;
  dtsX: boolean;
  commentary: boolean;
  visualImpaired: boolean;
  original: boolean;
}

/** A subtitle track; `picture` is for formats such as PGS and VobSub, which only OCR can make text of. */
export interface SubtitleStream extends StreamBase {
  kind: "subtitle";
  form: "text" | "picture";
  /** Pixels that the places of DVB subtitles count on, which need not be those of the video. */
  canvas?: { width: number; height: number };
  hearingImpaired: boolean;
  commentary: boolean;
  original: boolean;
}

/** A cover (video with attached_pic, or an image attachment) or a font. */
export interface AttachmentStream extends StreamBase {
  kind: "attachment";
  use: "font" | "cover" | "other";
  fileName?: string;
  mimeType?: string;
  /** True when ffmpeg shows it as a video stream with attached_pic. */
  asVideo: boolean;
}

/** Timecode, chapters-as-text and other data we never copy. */
export interface DataStream extends StreamBase {
  kind: "data";
  /** A picture whose size cannot be found out: nothing can be done with it. */
  picture?: true;
}

/** `kind` tells which; `index` counts all kinds of a file together. */
export type Stream = VideoStream | AudioStream | SubtitleStream | AttachmentStream | DataStream;

/** Times in seconds; `title` is absent when the chapter has no name. */
export interface Chapter {
  startSeconds: number;
  endSeconds: number;
  title?: string;
}

/** A place of a recording where its time stamps do not go on: back where `bySeconds` is negative. */
export interface ClockJump {
  /** Seconds from the beginning of the recording. */
  afterSeconds: number;
  bySeconds: number;
}

/** One file as ffprobe sees it. */
export interface Probe {
  path: string;
  sizeBytes: number;
  /** ffmpeg's demuxer names, e.g. `matroska,webm`. */
  format: string;
  durationSeconds: number;
  /** The length that the header states, where single subtitle cues far beyond the end stretch it. */
  statedSeconds?: number;
  bitrateKbps?: number;
  startSeconds: number;
  title?: string;
  tags: Record<string, string>;
  streams: Stream[];
  chapters: Chapter[];
  /** There are more chapters than these first ones. */
  moreChapters?: true;
  /** So many chapters are not read: ffmpeg passes over those that begin before the one that is stored before them. */
  unreadChapters?: number;
  clockJump?: ClockJump;
  /** Another file of the same kind follows the first one in the same bytes. */
  joined?: true;
  /** An edit list shows several stretches of the media one after the other, or leaves out its end. */
  edited?: true;
  /** An MP4 file whose media is described part by part. */
  fragmented?: true;
  /** An MP4 file that ends before its media does. */
  cutOff?: true;
  /** DRM: the streams cannot be decoded. */
  encrypted?: true;
  /** Indexes of streams that a Matroska file switches off: players leave them out. */
  disabled?: number[];
  /** Chapters that play in an order of their own: parts of this file alone, or also of others. */
  ordered?: "own" | "linked";
}

/** What the ffmpeg at hand can do, learnt from the binary itself. */
export interface Capabilities {
  ffmpegPath: string;
  ffprobePath: string;
  /** e.g. `5.1.9-0+deb12u1`. */
  version: string;
  videoEncoders: string[];
  audioEncoders: string[];
  subtitleEncoders: string[];
  filters: string[];
  hwaccels: string[];
  demuxers: string[];
  /** The tool that encodes music beside ffmpeg; absent when there is none. */
  encodertool?: { path: string; encoders: string[] };
  /** The programs that carry Dolby Vision and HDR10+ over; absent without mkvmerge. */
  dynamicHdr?: { mkvmergePath: string; doviToolPath?: string; hdr10plusToolPath?: string };
}
