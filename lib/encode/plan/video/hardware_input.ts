import type { VideoStream } from "../../../media/probe/model.ts";
import { type EncoderFamily, videoEncoder } from "../../profiles/encoders.ts";
import type { FieldHandling } from "./field_plan.ts";
import type { VideoPlan } from "../model.ts";

/** Decoding on the card that encodes. Pure. */

export interface HardwareInput {
  /** Options that stand before the input. */
  args: string[];
  /** Pictures stay on the card: filters have to run there too. */
  onCard: boolean;
}

const DECODABLE = new Set(["h264", "hevc", "av1", "vp9"]);
const SAMPLED_420 = /^(?:yuvj?420p|yuv420p10le|nv12|p010le)$/;

/** What ffmpeg calls the decoder of each family; those without one decode on the CPU. */
const ACCELERATION: Partial<Record<EncoderFamily, string>> = {
  nvenc: "cuda",
  qsv: "qsv",
  vaapi: "vaapi",
  amf: "d3d11va",
  videotoolbox: "videotoolbox",
  rkmpp: "rkmpp",
};

const ON_CPU: HardwareInput = { args: [], onCard: false };

/**
 * Input options for a picture that a hardware encoder takes. Everything that the cards are not known to decode stays on the
 * CPU. Only VAAPI keeps pictures on the card, and only when no filter needs them in memory.
 */
export function hardwareInput(
  video: VideoPlan,
  source: VideoStream,
  { device, enabled }: { device?: string; enabled: boolean },
): HardwareInput {
  const { family } = videoEncoder(video.encoder);
  const name = ACCELERATION[family];
  // A turned picture is put upright by a filter that ffmpeg adds by itself, in memory.
  const safe = DECODABLE.has(source.codec) && SAMPLED_420.test(source.pixelFormat) && source.rotation === 0;
  if (!enabled || !name || !safe) return ON_CPU;
  const inMemory = video.crop || video.toneMap || video.burn || video.conversion || source.dolbyVision ||
    !ON_CARD.has(video.fieldHandling);
  const onCard = family === "vaapi" && !inMemory;
  const chosen = device && (family === "vaapi" || family === "qsv" || family === "nvenc" && /^\d+$/.test(device));
  return {
    args: [
      ...["-hwaccel", name],
      ...(chosen ? ["-hwaccel_device", device] : family === "vaapi" ? ["-hwaccel_device", FIRST_NODE] : []),
      ...(onCard ? ["-hwaccel_output_format", "vaapi"] : []),
    ],
    onCard,
  };
}

/** What the card can do with fields. */
const ON_CARD = new Set<FieldHandling>(["none", "frame-rate"]);

/** Render node for VAAPI when the settings name none: the first that the Linux kernel gives out. */
export const FIRST_NODE = "/dev/dri/renderD128";

/** The filters of a picture that stays on a VAAPI card: deinterlace, then size and format in one. */
export function cardFilters({ fieldHandling, scale, pixelFormat }: VideoPlan): string[] {
  const size = scale ? `w=${scale.width}:h=${scale.height}:` : "";
  return [
    ...(fieldHandling === "frame-rate" ? ["deinterlace_vaapi"] : []),
    `scale_vaapi=${size}format=${pixelFormat.replace("le", "")}`,
  ];
}

/** Brings a picture from the card into memory, for a still. */
export const cardDownload = (bitDepth: number): string[] => ["hwdownload", `format=${bitDepth > 8 ? "p010" : "nv12"}`];
