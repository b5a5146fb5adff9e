import type { ContentLight, HdrFormat, MasteringDisplay } from "../../../media/probe/model.ts";
import type { Method } from "./methods.ts";
import { CODECS, type VideoCodec } from "./codecs.ts";

/** Row type of the table of video encoders. */

/** Quality scale of an encoder. A quality is `factor * crf + offset` of the software encoder of the same codec. */
export interface QualityScale {
  /** Name of the quality value: CRF, CQ, ... */
  label: string;
  min: number;
  max: number;
  factor: number;
  offset: number;
  /** Smallest step that the encoder supports. */
  step: number;
}

/** Parts of a plan's video that determine the options of the encoder. */
export interface EncodedVideo {
  codec: string;
  quality: number;
  preset: string;
  tune: string;
  /** Bitrate in kbit/s. 0 for quality mode. */
  bitrate: number;
  bitDepth: number;
  width: number;
  height: number;
  frameRate: readonly [number, number];
  fieldHandling: string;
  /** Seconds by which frames are shown earlier than specified in the container. */
  earlierSeconds?: number;
  hdr: HdrFormat;
  masteringDisplay?: MasteringDisplay;
  contentLight?: ContentLight;
  color: { primaries?: string; transfer?: string; space?: string; range?: string };
  extraArgs: readonly string[];
}

/** Limits that are set by the job instead of the plan. */
export interface EncodeLimits {
  /** Maximum number of encoder threads. If absent, the encoder decides. */
  threads?: number;
  /** True if the output is a segment of a longer video. */
  isPart?: boolean;
}

/** Facts about one video encoder. */
export interface VideoEncoderFacts {
  /** ffmpeg's codec name of the output. */
  codec: VideoCodec;
  /** Hardware method; `none` is the CPU. */
  method: Method;
  hardware: boolean;
  /** Quality scale. Absent if the encoder supports only a bitrate. */
  quality?: QualityScale;
  /** Presets from fastest to slowest. Empty if there are none. */
  presets: readonly string[];
  tunes: readonly string[];
  /** Output pixel format for 8 and 10 bits. Absent if unsupported. */
  pixelFormats: { 8: string; 10?: string };
  /** Returns the ffmpeg options for the first video stream of the output. */
  args(video: EncodedVideo, limits: EncodeLimits): string[];
  /** ffmpeg option for the encoder's own parameters in the form `key=value:key=value`. */
  parametersOption?: string;
  /** Default keyframe interval in frames, if the profile sets none. */
  keyInterval(fps: number): number;
  /**
   * Preset used when hardware encoding fails. Only encoders with this preset can replace, or be replaced by, hardware
   * encoders of the same codec.
   */
  standInPreset?: string;
  /**
   * Present if segments from this encoder were verified against encodes without segments. `mark` contains the options
   * with which two machines with the same encoder produce identical bytes. The encoder uses one thread, and the stream
   * contains no information about the processor.
   */
  parts?: { mark: readonly string[] };
  /** True if the output is byte-identical for any number of threads. */
  sameByThreads?: boolean;
  /** True if every supported ffmpeg writes the closed captions of frames. */
  writesCaptions?: boolean;
  /** True if HDR10 mastering display and light levels are written. */
  writesHdr10?: boolean;
  /** True if in bitrate mode the encoder assumes that each frame lasts one time unit. The unit must then be a frame. */
  unitIsFrame?: boolean;
  /** Name used in file names. Defaults to that of the codec. */
  fileNameWord: string;
  /**
   * HandBrake's name of the encoder without the bit depth, and HandBrake presets whose names differ from those of
   * Lathe.
   */
  handBrake?: { name: string; presets?: Readonly<Record<string, string>> };
}

/** Facts that a row specifies. All other facts are derived from them. */
export type EncoderRow =
  & Pick<VideoEncoderFacts, "codec" | "args">
  & Partial<Omit<VideoEncoderFacts, "hardware" | "quality">>
  & { quality?: Omit<QualityScale, "step"> & { step?: number } };

/** Returns 250 frames, the default of x264, x265 and the hardware encoders. */
const EVERY_250 = (): number => 250;

/** Derives the complete properties from a row. */
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
