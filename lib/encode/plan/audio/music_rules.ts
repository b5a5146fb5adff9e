import type { AudioStream, Probe } from "../../../media/probe/model.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import type { MqaFinding } from "../../../media/audio/mqa.ts";
import { containerFacts, isFormatOf, isMusicContainer } from "../../profiles/containers.ts";
import { audioEncoder } from "../../profiles/encoders.ts";
import { type Container, CONTAINERS, type Recipe } from "../../profiles/schema.ts";
import { audioName, codecName } from "../words.ts";

/** Decision of a music profile about whether a track is encoded. */
export interface MusicRuling {
  recipe: Recipe;
  /** Reason why the track is left unchanged. Undefined if it is encoded. */
  leave?: string;
  warnings: string[];
}

/**
 * Decides whether a track may be encoded. Lossy music is never encoded to a lossless codec, and MQA is only stored
 * bit-exact. Pure.
 */
export function musicRuling(probe: Probe, recipe: Recipe, mqa: MqaFinding | undefined): MusicRuling {
  const source = probe.streams.find((stream) => stream.kind === "audio");
  const { encoder, preserveMqa } = recipe.audio;
  if (!isMusicContainer(recipe.container) || !source) return { recipe, warnings: [] };
  if (encoder === "copy") return copyRuling(probe, source, recipe);
  const { lossless, codec } = audioEncoder(encoder);
  if (mqa?.isMqa && preserveMqa) {
    const name = mqa.studio ? "MQA Studio" : "MQA";
    if (!lossless) return { recipe, leave: `it is ${name}, which a lossy encode would destroy.`, warnings: [] };
    const exact = { ...recipe.audio, maxSampleRate: 0, bitDepth: 0 as const, channels: 0 as const };
    return { recipe: { ...recipe, audio: exact }, warnings: [`The track is ${name}, so it is stored bit for bit.`] };
  }
  if (source.lossless) return { recipe, warnings: [] };
  const from = audioName(source);
  if (lossless) {
    return { recipe, leave: `${from} is lossy; ${codecName(codec)} would be larger and no better.`, warnings: [] };
  }
  return { recipe, warnings: [`${from} is already lossy; encoding it again reduces quality slightly.`] };
}

/**
 * Decides about copied music. The codec of a copy cannot be chosen, so the container depends on the source. Music that
 * no music container supports is not changed.
 */
function copyRuling(probe: Probe, source: AudioStream, recipe: Recipe): MusicRuling {
  const holds = (container: Container) =>
    isMusicContainer(container) && containerFacts(container).audio?.includes(source.codec) === true;
  const container = holds(recipe.container) ? recipe.container : CONTAINERS.find(holds);
  const why = container === undefined
    ? `no music container supports ${audioName(source)}`
    : isFormatOf(container, probe.format) && !mainVideo(probe)
    ? `${audioName(source)} is already in a music file`
    : undefined;
  // Matroska supports any plan. If a plan does not change the file, nothing is written.
  const changed = { ...recipe, container: container ?? "mkv" };
  return { recipe: changed, ...(why ? { leave: `${why}, and this profile does not encode.` } : {}), warnings: [] };
}
