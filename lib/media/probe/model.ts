/**
 * Properties of a media file that are relevant to encoding. Pure data, read by `ffprobe.ts` and evaluated by
 * `lib/encode/plan/plan.ts`.
 */

/** Transfer format of the video. `pq` without HDR10 metadata still counts as `hdr10`. */
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
  /** ffmpeg's codec name, e.g. `hevc`. `unknown` if ffmpeg has none. */
  codec: string;
  profile?: string;
  /** ISO 639-2/T, e.g. `deu`. Absent if untagged or `und`. */
  language?: string;
  /** Variant of the language, e.g. `Latin America` or `Traditional`. */
  region?: string;
  title?: string;
  default: boolean;
  forced: boolean;
  bitrateKbps?: number;
  durationSeconds?: number;
  /** Program numbers of a transport stream that the stream belongs to. Absent if there is only one program. */
  programs?: number[];
  /** Time of the first packet on the file's own clock, as reported by ffprobe. */
  startSeconds?: number;
  /** Duration at the beginning that is stored but skipped by an edit list. */
  skippedSeconds?: number;
}

/** A last frame that is displayed longer than other frames, in seconds of the file's own clock. */
export interface HeldFrame {
  startSeconds: number;
  endSeconds: number;
  /** Time units of the container per second. */
  unitsPerSecond: number;
}

/** Number of hidden pixels at each edge. */
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

/** Video. Covers are attachments. Width and height are in pixels as stored, before applying the pixel aspect ratio. */
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
  /** Parts of the video may be transparent. */
  alpha?: true;
  interlaced: boolean;
  /** Some of the sampled frames are interlaced, and some are not. */
  mixedFields?: true;
  /** Progressive film frames that flags time as the fields of 30 frames per second. */
  softTelecine?: true;
  /** ffmpeg's names. Absent if unspecified. */
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
  /** Closed captions are embedded in the video (ATSC A/53). */
  closedCaptions?: true;
  /** Clockwise display rotation in degrees. */
  rotation: number;
  frameCount?: number;
  heldFrame?: HeldFrame;
  /**
   * Number of frames by which a decoder delays its output if the container has no presentation times: H.264 in AVI
   * files.
   */
  untimedFrames?: number;
  /** All sizes and pixel aspect ratios found, in order, if a stream has several. */
  shapes?: FrameShape[];
  /**
   * Stored but hidden pixels at the edges. Decoders in ffmpeg 7.1 and later crop them, so width and height exclude
   * them. Older versions set `ignored`.
   */
  cropMarks?: CropMarks & { ignored: boolean };
  /** A regular track with a single frame, such as a poster next to the movie. */
  still?: true;
}

/** An audio track. The sample rate is in Hz. `bitDepth` is absent for codecs without one. */
export interface AudioStream extends StreamBase {
  kind: "audio";
  channels: number;
  /** ffmpeg's layout name, e.g. `5.1(side)`. */
  layout?: string;
  /** All layouts found, if a stream has several. */
  layouts?: string[];
  sampleRate: number;
  bitDepth?: number;
  /** Lossless floating-point samples, which may exceed 0 dBFS. */
  float?: true;
  lossless: boolean;
  atmos: boolean;
  dtsX: boolean;
  commentary: boolean;
  visualImpaired: boolean;
  original: boolean;
}

/** A subtitle track. `picture` marks bitmap formats such as PGS and VobSub, which only OCR can convert to text. */
export interface SubtitleStream extends StreamBase {
  kind: "subtitle";
  form: "text" | "picture";
  /** Size in pixels of the canvas for positions of DVB subtitles, which may differ from that of the video. */
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

/** Timecode, chapters as text and other data that is never copied. */
export interface DataStream extends StreamBase {
  kind: "data";
  /** An image of unknown size, which is unusable. */
  picture?: true;
}

/** Discriminated by `kind`. `index` counts all streams of a file. */
export type Stream = VideoStream | AudioStream | SubtitleStream | AttachmentStream | DataStream;

/** Times are in seconds. `title` is absent if the chapter has no name. */
export interface Chapter {
  startSeconds: number;
  endSeconds: number;
  title?: string;
}

/** A discontinuity of timestamps in a recording. `bySeconds` is negative for a step back. */
export interface ClockJump {
  /** Seconds from the start of the recording. */
  afterSeconds: number;
  bySeconds: number;
  /** Index of the stream if others go on. Absent if all of them jump. */
  stream?: number;
}

/** A file as reported by ffprobe. */
export interface Probe {
  path: string;
  sizeBytes: number;
  /** ffmpeg's demuxer names, e.g. `matroska,webm`. */
  format: string;
  durationSeconds: number;
  /** Duration stated in the header, if stray subtitle cues extend it far beyond the real end. */
  statedSeconds?: number;
  bitrateKbps?: number;
  startSeconds: number;
  title?: string;
  tags: Record<string, string>;
  streams: Stream[];
  chapters: Chapter[];
  /** The file has more chapters than those listed. */
  moreChapters?: true;
  /** Number of chapters not read: ffmpeg skips those that start before the previously stored one. */
  unreadChapters?: number;
  clockJump?: ClockJump;
  /** Another file of the same type follows the first one in the same bytes. */
  joined?: true;
  /** An edit list plays several ranges of the media, or omits its end. */
  edited?: true;
  /** An MP4 file with fragmented media. */
  fragmented?: true;
  /** An MP4 file that ends before its media does. */
  cutOff?: true;
  /** DRM: the streams cannot be decoded. */
  encrypted?: true;
  /** Indexes of streams disabled in a Matroska file, which players ignore. */
  disabled?: number[];
  /** Ordered chapters: of this file alone, or including parts of other files. */
  ordered?: "own" | "linked";
}
