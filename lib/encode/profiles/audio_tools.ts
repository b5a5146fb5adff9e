import type { Capabilities } from "../../media/tools/capabilities.ts";
import { audioEncoder } from "./encoders.ts";
import type { AudioEncoder } from "./schema.ts";

/** Choice between ffmpeg and the encoder tool for audio. */

/** True if the tool encodes this format better than ffmpeg, or if only the tool can encode it. */
export const isBetterByTool = (encoder: AudioEncoder): boolean => audioEncoder(encoder).tool?.better ?? false;

/** Returns the tool's encoder for a music file. Undefined if ffmpeg should encode it. */
export function toolEncoder(encoder: AudioEncoder, capabilities: Capabilities): string | undefined {
  const id = audioEncoder(encoder).tool?.id;
  if (id === undefined || !capabilities.encodertool?.encoders.includes(id)) return undefined;
  return isBetterByTool(encoder) || !capabilities.audioEncoders.includes(encoder) ? id : undefined;
}

/** True if ffmpeg or the tool can encode this format. The tool is only used for music files. */
export const canEncodeAudio = (encoder: AudioEncoder, capabilities: Capabilities, music: boolean): boolean =>
  encoder === "copy" || capabilities.audioEncoders.includes(encoder) ||
  music && toolEncoder(encoder, capabilities) !== undefined;
