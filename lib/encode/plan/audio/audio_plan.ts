import { JobFailure } from "../../../kit/fault.ts";
import type { AudioStream, Probe } from "../../../media/probe/model.ts";
import type { Capabilities } from "../../../media/tools/capabilities.ts";
import { canEncodeAudio, toolEncoder } from "../../profiles/audio_tools.ts";
import { isMusicContainer } from "../../profiles/containers.ts";
import type { AudioEncoder, Recipe } from "../../profiles/schema.ts";
import type { AudioChoice } from "../../profiles/smart/decide.ts";
import { convert, encode } from "./audio_stream.ts";
import type { AudioPlan, StreamDecision } from "../model.ts";
import type { StreamChoices } from "../overrides.ts";
import { chooseAudio, setDefaults, warnOfLostObjects } from "./audio_choice.ts";
import { decision } from "../stream_choice.ts";

/**
 * Plans all audio streams of a source: whether they are kept or dropped, copied or encoded, and with which settings.
 */

/**
 * Audio part of a plan. `audio` is in the order of the tracks in the result. `decisions` has an entry for each stream.
 */
export interface AudioPart {
  audio: AudioPlan[];
  decisions: StreamDecision[];
  warnings: string[];
}

/**
 * Selects and converts audio streams. `choices` are decisions for individual streams by a smart profile or the user.
 * They override the recipe. `manager` is the original language reported by Radarr, Sonarr or Lidarr. Throws
 * `encoder_missing`, or `invalid_plan` if the container supports none.
 */
export function planAudio(
  probe: Probe,
  recipe: Recipe,
  capabilities: Capabilities,
  choices: Omit<StreamChoices, "subtitles"> = { audio: new Map(), kept: new Set(), dropped: new Set() },
  manager?: string,
): AudioPart {
  const streams = probe.streams.filter((stream) => stream.kind === "audio");
  const chosen = chooseAudio(streams, recipe, choices, manager);
  const { kept } = chosen;
  const isOriginal = (stream: AudioStream) => chosen.original?.matches(stream) ?? false;
  const part: AudioPart = { audio: [], decisions: chosen.decisions, warnings: chosen.warnings };
  for (const stream of kept) {
    const choice = choices.audio.get(stream.index);
    const { plan, why } = convert(stream, choice ? chosenRecipe(recipe, choice) : recipe, part.warnings);
    warnOfLostObjects(stream, plan, part.warnings);
    const music = isMusicContainer(recipe.container);
    requireEncoder(plan.encoder, capabilities, music);
    const tool = music ? toolEncoder(plan.encoder, capabilities) : undefined;
    if (tool) plan.tool = tool;
    part.audio.push(plan);
    part.decisions.push(
      decision(stream, plan.encoder === "copy" ? "copy" : "encode", choice ? `${why}, ${choice.why}` : why),
    );
  }
  const first = kept[0];
  if (recipe.audio.addStereo && first) addStereo(first, recipe, part, capabilities);
  setDefaults(part.audio, (plan) => kept.some((stream) => stream.index === plan.index && isOriginal(stream)));
  return part;
}

/** Returns the recipe with the changes of a rule for one stream. */
function chosenRecipe(recipe: Recipe, { action, encoder, bitrate, channels }: AudioChoice): Recipe {
  const { audio } = recipe;
  if (action !== "encode") return { ...recipe, audio: { ...audio, encoder: "copy" } };
  const changed = encoder !== undefined && encoder !== audio.encoder;
  return {
    ...recipe,
    audio: {
      ...audio,
      encoder: encoder ?? audio.encoder,
      // The bitrate of another encoder does not apply to this encoder.
      bitrate: bitrate ?? (changed ? 0 : audio.bitrate),
      channels: channels ?? audio.channels,
      keepLossless: false,
    },
  };
}

const STEREO_KBPS = 192;

function addStereo(first: AudioStream, recipe: Recipe, part: AudioPart, capabilities: Capabilities): void {
  if (first.channels <= 2 && part.audio[0]?.codec === "aac") return;
  requireEncoder("aac", capabilities, false);
  const stereo: Recipe = { ...recipe, audio: { ...recipe.audio, channels: 2, bitrate: STEREO_KBPS } };
  const { plan } = encode(first, stereo, "aac", part.warnings);
  part.audio.push({ ...plan, default: false, title: "Stereo" });
}

function requireEncoder(encoder: AudioEncoder, capabilities: Capabilities, music: boolean): void {
  if (canEncodeAudio(encoder, capabilities, music)) return;
  throw new JobFailure("encoder_missing", `Neither this ffmpeg nor the encoder tool provides the encoder ${encoder}.`);
}
