import type { Capabilities } from "../../media/probe/model.ts";
import { audioEncoder } from "./encoders.ts";
import type { AudioEncoder } from "./schema.ts";

/** Who makes which sound: ffmpeg, or the encoder tool where it is there and better. */

/** Whether the tool makes this sound better than ffmpeg, or alone. */
export const isBetterByTool = (encoder: AudioEncoder): boolean => audioEncoder(encoder).tool?.better ?? false;

/** The tool's encoder for a music file, when the tool should make it; undefined when ffmpeg does. */
export function toolEncoder(encoder: AudioEncoder, capabilities: Capabilities): string | undefined {
  const id = audioEncoder(encoder).tool?.id;
  if (id === undefined || !capabilities.encodertool?.encoders.includes(id)) return undefined;
  return isBetterByTool(encoder) || !capabilities.audioEncoders.includes(encoder) ? id : undefined;
}

/** Whether anybody here can make this sound; only music files may come from the tool. */
export const canEncodeAudio = (encoder: AudioEncoder, capabilities: Capabilities, music: boolean): boolean =>
  encoder === "copy" || capabilities.audioEncoders.includes(encoder) ||
  music && toolEncoder(encoder, capabilities) !== undefined;
