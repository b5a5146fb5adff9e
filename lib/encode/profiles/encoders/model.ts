import type { ContentLight, HdrFormat, MasteringDisplay } from "../../../media/probe/model.ts";
import type { Method } from "../../hardware/methods.ts";
import { CODECS, type VideoCodec } from "./codecs.ts";

/** The shape of one row of the table of video encoders. */

/** Quality scale of an encoder. A quality is `factor * crf + offset` of the software encoder of the same codec. */
export interface QualityScale {
  /** Name of the number: CRF, CQ, ... */
  label: string;
  min: number;
  max: number;
  factor: number;
  offset: number;
  /** Smallest difference that the encoder takes. */
  step: number;
}

/** The parts of a plan's video that an encoder's options are made of. */
export interface EncodedVideo {
  codec: string;
  quality: number;
  preset: string;
  tune: string;
  /** kbit/s; 0 = by quality. */
  bitrate: number;
  bitDepth: number;
  width: number;
  height: number;
  frameRate: readonly [number, number];
  fieldHandling: string;
  /** Frames are shown so much earlier than the container states. */
  earlierSeconds?: number;
  hdr: HdrFormat;
  masteringDisplay?: MasteringDisplay;
  contentLight?: ContentLight;
  color: { primaries?: string; transfer?: string; space?: string; range?: string };
  extraArgs: readonly string[];
}

/** Limits that come from the job and not from the plan. */
export interface EncodeLimits {
  /** Upper bound of encoder threads; the encoder decides without it. */
  threads?: number;
  /** It is a part of a movie, which another one follows. */
  isPart?: boolean;
}

/** All facts of one video encoder. */
export interface VideoEncoderFacts {
  /** ffmpeg's codec name of the result. */
  codec: VideoCodec;
  /** The hardware that it runs on; `none` is the CPU. */
  method: Method;
  hardware: boolean;
  /** Its scale of quality; absent when the encoder only takes a bitrate. */
  quality?: QualityScale;
  /** From fastest to slowest; empty when there are none. */
  presets: readonly string[];
  tunes: readonly string[];
  /** Output pixel format for 8 and for 10 bit; absent when the encoder cannot. */
  pixelFormats: { 8: string; 10?: string };
  /** Its options for ffmpeg, each for the first video stream of the output. */
  args(video: EncodedVideo, limits: EncodeLimits): string[];
  /** ffmpeg's option that holds its own parameters as `key=value:key=value`. */
  parametersOption?: string;
  /** Frames from one key frame to the next where the profile sets none. */
  keyInterval(fps: number): number;
  /**
   * Preset for a job whose hardware failed. Recipes move between an encoder with such a preset and the hardware encoders of
   * the same codec; the others stay what they are.
   */
  standInPreset?: string;
  /**
   * Parts of a movie by it were compared with whole movies. `mark` are options by which two machines with the same encoder
   * make the same bytes: one thread, and nothing in the stream that names the processor.
   */
  parts?: { mark: readonly string[] };
  /** It makes the same bytes whatever the number of its threads. */
  sameByThreads?: boolean;
  /** ffmpeg 5.1 writes the closed captions of its frames. */
  writesCaptions?: boolean;
  /** It writes the mastering display and light levels of HDR10. */
  writesHdr10?: boolean;
  /** By bitrate it takes every frame to last one unit of time, so that the unit has to be a frame. */
  unitIsFrame?: boolean;
  /** Its word in file names; that of the codec when absent. */
  fileNameWord: string;
  /** HandBrake's name without the depth, and those of HandBrake's presets that are called otherwise here. */
  handBrake?: { name: string; presets?: Readonly<Record<string, string>> };
}

/** The facts that a row states; the others follow from these. */
export type EncoderRow =
  & Pick<VideoEncoderFacts, "codec" | "args">
  & Partial<Omit<VideoEncoderFacts, "hardware" | "quality">>
  & { quality?: Omit<QualityScale, "step"> & { step?: number } };

/** Every 250 frames, as x264, x265 and the hardware encoders do. */
const EVERY_250 = (): number => 250;

/** The facts of a row. */
export const encoderFacts = ({ quality, ...row }: EncoderRow): VideoEncoderFacts => ({
  presets: [],
  tunes: [],
  pixelFormats: { 8: "yuv420p", 10: "yuv420p10le" },
  method: "none",
  keyInterval: EVERY_250,
  fileNameWord: row.codec === "copy" ? "" : CODECS[row.codec].fileNameWord,
  ...row,
  hardware: (row.method ?? "none") !== "none",
  ...(quality ? { quality: { step: 1, ...quality } } : {}),
});
