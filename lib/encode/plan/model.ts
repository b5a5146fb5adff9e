/**
 * Plan of one encode, stream by stream. It is created by `plan()`, converted to arguments by `toArgs()`, and checked by
 * `verify()`. Pure data.
 */
import type { AudioEncoder, Container, Recipe, VideoEncoder } from "../profiles/schema.ts";
import type { FieldHandling } from "./video/field_plan.ts";
import type { Scale } from "../metric.ts";
import type { VideoConversion } from "./video/video_conversion.ts";
import type { MqaFinding } from "../../media/audio/mqa.ts";
import type { Chapter, ContentLight, HdrFormat, HeldFrame, MasteringDisplay } from "../../media/probe/model.ts";

/** State of OCR for bitmap subtitles. `missing` if Tesseract is not installed. */
export type OcrState = "ready" | "off" | "missing";

/**
 * `burn` draws a subtitle into the video. `ocr` converts bitmaps to text. In both cases, the stream itself is omitted.
 */
export type StreamAction = "copy" | "encode" | "drop" | "burn" | "ocr";

/** Decision for one source stream, with the reason as text ("commentary", "not one of eng, jpn", ...). */
export interface StreamDecision {
  index: number;
  type: "video" | "audio" | "subtitle" | "attachment" | "data";
  codec: string;
  language?: string;
  title?: string;
  channels?: number;
  width?: number;
  height?: number;
  action: StreamAction;
  why: string;
}

/** Result of a smart profile's rules for one file. */
export interface SmartDecision {
  /** Reasons as text, in the order of the rules. */
  reasons: string[];
  /** Plain recipe that results from the rules. */
  profile: Recipe;
}

/** Per-frame HDR metadata that is copied from the source. */
export interface DynamicHdrPlan {
  /** `to81` is true if the metadata is converted to profile 8.1. `cropped` is true if black bars are cropped. */
  dolbyVision?: { to81: boolean; cropped: boolean };
  hdr10Plus?: true;
}

/** Video of the result. `index` is the source stream. Sizes are in pixels after cropping and scaling. */
export interface VideoPlan {
  index: number;
  encoder: VideoEncoder;
  /** ffmpeg codec name of the result, e.g. `hevc`. */
  codec: string;
  quality: number;
  preset: string;
  tune: string;
  /** Bitrate in kbit/s. 0 for quality mode. */
  bitrate: number;
  /** Target score of all frames except the worst 5 %. `quality` is searched for before the encode starts. */
  target?: Scale & { score: number };
  /** Output pixel format. Empty if copied. */
  pixelFormat: string;
  bitDepth: number;
  width: number;
  height: number;
  /** Filters in order, as data. They are converted to text by `filters.ts`. */
  crop?: { width: number; height: number; x: number; y: number };
  /** Converts other formats to limited-range YUV, before all other filters. */
  conversion?: VideoConversion;
  /**
   * True if the source specifies no colour matrix and players assume BT.709 because of its frame size. The smaller
   * result must then specify the matrix, because players would assume another one.
   */
  assumedBt709?: true;
  fieldHandling: FieldHandling;
  fieldOrder?: "tff" | "bff";
  scale?: { width: number; height: number };
  toneMap?: "hable" | "bt2390";
  burn?: { index: number; form: "text" | "picture"; ordinal: number };
  hdr: HdrFormat;
  masteringDisplay?: MasteringDisplay;
  contentLight?: ContentLight;
  dynamicHdr?: DynamicHdrPlan;
  color: { primaries?: string; transfer?: string; space?: string; range?: string };
  /** Frame rate of the result as a fraction. */
  frameRate: [number, number];
  /**
   * True if the frame rate is set with ffmpeg's `-r` option, because it differs from that of the frames. Only ffmpeg
   * before version 6 accepts the option.
   */
  rateOption?: true;
  variableFrameRate: boolean;
  /** True if only the container may specify stereo 3D, because this ffmpeg cannot read frames that specify it. */
  stereoInContainer?: true;
  /** Seconds by which a frame is presented earlier than the decoder outputs it. */
  earlierSeconds?: number;
  /** Start and end of a last frame that is held, in seconds after the first frame. */
  heldFrame?: HeldFrame;
  /** Permitted extra arguments, split into words. */
  extraArgs: string[];
}

