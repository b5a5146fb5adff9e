import type { Capabilities } from "../../../media/tools/capabilities.ts";
import { canEncodeAudio } from "../audio_tools.ts";
import { isMusicContainer } from "../containers.ts";
import { videoEncoder, videoEncodersWith } from "../encoders.ts";
import { type Method, METHOD_FACTS } from "../encoders/methods.ts";
import type { AudioEncoder, ProfileInput, VideoEncoder } from "../schema.ts";
import { missingEncoders } from "../validate.ts";

/** The only rules that decide which profiles, encoders and hardware methods this machine can use. Pure. */

/** Graphics hardware of a machine. */
export interface MachineGraphics {
  /** Only Linux reports render nodes. `nvidia-smi` works on every system. */
  platform: string;
  renderNodes: readonly unknown[];
  nvidiaGpus: readonly unknown[];
}

/** Encoders and graphics hardware of a machine. */
export interface EncodeMachine extends MachineGraphics {
  /**
   * Undefined if ffmpeg is missing. In this case no encoder is refused, because the health check reports the missing
   * ffmpeg.
   */
  capabilities: Capabilities | undefined;
}

/** Returns the reason why a profile cannot run on this machine. Undefined if none is known. */
export function profileObstacle(
  recipe: Pick<ProfileInput, "container" | "video" | "audio">,
  machine: EncodeMachine,
): string | undefined {
  const missing = machine.capabilities ? missingEncoders(recipe, machine.capabilities) : [];
  if (missing.length > 0) return lacks(missing);
  const { container, video } = recipe;
  return isMusicContainer(container) ? undefined : graphicsObstacle(videoEncoder(video.encoder).method, machine);
}

/** Returns the reason why a video encoder cannot run on this machine. Undefined if none is known. */
export function videoEncoderObstacle(encoder: VideoEncoder, machine: EncodeMachine): string | undefined {
  const { capabilities } = machine;
  if (encoder !== "copy" && capabilities && !capabilities.videoEncoders.includes(encoder)) return lacks([encoder]);
  return graphicsObstacle(videoEncoder(encoder).method, machine);
}

/** Returns the reason why an audio encoder cannot run on this machine. Undefined if none is known. */
export const audioEncoderObstacle = (
  encoder: AudioEncoder,
  { capabilities }: EncodeMachine,
  isMusic: boolean,
): string | undefined => !capabilities || canEncodeAudio(encoder, capabilities, isMusic) ? undefined : lacks([encoder]);

/** Returns the reason why a hardware method cannot run on this machine. Undefined if none is known. */
export function methodObstacle(method: Method, machine: EncodeMachine): string | undefined {
  if (method === "none") return undefined;
  const { capabilities } = machine;
  const encoders = videoEncodersWith((facts) => facts.method === method);
  if (capabilities && !encoders.some((encoder) => capabilities.videoEncoders.includes(encoder))) {
    return `This ffmpeg has no encoder for ${method}.`;
  }
  return graphicsObstacle(method, machine);
}

const lacks = (encoders: readonly string[]): string => `This ffmpeg lacks the encoder ${encoders.join(" or ")}.`;

function graphicsObstacle(method: Method, { renderNodes, nvidiaGpus, platform }: MachineGraphics): string | undefined {
  const { needs } = METHOD_FACTS[method];
  if (needs === "nvidiaGpu" && nvidiaGpus.length === 0) return "No NVIDIA GPU was found on this server.";
  return needs === "renderNode" && platform === "linux" && renderNodes.length === 0
    ? "No GPU was found on this server."
    : undefined;
}
