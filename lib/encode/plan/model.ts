/** What one encode will do, stream by stream: decided by `plan()`, spelled by `toArgs()`, checked by `verify()`. Pure data. */
import type { AudioEncoder, Container, Recipe, VideoEncoder } from "../profiles/schema.ts";
import type { FieldHandling } from "./video/field_plan.ts";
import type { Metric } from "../sampling/metric.ts";
import type { PictureConversion } from "./video/picture_conversion.ts";
import type { MqaFinding } from "../../media/audio/mqa.ts";
import type { Chapter, ContentLight, HdrFormat, HeldFrame, MasteringDisplay } from "../../media/probe/model.ts";

/** Whether picture subtitles can be read here: `missing` when no Tesseract is found. */
export type OcrState = "ready" | "off" | "missing";

/** `burn` draws a subtitle into the picture; `ocr` turns its pictures into text. Both leave the stream itself out. */
export type StreamAction = "copy" | "encode" | "drop" | "burn" | "ocr";

/** Fate of one source stream, with the reason in words ("commentary", "not one of eng, jpn", ...). */
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

/** The outcome of a smart profile's rules for one file. */
export interface SmartDecision {
  /** In words, in the order the rules stand. */
  reasons: string[];
  /** The plain recipe they led to. */
  profile: Recipe;
}

/** HDR data of single pictures that is carried over from the source. */
export interface DynamicHdrPlan {
  /** `to81`: turned into profile 8.1; `cropped`: its black bars are cut off. */
  dolbyVision?: { to81: boolean; cropped: boolean };
  hdr10Plus?: true;
}

/** The picture of the result. `index` is the source's stream; sizes in pixels after crop and scaling. */
export interface VideoPlan {
  index: number;
  encoder: VideoEncoder;
  /** ffmpeg codec name of the result, e.g. `hevc`. */
  codec: string;
  quality: number;
  preset: string;
  tune: string;
  /** kbit/s; 0 = quality based. */
  bitrate: number;
  /** A score to be met: `quality` is searched for before the encode starts. */
  target?: { metric: Metric; score: number };
  /** Output pixel format; empty when copied. */
  pixelFormat: string;
  bitDepth: number;
  width: number;
  height: number;
  /** Filters in order, as data; spelled by `filters.ts`. */
  crop?: { width: number; height: number; x: number; y: number };
  /** Makes limited-range YUV of what is something else, before all other filters. */
  conversion?: PictureConversion;
  /** The source states no colour matrix and is BT.709 by its size; the result is so small that it has to state it. */
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
  /** Pictures a second of the result. */
  frameRate: [number, number];
  /** The rate is none that the pictures come with, and ffmpeg (before 6) can be told so. */
  rateOption?: true;
  variableFrameRate: boolean;
  /** Seconds by which frames leave the decoder later than they are shown. */
  earlierSeconds?: number;
  /** The last frame is held, in seconds after the first frame. */
  heldFrame?: HeldFrame;
  /** Permitted extra arguments, already tokenized. */
  extraArgs: string[];
}

/** One audio stream of the result, made from the source's stream `index`. Sample rate in Hz. */
export interface AudioPlan {
  index: number;
  encoder: AudioEncoder;
  codec: string;
  /** kbit/s; 0 = the encoder's own, or lossless. */
  bitrate: number;
  channels: number;
  /** Layout of the result as a decoder names it; absent when a copied stream names none. */
  layout?: string;
  /** Every layout of a copied stream that changes on the way; `layout` is that of its beginning. */
  layouts?: string[];
  /** Layout the source is taken to have; absent for copies. */
  sourceLayout?: string;
  /** Where the channels of the result come from, as an argument of ffmpeg's `pan`; absent when they stay as they are. */
  pan?: string;
  sampleRate: number;
  bitDepth?: 16 | 24;
  /** Samples stay floating point, so that nothing above 0 dBFS is clipped. */
  float?: true;
  vbrQuality?: number;
  /** The encoder tool's own encoder, when that makes the file instead of ffmpeg. */
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

/** One subtitle stream of the result. Without `ocr` and `captions` it is the source's stream `index`. */
export interface SubtitlePlan {
  index: number;
  /** The text is read off the pictures of stream `index` and comes from a file beside the source. */
  ocr?: true;
  /** Of the text that is read off the pictures only what they mark as forced. */
  forcedOnly?: true;
  /** The text is read out of the closed captions of the picture `index` and comes from a file beside the source. */
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

/** The text comes from a file beside the source. */
export const isTextFile = ({ ocr, captions }: SubtitlePlan): boolean => ocr === true || captions === true;

/** By what the file of such a text is known among `SideFiles`. */
export const textKey = ({ index, forcedOnly }: Pick<SubtitlePlan, "index" | "forcedOnly">): string =>
  forcedOnly ? `${index}-forced` : `${index}`;

/** One encode as data. The lists stand in the order of the result's streams; a job keeps it as JSON. */
export interface Plan {
  container: Container;
  video?: VideoPlan;
  audio: AudioPlan[];
  subtitles: SubtitlePlan[];
  /** Attachment stream indexes copied (fonts, cover). */
  attachments: number[];
  chapters: boolean;
  /** The chapters of the result, in seconds from its start, where they are not those of the source as they are. */
  chapterList?: Chapter[];
  /** Clean metadata: file title and comment; undefined keeps the source's tags. */
  metadata?: { title?: string; comment: string };
  durationSeconds: number;
  /** Subtitle cues from this time on are left out, as they would stretch the result. Seconds. */
  cuesUntilSeconds?: number;
  streams: StreamDecision[];
  /** What happens, in words, one line each. */
  summary: string[];
  warnings: string[];
  /** What was heard of an MQA signal in a music track. */
  mqa?: MqaFinding;
  /** What a smart profile decided, and why. */
  smart?: SmartDecision;
  /** True when the result would be the source again: nothing encoded, dropped, or moved to another container. */
  nothingToDo: boolean;
}
