import type { MusicTarget } from "../../../media/audio/encodertool_args.ts";
import type { AudioPlan } from "../model.ts";

/** Returns the settings of the encoder tool for a planned stream. Undefined if ffmpeg encodes it. Pure. */
export function toolTarget(audio: AudioPlan): MusicTarget | undefined {
  const { bitrate: kbps, vbrQuality: quality } = audio;
  switch (audio.tool) {
    case "mac":
    case "wv":
      return { encoder: audio.tool };
    case "flac":
      return { encoder: "flac", level: Math.min(8, audio.compressionLevel ?? 8) };
    case "lame":
      return quality === undefined ? { encoder: "lame", mode: "cbr", kbps } : { encoder: "lame", mode: "vbr", quality };
    case "opus":
      return { encoder: "opus", kbps, complexity: audio.opusComplexity };
    case "vorbis":
      return quality === undefined
        ? { encoder: "vorbis", mode: "abr", kbps }
        : { encoder: "vorbis", mode: "vbr", quality };
    default:
      return undefined;
  }
}
