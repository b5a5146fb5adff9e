import type { VideoStream } from "../../../media/probe/model.ts";
import { METHOD_FACTS } from "../../hardware/methods.ts";
import { videoEncoder } from "../../profiles/encoders.ts";
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

const ON_CPU: HardwareInput = { args: [], onCard: false };

/**
 * Input options for a picture that a hardware encoder takes. Everything that the cards are not known to decode stays on the
 * CPU. Pictures stay on the card where its method has filters for them there and no other filter needs them in memory.
 */
export function hardwareInput(
  video: VideoPlan,
  source: VideoStream,
  { device, enabled }: { device?: string; enabled: boolean },
): HardwareInput {
  const { decoder, decoderDevice, onCard: card } = METHOD_FACTS[videoEncoder(video.encoder).method];
  // A turned picture is put upright by a filter that ffmpeg adds by itself, in memory.
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

/** What the card can do with fields. */
const ON_CARD = new Set<FieldHandling>(["none", "frame-rate"]);

/** The filters of a picture that stays on its card: deinterlace, then size and format in one. */
export function cardFilters({ encoder, fieldHandling, scale, pixelFormat }: VideoPlan): string[] {
  const { onCard } = METHOD_FACTS[videoEncoder(encoder).method];
  if (!onCard) return [];
  const size = scale ? `w=${scale.width}:h=${scale.height}:` : "";
  return [
    ...(fieldHandling === "frame-rate" ? [onCard.deinterlace] : []),
    `${onCard.scale}=${size}format=${pixelFormat.replace("le", "")}`,
  ];
}

/** Brings a picture from the card into memory, for a still. */
export const cardDownload = (bitDepth: number): string[] => ["hwdownload", `format=${bitDepth > 8 ? "p010" : "nv12"}`];