/** Audio stream of the result, from source stream `index`. Sample rate in Hz. */
export interface AudioPlan {
  index: number;
  encoder: AudioEncoder;
  codec: string;
  /** Bitrate in kbit/s. 0 for the encoder's default or lossless audio. */
  bitrate: number;
  channels: number;
  /** Layout of the result as reported by a decoder. Absent if a copied stream specifies none. */
  layout?: string;
  /** All layouts of a copied stream that changes its layout midway. The first one is `layout`. */
  layouts?: string[];
  /** Layout that the source is assumed to have. Absent for copies. */
  sourceLayout?: string;
  /** Channel mapping as an argument of ffmpeg's `pan`. Absent if the channels are unchanged. */
  pan?: string;
  sampleRate: number;
  bitDepth?: 16 | 24;
  /** True if samples stay floating-point numbers, so that values above 0 dBFS are not clipped. */
  float?: true;
  vbrQuality?: number;
  /** Encoder of the encoder tool, if the tool writes the file instead of ffmpeg. */
  tool?: string;
  compressionLevel?: number;
  opusComplexity?: number;
  language?: string;
  title?: string;
  default: boolean;
  forced: boolean;
  commentary: boolean;
  visualImpaired: boolean;
}

/** Subtitle stream of the result. Without `ocr` and `captions` it is source stream `index`. */
export interface SubtitlePlan {
  index: number;
  /** True if the text is converted from the bitmaps of stream `index` (OCR). It is read from a separate file. */
  ocr?: true;
  /** True if only subtitles marked as forced are converted. */
  forcedOnly?: true;
  /**
   * True if the text is extracted from the closed captions of video stream `index`. It is read from a separate file.
   */
  captions?: true;
  /** ffmpeg subtitle encoder: `copy`, `mov_text`, `webvtt`, `srt`, `ass`. */
  encoder: "copy" | "mov_text" | "webvtt" | "srt" | "ass";
  codec: string;
  language?: string;
  title?: string;
  default: boolean;
  forced: boolean;
  hearingImpaired: boolean;
  commentary: boolean;
}

/** True if the text is read from a separate file. */
export const isTextFile = ({ ocr, captions }: SubtitlePlan): boolean => ocr === true || captions === true;

/** Returns the key of a text file in `SideFiles`. */
export const textKey = ({ index, forcedOnly }: Pick<SubtitlePlan, "index" | "forcedOnly">): string =>
  forcedOnly ? `${index}-forced` : `${index}`;

/** Data of one encode. The lists are in the order of the streams in the result. Jobs store it as JSON. */
export interface Plan {
  container: Container;
  video?: VideoPlan;
  audio: AudioPlan[];
  subtitles: SubtitlePlan[];
  /** Indexes of copied attachment streams (fonts, cover). */
  attachments: number[];
  chapters: boolean;
  /** Chapters of the result, in seconds from its start. Absent if the chapters of the source are kept unchanged. */
  chapterList?: Chapter[];
  /** Clean metadata: title and comment of the file. If undefined, the tags of the source are kept. */
  metadata?: { title?: string; comment: string };
  durationSeconds: number;
  /** Time in seconds from which subtitle cues are dropped, because they would extend the result. */
  cuesUntilSeconds?: number;
  streams: StreamDecision[];
  /** Description of the plan, one line per step. */
  summary: string[];
  warnings: string[];
  /** MQA detection result of a music track. */
  mqa?: MqaFinding;
  /** Decisions of a smart profile, and the reasons. */
  smart?: SmartDecision;
  /** True if the result would be equal to the source: nothing is encoded, dropped or moved to another container. */
  nothingToDo: boolean;
}
