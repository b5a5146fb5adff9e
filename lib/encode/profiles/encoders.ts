import { AUDIO_ENCODER_FACTS, type AudioEncoderFacts } from "./encoders/audio.ts";
import { amf, HANDBRAKE_NVENC, HANDBRAKE_QSV, nvenc, qsv, rkmpp, v4l2, vaapi, videotoolbox } from "./encoders/cards.ts";
import { LIBAOM_AV1, LIBVPX_VP9 } from "./encoders/libvpx.ts";
import { encoderFacts, type VideoEncoderFacts } from "./encoders/model.ts";
import { LIBSVTAV1 } from "./encoders/svtav1.ts";
import { LIBX264 } from "./encoders/x264.ts";
import { LIBX265 } from "./encoders/x265.ts";
import { AUDIO_ENCODERS, type AudioEncoder, VIDEO_ENCODERS, type VideoEncoder } from "./schema.ts";

/** Video encoders. The compiler requires one row for each. All other code uses the row instead of comparing names. */

export const VIDEO_ENCODER_FACTS = {
  copy: encoderFacts({ codec: "copy", args: () => [] }),
  libx264: LIBX264,
  libx265: LIBX265,
  libsvtav1: LIBSVTAV1,
  "libaom-av1": LIBAOM_AV1,
  "libvpx-vp9": LIBVPX_VP9,
  h264_videotoolbox: videotoolbox({ codec: "h264", handBrake: { name: "vt_h264" } }),
  hevc_videotoolbox: videotoolbox({ codec: "hevc", handBrake: { name: "vt_h265" } }),
  h264_nvenc: nvenc({
    codec: "h264",
    writesCaptions: true,
    handBrake: { name: "nvenc_h264", presets: HANDBRAKE_NVENC },
  }),
  hevc_nvenc: nvenc({
    codec: "hevc",
    writesCaptions: true,
    handBrake: { name: "nvenc_h265", presets: HANDBRAKE_NVENC },
  }),
  av1_nvenc: nvenc({ codec: "av1", handBrake: { name: "nvenc_av1", presets: HANDBRAKE_NVENC } }),
  h264_qsv: qsv({ codec: "h264", writesCaptions: true, handBrake: { name: "qsv_h264", presets: HANDBRAKE_QSV } }),
  hevc_qsv: qsv({ codec: "hevc", handBrake: { name: "qsv_h265", presets: HANDBRAKE_QSV } }),
  av1_qsv: qsv({ codec: "av1", handBrake: { name: "qsv_av1", presets: HANDBRAKE_QSV } }),
  h264_vaapi: vaapi({ codec: "h264" }),
  hevc_vaapi: vaapi({ codec: "hevc" }),
  av1_vaapi: vaapi({ codec: "av1" }),
  h264_amf: amf({ codec: "h264", handBrake: { name: "vce_h264" } }),
  hevc_amf: amf({ codec: "hevc", handBrake: { name: "vce_h265" } }),
  av1_amf: amf({ codec: "av1", handBrake: { name: "vce_av1" } }),
  h264_rkmpp: rkmpp({ codec: "h264" }),
  hevc_rkmpp: rkmpp({ codec: "hevc" }),
  h264_v4l2m2m: v4l2({ codec: "h264" }),
  hevc_v4l2m2m: v4l2({ codec: "hevc" }),
} satisfies Record<VideoEncoder, VideoEncoderFacts>;

/** Returns the row of a video encoder. */
export const videoEncoder = (name: VideoEncoder): VideoEncoderFacts => VIDEO_ENCODER_FACTS[name];

/** Returns the encoders whose rows meet a condition, in schema order. */
export const videoEncodersWith = (condition: (facts: VideoEncoderFacts) => boolean): VideoEncoder[] =>
  VIDEO_ENCODERS.filter((name) => condition(videoEncoder(name)));

/** Returns the encoder quality that corresponds to a CRF of its codec's software encoder, within its scale. */
export function qualityOfCrf(name: VideoEncoder, crf: number): number {
  const { quality } = videoEncoder(name);
  if (!quality) return crf;
  const wanted = Math.round(quality.factor * crf + quality.offset);
  return Math.min(quality.max, Math.max(quality.min, wanted));
}

/** Returns the CRF of the codec's software encoder that corresponds to this encoder's quality, unrounded. */
export function crfOfQuality(name: VideoEncoder, value: number): number {
  const { quality } = videoEncoder(name);
  return quality ? (value - quality.offset) / quality.factor : value;
}

/** Returns the row of an audio encoder. */
export const audioEncoder = (name: AudioEncoder): AudioEncoderFacts => AUDIO_ENCODER_FACTS[name];

/** Returns the audio encoders whose rows meet a condition, in schema order. */
export const audioEncodersWith = (condition: (facts: AudioEncoderFacts) => boolean): AudioEncoder[] =>
  AUDIO_ENCODERS.filter((name) => condition(audioEncoder(name)));
