import type { Capabilities } from "../../media/tools/capabilities.ts";
import { qualityOfCrf, videoEncoder, videoEncodersWith } from "../profiles/encoders.ts";
import { bitsPerPixel, type VideoCodec } from "../profiles/encoders/codecs.ts";
import type { Recipe, VideoEncoder } from "../profiles/schema.ts";
import type { Method } from "../profiles/encoders/methods.ts";

/** Returns the encoders of a hardware method, common codecs first. */
export const encodersOf = (method: Method): VideoEncoder[] =>
  videoEncodersWith((facts) => facts.hardware && facts.method === method)
    .toSorted((a, b) => ORDER.indexOf(videoEncoder(a).codec) - ORDER.indexOf(videoEncoder(b).codec));
const ORDER = ["h264", "hevc", "av1"];

/** Recipe for the encode: the given recipe, or a copy of it with a hardware encoder. */
export interface HardwareChoice {
  recipe: Recipe;
  /** Reason why the video stays on the CPU although a method is selected. */
  warning?: string;
}

/** Video properties on which the choice depends. */
export interface EncodedVideoFacts {
  width: number;
  height: number;
  fps: number;
  /** True if the video is HDR and needs ten bits. */
  hdr: boolean;
}

/**
 * Converts a software profile to the hardware method selected in the settings. The codec stays the same, and quality
 * and preset are converted to the scale of the hardware encoder. Profiles that already use a hardware encoder, or must
 * stay on the CPU, are not changed. Pure.
 */
export function hardwareRecipe(
  recipe: Recipe,
  method: Method,
  capabilities: Pick<Capabilities, "videoEncoders">,
  picture: EncodedVideoFacts = FULL_HD,
): HardwareChoice {
  const { video } = recipe;
  const from = videoEncoder(video.encoder);
  if (method === "none" || from.standInPreset === undefined || video.hwMode === "software") return { recipe };
  const encoder = encodersOf(method).find((name) => videoEncoder(name).codec === from.codec);
  if (!encoder) return { recipe, warning: `${method} has no encoder for ${from.codec}; the CPU is used instead.` };
  if (!capabilities.videoEncoders.includes(encoder)) {
    return { recipe, warning: `This ffmpeg lacks ${encoder}; the CPU is used instead.` };
  }
  const to = videoEncoder(encoder);
  const staysHdr = picture.hdr && video.hdrPassthrough && video.hdrToSdr === "off";
  if (staysHdr && !to.pixelFormats[10]) {
    return {
      recipe,
      warning: `${encoder} supports only 8-bit video, which is not enough for HDR; the CPU is used instead.`,
    };
  }
  const wants10 = ["yuv420p10le", "p010le"].includes(video.pixelFormat);
  return {
    recipe: {
      ...recipe,
      video: {
        ...video,
        encoder,
        quality: qualityOfCrf(encoder, video.quality),
        preset: presetFor(video.preset, from.presets, to.presets),
        tune: "none",
        pixelFormat: video.pixelFormat === "auto" ? "auto" : wants10 && to.pixelFormats[10] ? "p010le" : "nv12",
        // The software encoder's options do not apply to this encoder.
        extraArgs: "",
        ...(to.quality || video.bitrate > 0 ? {} : { bitrate: bitrateFor(video.quality, from.codec, picture) }),
        ...(to.quality ? {} : { targetMetric: "none" as const }),
      },
    },
  };
}

/** Returns the preset at the same relative position between fastest and slowest. */
function presetFor(preset: string, from: readonly string[], to: readonly string[]): string {
  const place = from.indexOf(preset);
  if (to.length === 0) return "";
  const part = place < 0 || from.length < 2 ? 0.5 : place / (from.length - 1);
  return to[Math.round(part * (to.length - 1))] ?? "";
}

/** Returns the bitrate in kbit/s for encoders without a quality mode, as predicted by the size model for the CRF. */
function bitrateFor(crf: number, codec: VideoCodec, { width, height, fps }: EncodedVideoFacts): number {
  const kbps = ((bitsPerPixel(codec, crf, true) ?? 0) * width * height * fps) / 1000;
  return Math.max(500, Math.round(kbps / 100) * 100);
}

const FULL_HD: EncodedVideoFacts = { width: 1920, height: 1080, fps: 24, hdr: false };
