import type { Devices } from "../../../../lib/encode/hardware/devices.ts";
import { videoEncoder } from "../../../../lib/encode/profiles/encoders.ts";
import type { VideoEncoder } from "../../../../lib/encode/profiles/schema.ts";

/**
 * Why an encoder that this ffmpeg has cannot run on this machine all the same; undefined when nothing speaks against it.
 * Only Linux tells which devices there are. Pure.
 */
export function missingDevice(
  encoder: VideoEncoder,
  { renderNodes, nvidiaGpus, platform }: Devices & { platform: string },
): string | undefined {
  const { family } = videoEncoder(encoder);
  if (family === "nvenc" && nvidiaGpus.length === 0) return "No NVIDIA card was found on this machine.";
  if (platform !== "linux" || renderNodes.length > 0) return undefined;
  return family === "vaapi" || family === "qsv" || family === "amf"
    ? "No graphics device was found on this machine."
    : undefined;
}
