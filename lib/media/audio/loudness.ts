import { lines } from "../../kit/process/lines.ts";
import { type AudioRequest, decodeAudio } from "./decode.ts";
import { gatedLoudness } from "./replay_gain.ts";

/** Loudness of a track (EBU R128 / ITU-R BS.1770). */
export interface Loudness {
  /** Integrated loudness in LUFS. Undefined for silence and for less than 400 ms. */
  integrated: number | undefined;
  /** Highest level between samples, linear with 1 = full scale. ffmpeg prints three decimals. */
  truePeak: number;
  /** Highest sample, linear with 1 = full scale. */
  samplePeak: number;
  /** Momentary loudness in LUFS of each 400 ms block, every 100 ms. Input for the gating of an album's loudness. */
  blocks: number[];
}

/**
 * Measures a stream with ffmpeg's `ebur128`. The sample peak is measured by `astats`, which prints six decimals. Throws
 * the errors of `decodeAudio()`.
 */
export async function measureLoudness(request: AudioRequest): Promise<Loudness> {
  const filters = [
    "astats=measure_perchannel=none:measure_overall=Peak_level",
    "ebur128=peak=true:metadata=1",
    "ametadata=mode=print:file=-",
  ];
  const { value, log } = await decodeAudio(
    request,
    { input: ["-v", "info"], output: ["-af", filters.join(","), "-f", "null", "-"] },
    (stdout) => readMeter(lines(stdout)),
  );
  return { integrated: gatedLoudness(value.blocks), ...value, samplePeak: samplePeakOf(log) };
}

/** Combines the `lavfi.r128.*` lines of the meter. Unknown keys are ignored. */
export async function readMeter(
  text: AsyncIterable<string> | Iterable<string>,
): Promise<Pick<Loudness, "blocks" | "truePeak">> {
  const blocks: number[] = [];
  let truePeak = 0;
  for await (const line of text) {
    const [, key, value] = /^lavfi\.r128\.(M|true_peak)=(\S+)$/.exec(line) ?? [];
    const number = Number(value);
    if (key === undefined || Number.isNaN(number)) continue;
    if (key === "M") blocks.push(number);
    else truePeak = Math.max(truePeak, number);
  }
  return { blocks, truePeak };
}

/** Converts `Peak level dB: -0.097456` from `astats` to a linear value. 0 if it is `-inf` or missing. */
export function samplePeakOf(log: string[]): number {
  const found = log.map((line) => /Peak level dB: (\S+)/.exec(line)?.[1]).findLast((value) => value !== undefined);
  const decibels = Number(found);
  return Number.isFinite(decibels) ? 10 ** (decibels / 20) : 0;
}
