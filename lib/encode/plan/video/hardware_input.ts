import type { VideoStream } from "../../../media/probe/model.ts";
import { METHOD_FACTS } from "../../profiles/encoders/methods.ts";
import { videoEncoder } from "../../profiles/encoders.ts";
import type { FieldHandling } from "./field_plan.ts";
import type { VideoPlan } from "../model.ts";

/** Decoding on the GPU that also encodes. Pure. */

export interface HardwareInput {
  /** Options before the input. */
  args: string[];
  /** True if frames stay on the GPU, so that filters must run on it too. */
  onCard: boolean;
}

const DECODABLE = new Set(["h264", "hevc", "av1", "vp9"]);
const SAMPLED_420 = /^(?:yuvj?420p|yuv420p10le|nv12|p010le)$/;

const ON_CPU: HardwareInput = { args: [], onCard: false };

/**
 * Returns the input options for video that is encoded in hardware. Formats that GPUs may not be able to decode are
 * decoded on the CPU. Frames stay on the GPU if the method has filters on it and no other filter needs the frames in
 * memory.
 */
export function hardwareInput(
  video: VideoPlan,
  source: VideoStream,
  { device, enabled }: { device?: string; enabled: boolean },
): HardwareInput {
  const { decoder, decoderDevice, onCard: card } = METHOD_FACTS[videoEncoder(video.encoder).method];
  // ffmpeg automatically inserts a filter that rotates the video in memory.
  const safe = DECODABLE.has(source.codec) && SAMPLED_420.test(source.pixelFormat) && source.rotation === 0;
  if (!enabled || !decoder || !safe) return ON_CPU;
  const inMemory = video.crop || video.toneMap || video.burn || video.conversion || source.dolbyVision ||
    !ON_CARD.has(video.fieldHandling);
  const onCard = card !== undefined && !inMemory;
  const chosen = decoderDevice?.(device);
  return {
    args: [
      ...["-hwaccel", decoder],
      ...(chosen ? ["-hwaccel_device", chosen] : []),
      ...(onCard ? ["-hwaccel_output_format", card.format] : []),
    ],
    onCard,
  };
}

/** Field handling supported on the GPU. */
const ON_CARD = new Set<FieldHandling>(["none", "frame-rate"]);

/** Returns the filters for video that stays on the GPU: deinterlacing, then scaling and format in one filter. */
export function cardFilters({ encoder, fieldHandling, scale, pixelFormat }: VideoPlan): string[] {
  const { onCard } = METHOD_FACTS[videoEncoder(encoder).method];
  if (!onCard) return [];
  const size = scale ? `w=${scale.width}:h=${scale.height}:` : "";
  return [
    ...(fieldHandling === "frame-rate" ? [onCard.deinterlace] : []),
    `${onCard.scale}=${size}format=${pixelFormat.replace("le", "")}`,
  ];
}

/** Returns the filters that transfer a frame from the GPU to memory, for a still image. */
export const cardDownload = (bitDepth: number): string[] => ["hwdownload", `format=${bitDepth > 8 ? "p010" : "nv12"}`];
