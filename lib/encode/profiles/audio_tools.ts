import type { Capabilities } from "../../media/probe/model.ts";
import type { AudioEncoder } from "./schema.ts";

/** Who makes which sound: ffmpeg, or the encoder tool where it is there and better. */

/** Encoders of the tool by what profiles call them. */
const TOOL_ENCODERS: Partial<Record<AudioEncoder, string>> = {
  ape: "mac",
  wavpack: "wv",
  libmp3lame: "lame",
  libopus: "opus",
  libvorbis: "vorbis",
  flac: "flac",
};

/** Formats whose own encoder is better than ffmpeg's (WavPack), or which only it can make (Monkey's Audio). */
const BETTER = new Set<AudioEncoder>(["ape", "wavpack"]);

/** Whether the tool makes this sound better than ffmpeg, or alone. */
export const isBetterByTool = (encoder: AudioEncoder): boolean => BETTER.has(encoder);

/** The tool's encoder for a music file, when the tool should make it; undefined when ffmpeg does. */
export function toolEncoder(encoder: AudioEncoder, capabilities: Capabilities): string | undefined {
  const id = TOOL_ENCODERS[encoder];
  if (id === undefined || !capabilities.encodertool?.encoders.includes(id)) return undefined;
  return BETTER.has(encoder) || !capabilities.audioEncoders.includes(encoder) ? id : undefined;
}

/** Whether anybody here can make this sound; only music files may come from the tool. */
export const canEncodeAudio = (encoder: AudioEncoder, capabilities: Capabilities, music: boolean): boolean =>
  encoder === "copy" || capabilities.audioEncoders.includes(encoder) ||
  music && toolEncoder(encoder, capabilities) !== undefined;
