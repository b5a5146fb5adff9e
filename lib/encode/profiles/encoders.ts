import type { AudioEncoder, VideoEncoder } from "./schema.ts";

/** What we know about each encoder: one row each, the compiler asks for a missing one. */

export type EncoderFamily =
  | "copy"
  | "x264"
  | "x265"
  | "svtav1"
  | "aom"
  | "vp9"
  | "nvenc"
  | "qsv"
  | "vaapi"
  | "amf"
  | "videotoolbox"
  | "rkmpp"
  | "v4l2m2m";

/** ffmpeg's codec names of what our video encoders make; `copy` keeps whatever the source has. */
export type VideoCodec = "copy" | "h264" | "hevc" | "av1" | "vp9";

/** Quality scale of an encoder. A quality is `factor * crf + offset` of the software encoder of the same codec. */
export interface QualityScale {
  /** Name of the number: CRF, CQ, ... */
  label: string;
  min: number;
  max: number;
  factor: number;
  offset: number;
}

/** What planning, the profile page and argument building need to know of one video encoder. */
export interface VideoEncoderFacts {
  family: EncoderFamily;
  /** ffmpeg's codec name of the result. */
  codec: VideoCodec;
  /** Its scale of quality; absent when the encoder only takes a bitrate. */
  quality?: QualityScale;
  /** From fastest to slowest; empty when there are none. */
  presets: readonly string[];
  tunes: readonly string[];
  /** Output pixel format for 8 and for 10 bit; absent when the encoder cannot. */
  pixelFormats: { 8: string; 10?: string };
  hardware: boolean;
  /** It makes the same bytes whatever the number of its threads. */
  sameByThreads?: boolean;
}

const X26X_PRESETS = [
  "ultrafast",
  "superfast",
  "veryfast",
  "faster",
  "fast",
  "medium",
  "slow",
  "slower",
  "veryslow",
  "placebo",
] as const;
const QSV_PRESETS = ["veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"] as const;
const NVENC_PRESETS = ["p1", "p2", "p3", "p4", "p5", "p6", "p7"] as const;
const AMF_PRESETS = ["speed", "balanced", "quality"] as const;
/** SVT-AV1, libaom and VP9 count down: the highest number is the fastest. */
const downFrom = (highest: number) => Array.from({ length: highest + 1 }, (_, i) => String(highest - i));

const software = { 8: "yuv420p", 10: "yuv420p10le" } as const;
const gpu = { 8: "nv12", 10: "p010le" } as const;
const gpu8 = { 8: "nv12" } as const;

type Row = Omit<VideoEncoderFacts, "hardware" | "tunes" | "presets"> & {
  presets?: readonly string[];
  tunes?: string[];
};
const cpu = (row: Row): VideoEncoderFacts => ({ presets: [], tunes: [], ...row, hardware: false });
const hard = (row: Row): VideoEncoderFacts => ({ presets: [], tunes: [], ...row, hardware: true });
const crf = (max: number): QualityScale => ({ label: "CRF", min: 0, max, factor: 1, offset: 0 });
/** AV1 on cards: CRF and four, or the quantizer to 255, of which four steps are one of CRF. */
const AV1_CARD = { max: 63, factor: 1, offset: 4 };
const AV1_QUANTIZER = { max: 255, factor: 4, offset: 16 };
const nvenc = (codec: VideoCodec, pixelFormats: Row["pixelFormats"] = gpu, scale = { max: 51, factor: 1, offset: 3 }) =>
  hard({ family: "nvenc", codec, quality: { label: "CQ", min: 0, ...scale }, presets: NVENC_PRESETS, pixelFormats });
const qsv = (codec: VideoCodec, pixelFormats: Row["pixelFormats"] = gpu, scale = { max: 51, factor: 1, offset: 2 }) =>
  hard({ family: "qsv", codec, quality: { label: "ICQ", min: 1, ...scale }, presets: QSV_PRESETS, pixelFormats });
const vaapi = (codec: VideoCodec, pixelFormats: Row["pixelFormats"] = gpu, scale = { max: 52, factor: 1, offset: 3 }) =>
  hard({ family: "vaapi", codec, quality: { label: "QP", min: 0, ...scale }, pixelFormats });
const amf = (codec: VideoCodec, pixelFormats: Row["pixelFormats"] = gpu, scale = { max: 51, factor: 1, offset: 3 }) =>
  hard({ family: "amf", codec, quality: { label: "QP", min: 0, ...scale }, presets: AMF_PRESETS, pixelFormats });
/** A percentage: 100 is CRF 0. */
const videotoolbox = (codec: VideoCodec, pixelFormats: Row["pixelFormats"]) => {
  const quality = { label: "quality", min: 1, max: 100, factor: -2, offset: 100 };
  return hard({ family: "videotoolbox", codec, quality, pixelFormats });
};
const rkmpp = (codec: VideoCodec) => {
  const quality = { label: "QP", min: 0, max: 51, factor: 1, offset: 3 };
  return hard({ family: "rkmpp", codec, quality, pixelFormats: gpu8 });
};

