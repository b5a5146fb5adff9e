import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { audioFilters } from "./filters.ts";
import type { AudioPlan } from "../plan/model.ts";
import { audioEncoder } from "../profiles/encoders.ts";
import { opt } from "../profiles/encoders/spelling.ts";

/**
 * Returns the arguments for one audio stream, where `i` is its index in the output. In a music file (`fromZero`), the
 * first sample is at 0. A later start would be stored in an edit list, with which ffmpeg 9 drops as many samples at the
 * end.
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
    ...opt(`-mapping_family:a:${i}`, audioEncoder(audio.encoder).mappingFamily?.(audio.channels)),
  ];
}

function sampleFormat({ encoder, bitDepth, float }: AudioPlan): string | undefined {
  return float ? "fltp" : bitDepth && audioEncoder(encoder).sampleFormats?.[bitDepth];
}

function compression({ encoder, compressionLevel, opusComplexity }: AudioPlan): number | undefined {
  const { hasComplexity, maxCompression = Infinity } = audioEncoder(encoder);
  if (hasComplexity) return opusComplexity;
  return compressionLevel === undefined ? undefined : Math.min(maxCompression, compressionLevel);
}
