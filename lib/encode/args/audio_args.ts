import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { audioFilters } from "./filters.ts";
import type { AudioPlan } from "../plan/model.ts";
import { opt } from "./video_args.ts";

/**
 * Spells one audio stream, `i` counted in the output. In a music file (`fromZero`) the first sample is at 0: the edit list of
 * a later start makes ffmpeg 9 drop as many samples at the end as the start is late.
 */
export function audioArgs(probe: Probe, audio: AudioPlan, i: number, fromZero = false): string[] {
  if (audio.encoder === "copy") {
    return [`-c:a:${i}`, "copy", ...(fromZero ? [`-bsf:a:${i}`, "setts=ts=TS-STARTPTS"] : [])];
  }
  const source = probe.streams.find((stream): stream is AudioStream =>
    stream.index === audio.index && stream.kind === "audio"
  );
  const filters = [...audioFilters(audio, source ?? { sampleRate: 0 }), ...(fromZero ? ["asetpts=PTS-STARTPTS"] : [])];
  return [
    `-c:a:${i}`,
    audio.encoder,
    ...opt(`-filter:a:${i}`, filters.join(",")),
    ...(audio.bitrate > 0 ? [`-b:a:${i}`, `${audio.bitrate}k`] : []),
    ...opt(`-q:a:${i}`, audio.vbrQuality),
    ...opt(`-sample_fmt:a:${i}`, sampleFormat(audio)),
    ...opt(`-compression_level:a:${i}`, compression(audio)),
    ...opt(`-mapping_family:a:${i}`, opusMapping(audio)),
  ];
}

/**
 * ffmpeg's default way into libopus exchanges three channels of 5.0 and of 6.1; the mapping of RFC 7845, section 5.1.1.2,
 * does not, but leaves out what it holds for masked. So it is used only where the default is wrong.
 */
const opusMapping = ({ encoder, channels }: AudioPlan): number | undefined =>
  encoder === "libopus" && (channels === 5 || channels === 7) ? 1 : undefined;

/** FLAC counts 24-bit samples as 32-bit ones with 24 used; WavPack and ALAC want them planar. */
function sampleFormat({ encoder, bitDepth, float }: AudioPlan): string | undefined {
  if (float) return "fltp";
  if (!bitDepth) return undefined;
  if (encoder === "flac") return bitDepth === 16 ? "s16" : "s32";
  if (encoder === "wavpack" || encoder === "alac") return bitDepth === 16 ? "s16p" : "s32p";
  return undefined;
}

function compression({ encoder, compressionLevel, opusComplexity }: AudioPlan): number | undefined {
  if (encoder === "libopus") return opusComplexity;
  // WavPack's levels above 3 cost hours for a promille.
  return encoder === "wavpack" && compressionLevel !== undefined ? Math.min(3, compressionLevel) : compressionLevel;
}
