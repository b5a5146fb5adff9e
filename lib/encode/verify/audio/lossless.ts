import type { AudioStream } from "../../../media/probe/model.ts";
import { decodedMd5, flacStoredMd5 } from "../../../media/audio/pcm_md5.ts";
import { audioEncoder } from "../../profiles/encoders.ts";
import type { AudioPlan } from "../../plan/model.ts";
import type { Evidence, Findings } from "../model.ts";

/** True if every sample must be unchanged. */
export function isBitExact(audio: AudioPlan, source: AudioStream): boolean {
  if (audio.encoder === "copy") return source.lossless;
  const depth = source.bitDepth ?? 16;
  return audioEncoder(audio.encoder).lossless && source.lossless && audio.channels === source.channels &&
    audio.sampleRate === source.sampleRate && (audio.bitDepth ?? depth) >= depth && depth <= 24;
}

/** Compares lossless music sample by sample, and FLAC with the checksum stored in it. */
export async function checkSamples({ ffmpegPath, path, probe, plan, result, signal }: Evidence): Promise<Findings> {
  const [audio] = plan.audio;
  const source = probe.streams.find((s): s is AudioStream => s.index === audio?.index && s.kind === "audio");
  const made = result.streams.find((stream) => stream.kind === "audio");
  if (!audio || !source || !made) return { problems: [] };
  const problems: string[] = [];
  const bitDepth = audio.bitDepth ?? source.bitDepth ?? 16;
  // A copy contains complete packets. At the end of a file, ffmpeg 9 hides samples with an edit list, which ffmpeg 7
  // and older decode.
  const stored = audio.encoder === "copy";
  const sum = (of: string, streamIndex: number) =>
    decodedMd5({ ffmpegPath, path: of, streamIndex, bitDepth, stored, signal });
  const exact = isBitExact(audio, source);
  const isFlac = plan.container === "flac" && made.codec === "flac" && audio.encoder !== "copy";
  if (!exact && !isFlac) return { problems: [], text: "not lossless" };
  const own = await sum(path, made.index);
  if (exact && own !== await sum(probe.path, source.index)) problems.push("The samples differ from the source.");
  if (isFlac) {
    const stored = await flacStoredMd5(path);
    if (stored !== undefined && stored !== own) {
      problems.push("The FLAC does not decode to the encoder's input.");
    }
  }
  return { problems, text: exact ? "every sample matches the source" : "matches the encoder's input" };
}
