import type { Devices } from "../../../../lib/encode/hardware/devices.ts";
import { METHOD_FACTS } from "../../../../lib/encode/profiles/encoders/methods.ts";
import { videoEncoder } from "../../../../lib/encode/profiles/encoders.ts";
import type { VideoEncoder } from "../../../../lib/encode/profiles/schema.ts";

/** Returns the reason an encoder of this ffmpeg cannot run on this machine. Undefined if none is known. Pure. */
export function missingDevice(
  encoder: VideoEncoder,
  { renderNodes, nvidiaGpus, platform }: Devices & { platform: string },
): string | undefined {
  // Only Linux reports the devices. NVIDIA's own program works everywhere.
  const { needs } = METHOD_FACTS[videoEncoder(encoder).method];
  if (needs === "nvidiaGpu" && nvidiaGpus.length === 0) return "No NVIDIA GPU was found on this server.";
  return needs === "renderNode" && platform === "linux" && renderNodes.length === 0
    ? "No GPU was found on this server."
    : undefined;
}