/** Ranges, presets and tunes as ffmpeg's encoders take them; `videoEncoder` reads a row. */
export const VIDEO_ENCODER_FACTS = {
  copy: cpu({ family: "copy", codec: "copy", pixelFormats: software }),
  libx264: cpu({
    family: "x264",
    codec: "h264",
    quality: crf(51),
    presets: X26X_PRESETS,
    tunes: ["animation", "film", "grain", "fastdecode", "zerolatency"],
    pixelFormats: software,
  }),
  libx265: cpu({
    family: "x265",
    codec: "hevc",
    quality: crf(51),
    presets: X26X_PRESETS,
    tunes: ["animation", "grain", "fastdecode", "zerolatency"],
    pixelFormats: software,
  }),
  libsvtav1: cpu({
    family: "svtav1",
    codec: "av1",
    quality: crf(63),
    presets: downFrom(13),
    tunes: ["grain", "fastdecode"],
    pixelFormats: software,
    sameByThreads: true,
  }),
  "libaom-av1": cpu({ family: "aom", codec: "av1", quality: crf(63), presets: downFrom(8), pixelFormats: software }),
  "libvpx-vp9": cpu({ family: "vp9", codec: "vp9", quality: crf(63), presets: downFrom(5), pixelFormats: software }),
  h264_videotoolbox: videotoolbox("h264", gpu8),
  hevc_videotoolbox: videotoolbox("hevc", gpu),
  h264_nvenc: nvenc("h264", gpu8),
  hevc_nvenc: nvenc("hevc"),
  av1_nvenc: nvenc("av1", gpu, AV1_CARD),
  h264_qsv: qsv("h264", gpu8),
  hevc_qsv: qsv("hevc"),
  av1_qsv: qsv("av1", gpu, AV1_CARD),
  h264_vaapi: vaapi("h264", gpu8),
  hevc_vaapi: vaapi("hevc"),
  av1_vaapi: vaapi("av1", gpu, AV1_QUANTIZER),
  h264_amf: amf("h264", gpu8),
  hevc_amf: amf("hevc"),
  av1_amf: amf("av1", gpu, AV1_QUANTIZER),
  h264_rkmpp: rkmpp("h264"),
  hevc_rkmpp: rkmpp("hevc"),
  h264_v4l2m2m: hard({ family: "v4l2m2m", codec: "h264", pixelFormats: { 8: "yuv420p" } }),
  hevc_v4l2m2m: hard({ family: "v4l2m2m", codec: "hevc", pixelFormats: { 8: "yuv420p" } }),
} satisfies Record<VideoEncoder, VideoEncoderFacts>;

/** The row of one encoder. */
export const videoEncoder = (name: VideoEncoder): VideoEncoderFacts => VIDEO_ENCODER_FACTS[name];

/** The quality of an encoder that a CRF of the software encoder of its codec is equal to, within its scale. */
export function qualityOfCrf(name: VideoEncoder, crf: number): number {
  const { quality } = videoEncoder(name);
  if (!quality) return crf;
  const wanted = Math.round(quality.factor * crf + quality.offset);
  return Math.min(quality.max, Math.max(quality.min, wanted));
}

/** The CRF of the software encoder of the same codec that a quality of this encoder is equal to; not rounded. */
export function crfOfQuality(name: VideoEncoder, value: number): number {
  const { quality } = videoEncoder(name);
  return quality ? (value - quality.offset) / quality.factor : value;
}

/** Limits of one audio encoder, by which sources that exceed them are mixed down or resampled. */
export interface AudioEncoderFacts {
  /** ffmpeg's codec name of the result. */
  codec: string;
  /** kbit/s per stream when the profile says 0; 0 for lossless encoders. */
  defaultKbps: number;
  /** More channels are mixed down to this many: ffmpeg does so silently, we say it. */
  maxChannels: number;
  /** Highest sample rate in Hz. */
  maxSampleRate: number;
  lossless: boolean;
}

const lossy = (codec: string, defaultKbps: number, maxChannels: number, maxSampleRate: number): AudioEncoderFacts => ({
  codec,
  defaultKbps,
  maxChannels,
  maxSampleRate,
  lossless: false,
});
const exact = (codec: string, maxChannels: number, maxSampleRate: number): AudioEncoderFacts => ({
  codec,
  defaultKbps: 0,
  maxChannels,
  maxSampleRate,
  lossless: true,
});

/** Limits as ffmpeg's encoders have them, or the encoder tool's for `ape`. */
export const AUDIO_ENCODER_FACTS = {
  copy: lossy("copy", 0, 64, 768_000),
  aac: lossy("aac", 192, 8, 96_000),
  libopus: lossy("opus", 192, 8, 48_000),
  eac3: lossy("eac3", 640, 6, 48_000),
  ac3: lossy("ac3", 448, 6, 48_000),
  flac: exact("flac", 8, 655_350),
  alac: exact("alac", 6, 384_000),
  truehd: exact("truehd", 6, 192_000),
  libmp3lame: lossy("mp3", 320, 2, 48_000),
  libvorbis: lossy("vorbis", 192, 8, 192_000),
  wavpack: exact("wavpack", 8, 768_000),
  ape: exact("ape", 2, 192_000),
} satisfies Record<AudioEncoder, AudioEncoderFacts>;

/** The row of one audio encoder; `copy` has limits that no source exceeds. */
export const audioEncoder = (name: AudioEncoder): AudioEncoderFacts => AUDIO_ENCODER_FACTS[name];
