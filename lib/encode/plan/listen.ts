import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { detectMqa, type MqaFinding } from "../../media/audio/mqa.ts";
import { isMusicContainer } from "../profiles/containers.ts";
import { audioEncoder } from "../profiles/encoders.ts";
import type { Recipe } from "../profiles/schema.ts";

/** Input of `listenTo`. The recipe determines which audio streams are decoded, if any. */
export interface ListenOptions {
  ffmpegPath: string;
  probe: Probe;
  recipe: Recipe;
  signal?: AbortSignal;
}

/** Properties measured from the audio data. */
export interface AudioFindings {
  /** MQA detection result of a music track. */
  mqa?: MqaFinding;
  /** Highest sample value of floating-point streams in dBFS, by stream index. */
  peaks?: Record<number, number>;
}

/** Measures audio properties that must be known before encoding. Empty if there is nothing to measure. */
export async function listenTo({ ffmpegPath, probe, recipe, signal }: ListenOptions): Promise<AudioFindings> {
  const findings: AudioFindings = {};
  const audio = probe.streams.filter((one): one is AudioStream => one.kind === "audio");
  const [first] = audio;
  if (first && isMusicContainer(recipe.container) && recipe.audio.preserveMqa) {
    findings.mqa = await detectMqa({ ffmpegPath, path: probe.path, stream: first, signal });
  }
  const { encoder } = recipe.audio;
  if (encoder === "copy" || !audioEncoder(encoder).lossless) return findings;
  for (const stream of audio.filter((one) => one.float)) {
    const peak = await peakOf({ ffmpegPath, probe, signal }, stream.index);
    if (peak !== undefined) findings.peaks = { ...findings.peaks, [stream.index]: peak };
  }
  return findings;
}

const PEAK_MS = 30 * 60_000;

/** Returns the highest sample value in dBFS. Undefined if it cannot be measured. */
async function peakOf(
  { ffmpegPath, probe, signal }: Pick<ListenOptions, "ffmpegPath" | "probe" | "signal">,
  index: number,
): Promise<number | undefined> {
  const { stderr } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "info", ...INPUT_GUARDS, "-i", fileOperand(probe.path)],
      ...["-map", `0:${index}`, "-filter:a", "astats=measure_perchannel=none:measure_overall=Peak_level"],
      ...["-f", "null", "-"],
    ],
    timeoutMs: PEAK_MS,
    signal,
  });
  const found = /Peak level dB: (-?[\d.]+|-inf)/.exec(stderr)?.[1];
  return found === undefined ? undefined : found === "-inf" ? -Infinity : Number(found);
}
