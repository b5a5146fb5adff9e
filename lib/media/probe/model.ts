/**
 * Properties of a media file that are relevant for encoding. Pure data, which `ffprobe.ts` reads and
 * `lib/encode/plan/plan.ts` uses.
 */

/** Transfer format of the video. `pq` without HDR10 metadata is also `hdr10`. */
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
  /** Index in the file, as in ffmpeg's `0:<index>`. */
  index: number;
  /** ffmpeg's codec name, for example `hevc`. `unknown` if it has no name. */
  codec: string;
  profile?: string;
  /** ISO 639-2/T, for example `deu`. Absent if untagged or `und`. */
  language?: string;
  /** Variant of the language, for example `Latin America` or `Traditional`. */
  region?: string;
  title?: string;
  default: boolean;
  forced: boolean;
  bitrateKbps?: number;
  durationSeconds?: number;
  /**
   * Numbers of the programmes in a transport stream to which the stream belongs. Absent if there is only one programme.
   */
  programs?: number[];
  /** Time of the first packet on the clock of the file, from ffprobe. */
  startSeconds?: number;
  /** Duration at the beginning that is stored but skipped because of an edit list. */
  skippedSeconds?: number;
}

/** A last frame that is displayed for longer than other frames, in seconds on the clock of the file. */
export interface HeldFrame {
  startSeconds: number;
  endSeconds: number;
  /** Number of time units per second in the container. */
  unitsPerSecond: number;
}

/** Number of stored but hidden pixels at each edge of the frame. */
export interface CropMarks {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Size and pixel aspect ratio of a frame. */
export interface FrameShape {
  width: number;
  height: number;
  sampleAspect: [number, number];
}

/** Video. Covers are attachments. Width and height are in stored pixels, before the pixel aspect ratio is applied. */
export interface VideoStream extends StreamBase {
  kind: "video";
  width: number;
  height: number;
  /** Pixel aspect ratio as `[1, 1]`. */
  sampleAspect: [number, number];
  /** Frame rate as a fraction, for example `[24000, 1001]`. */
  frameRate: [number, number];
  variableFrameRate: boolean;
  pixelFormat: string;
  bitDepth: number;
  /** True if parts of the video may be transparent. */
  alpha?: true;
  interlaced: boolean;
  /** True if some of the sampled frames are interlaced and some are not. */
  mixedFields?: true;
  /** True for progressive film frames whose flags time them as fields at 30 frames per second. */
  softTelecine?: true;
  /** Names as in ffmpeg. Absent if unspecified. */
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
  /** True if closed captions are embedded in the video (ATSC A/53). */
  closedCaptions?: true;
  /** Clockwise rotation for display in degrees. */
  rotation: number;
  frameCount?: number;
  heldFrame?: HeldFrame;
  /**
   * Number of frames by which a decoder delays its output if the container has no presentation times. Only H.264 in AVI
   * files.
   */
  untimedFrames?: number;
  /** All sizes and pixel aspect ratios that were found, in order, if a stream has several. */
  shapes?: FrameShape[];
  /**
   * Pixels at the edges that are stored but hidden. Decoders in ffmpeg 7.1 and later crop them, so they are not
   * included in width and height. For older versions, `ignored` is true.
   */
  cropMarks?: CropMarks & { ignored: boolean };
  /** True for a normal track with a single frame, such as a poster next to the movie. */
  still?: true;
}

/** An audio track. The sample rate is in Hz. `bitDepth` is absent for codecs without one. */
export interface AudioStream extends StreamBase {
  kind: "audio";
  channels: number;
  /** ffmpeg's layout name, for example `5.1(side)`. */
  layout?: string;
  /** All layouts that were found, if a stream has several. */
  layouts?: string[];
  sampleRate: number;
  bitDepth?: number;
  /** True for lossless floating-point samples, which may exceed 0 dBFS. */
  float?: true;
  lossless: boolean;
  atmos: boolean;
  dtsX: boolean;
  commentary: boolean;
  visualImpaired: boolean;
  original: boolean;
}

/**
 * A subtitle track. `picture` is true for bitmap formats such as PGS and VobSub, which only OCR can convert to text.
 */
export interface SubtitleStream extends StreamBase {
  kind: "subtitle";
  form: "text" | "picture";
  /**
   * Size in pixels of the canvas to which the positions of DVB subtitles refer. It may differ from that of the video.
   */
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
  /** True if ffmpeg reports it as a video stream with attached_pic. */
  asVideo: boolean;
}

/** Timecode, chapters as text, and other data that is never copied. */
export interface DataStream extends StreamBase {
  kind: "data";
  /** True for a video stream of unknown frame size, which cannot be read. */
  unreadableVideo?: true;
}

/** A stream, with its type in `kind`. `index` is the position among all streams of a file. */
export type Stream = VideoStream | AudioStream | SubtitleStream | AttachmentStream | DataStream;

/** A chapter. Times are in seconds. `title` is absent if the chapter has no name. */
export interface Chapter {
  startSeconds: number;
  endSeconds: number;
  title?: string;
}

/** A discontinuity of the timestamps in a recording. `bySeconds` is negative for a step back. */
export interface ClockJump {
  /** Position in seconds from the start of the recording. */
  afterSeconds: number;
  bySeconds: number;
  /** Index of the stream that jumps while others continue. Absent if all streams jump. */
  stream?: number;
}

/** A file, as reported by ffprobe. */
export interface Probe {
  path: string;
  sizeBytes: number;
  /** Names of ffmpeg's demuxer, for example `matroska,webm`. */
  format: string;
  durationSeconds: number;
  /** Duration in the header, if stray subtitle cues extend it far beyond the real end. */
  statedSeconds?: number;
  bitrateKbps?: number;
  startSeconds: number;
  title?: string;
  tags: Record<string, string>;
  streams: Stream[];
  chapters: Chapter[];
  /** True if the file has more chapters than those listed. */
  moreChapters?: true;
  /** Number of chapters that were not read. ffmpeg skips chapters that start before the previous one in the file. */
  unreadChapters?: number;
  clockJump?: ClockJump;
  /** True if another file of the same type is appended to the first one. */
  joined?: true;
  /** True if an edit list plays several ranges of the media, or omits its end. */
  edited?: true;
  /** True for an MP4 file with fragmented media. */
  fragmented?: true;
  /** True for an MP4 file that ends before its media does. */
  cutOff?: true;
  /** True if the streams cannot be decoded because of DRM. */
  encrypted?: true;
  /** Indexes of streams that are disabled in a Matroska file. Players ignore them. */
  disabled?: number[];
  /**
   * Set for ordered chapters: `own` if they play only parts of this file, `linked` if they include parts of other
   * files.
   */
  ordered?: "own" | "linked";
}
