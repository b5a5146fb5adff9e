import type { Devices } from "../../../../lib/encode/hardware/devices.ts";
import { METHOD_FACTS } from "../../../../lib/encode/profiles/encoders/methods.ts";
import { videoEncoder } from "../../../../lib/encode/profiles/encoders.ts";
import type { VideoEncoder } from "../../../../lib/encode/profiles/schema.ts";

/**
 * Why an encoder that this ffmpeg has cannot run on this machine all the same; undefined when nothing speaks against it.
 * Pure.
 */
export function missingDevice(
  encoder: VideoEncoder,
  { renderNodes, nvidiaGpus, platform }: Devices & { platform: string },
): string | undefined {
  // Only Linux tells which devices there are; NVIDIA's own program tells it everywhere.
  const { needs } = METHOD_FACTS[videoEncoder(encoder).method];
  if (needs === "nvidiaGpu" && nvidiaGpus.length === 0) return "No NVIDIA card was found on this machine.";
  return needs === "renderNode" && platform === "linux" && renderNodes.length === 0
    ? "No graphics device was found on this machine."
    : undefined;
}
