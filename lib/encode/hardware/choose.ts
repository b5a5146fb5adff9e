import type { Capabilities } from "../../media/probe/model.ts";
import { type EncoderFamily, qualityOfCrf, videoEncoder } from "../profiles/encoders.ts";
import { type Recipe, VIDEO_ENCODERS, type VideoEncoder } from "../profiles/schema.ts";

/** Ways to encode on hardware, as the settings name them. */
export const METHODS = ["none", "amf", "nvenc", "qsv", "vaapi", "rkmpp", "videotoolbox", "v4l2"] as const;
/** Value of the setting; `none` encodes on the CPU, every other one has a family in `familyOf`. */
export type Method = (typeof METHODS)[number];

/** The family of encoders of a method; undefined for `none`. */
export const familyOf = (method: Method): EncoderFamily | undefined =>
  method === "none" ? undefined : method === "v4l2" ? "v4l2m2m" : method;

/** Encoders of a method, the common codecs first. */
export const encodersOf = (method: Method): VideoEncoder[] => {
  const family = familyOf(method);
  return VIDEO_ENCODERS.filter((name) => videoEncoder(name).family === family).toSorted((a, b) =>
    ORDER.indexOf(videoEncoder(a).codec) - ORDER.indexOf(videoEncoder(b).codec)
  );
};
const ORDER = ["h264", "hevc", "av1"];

/** The recipe to encode with: the given one, or one whose encoder was replaced by a hardware encoder. */
export interface HardwareChoice {
  recipe: Recipe;
  /** Why the picture stays on the CPU although a method is chosen. */
  warning?: string;
}

/** What a choice has to know of the picture. */
export interface PictureFacts {
  width: number;
  height: number;
  fps: number;
  /** It needs ten bits to stay what it is. */
  hdr: boolean;
}

/**
 * A software profile on the method the settings chose: the same codec, quality and preset put on
 * the encoder's own scale. A profile that names a hardware encoder, or wants to stay on the CPU, is left alone. Pure.
 */
export function hardwareRecipe(
  recipe: Recipe,
  method: Method,
  capabilities: Pick<Capabilities, "videoEncoders">,
  picture: PictureFacts = FULL_HD,
): HardwareChoice {
  const { video } = recipe;
  const from = videoEncoder(video.encoder);
  const translatable = ["x264", "x265", "svtav1"].includes(from.family);
  if (method === "none" || !translatable || video.hwMode === "software") return { recipe };
  const encoder = encodersOf(method).find((name) => videoEncoder(name).codec === from.codec);
  if (!encoder) return { recipe, warning: `${method} has no encoder for ${from.codec}: the CPU encodes.` };
  if (!capabilities.videoEncoders.includes(encoder)) {
    return { recipe, warning: `This ffmpeg lacks ${encoder}: the CPU encodes.` };
  }
  const to = videoEncoder(encoder);
  const staysHdr = picture.hdr && video.hdrPassthrough && video.hdrToSdr === "off";
  if (staysHdr && !to.pixelFormats[10]) {
    return { recipe, warning: `${encoder} makes 8-bit video only, which HDR does not fit into: the CPU encodes.` };
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
        // Options of the software encoder mean nothing to this one.
        extraArgs: "",
        ...(to.quality || video.bitrate > 0 ? {} : { bitrate: bitrateFor(video.quality, from.codec, picture) }),
        ...(to.quality ? {} : { targetMetric: "none" as const }),
      },
    },
  };
}

/** The same place between fastest and slowest. */
function presetFor(preset: string, from: readonly string[], to: readonly string[]): string {
  const place = from.indexOf(preset);
  if (to.length === 0) return "";
  const part = place < 0 || from.length < 2 ? 0.5 : place / (from.length - 1);
  return to[Math.round(part * (to.length - 1))] ?? "";
}

/**
 * A bitrate in kbit/s for encoders without a quality mode: the size model's bits a pixel at CRF 20 (0.085 for H.264, 0.05
 * for HEVC), halved for every 6 CRF, and 30 % more because it is hardware.
 */
function bitrateFor(crf: number, codec: string, { width, height, fps }: PictureFacts): number {
  const bits = codec === "h264" ? 0.085 : 0.05;
  const kbps = (bits * width * height * fps * Math.pow(0.5, (crf - 20) / 6) * 1.3) / 1000;
  return Math.max(500, Math.round(kbps / 100) * 100);
}

const FULL_HD: PictureFacts = { width: 1920, height: 1080, fps: 24, hdr: false };
