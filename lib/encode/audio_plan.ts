import { JobFailure } from "../kit/fault.ts";
import { languageName } from "../media/languages.ts";
import type { AudioStream, Capabilities, Probe } from "../media/model.ts";
import { canEncodeAudio, toolEncoder } from "../profiles/audio_tools.ts";
import { containerFacts, isMusicContainer } from "../profiles/containers.ts";
import type { AudioEncoder, Recipe } from "../profiles/schema.ts";
import type { AudioChoice } from "../profiles/smart/decide.ts";
import { convert, encode } from "./audio_stream.ts";
import type { AudioPlan, StreamDecision } from "./model.ts";
import { byLanguage, decision, notOneOf } from "./stream_choice.ts";

/** What happens to the sound. `audio` is in output order. */
export interface AudioPart {
  audio: AudioPlan[];
  decisions: StreamDecision[];
  warnings: string[];
}

/** Chooses and converts audio streams. Throws `encoder_missing`, or `invalid_plan` when the container can hold none. */
export function planAudio(
  probe: Probe,
  recipe: Recipe,
  capabilities: Capabilities,
  choices: ReadonlyMap<number, AudioChoice> = new Map(),
): AudioPart {
  const streams = probe.streams.filter((stream) => stream.kind === "audio");
  const part: AudioPart = { audio: [], decisions: [], warnings: [] };
  const kept = withoutDropped(choose(streams, recipe, part), choices, part);
  for (const stream of kept) {
    const choice = choices.get(stream.index);
    const { plan, why } = convert(stream, choice ? chosenRecipe(recipe, choice) : recipe, part.warnings);
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
  setDefaults(part.audio, recipe.output.cleanMetadata);
  return part;
}

/** Rules may drop streams that the languages kept; the last one always stays. */
function withoutDropped(
  kept: AudioStream[],
  choices: ReadonlyMap<number, AudioChoice>,
  { decisions, warnings }: AudioPart,
): AudioStream[] {
  const left = kept.filter((stream) => choices.get(stream.index)?.action !== "drop");
  const first = kept[0];
  if (left.length === 0 && first) {
    warnings.push("The rules would drop every audio stream: the first one is kept.");
    left.push(first);
  }
  for (const stream of kept) {
    if (!left.includes(stream)) decisions.push(decision(stream, "drop", choices.get(stream.index)?.why ?? "by rule"));
  }
  return left;
}

/** The recipe as a rule wants it for one stream. */
function chosenRecipe(recipe: Recipe, { action, encoder, bitrate, channels }: AudioChoice): Recipe {
  const { audio } = recipe;
  if (action !== "encode") return { ...recipe, audio: { ...audio, encoder: "copy" } };
  const changed = encoder !== undefined && encoder !== audio.encoder;
  return {
    ...recipe,
    audio: {
      ...audio,
      encoder: encoder ?? audio.encoder,
      // Another encoder's bitrate means nothing to this one.
      bitrate: bitrate ?? (changed ? 0 : audio.bitrate),
      channels: channels ?? audio.channels,
      keepLossless: false,
    },
  };
}

function choose(streams: AudioStream[], recipe: Recipe, { decisions, warnings }: AudioPart): AudioStream[] {
  const { languages, dropCommentary, firstMatchOnly, keepOriginalLanguage } = recipe.audio;
  const drop = (stream: AudioStream, why: string) => void decisions.push(decision(stream, "drop", why));
  const readable = streams.filter((stream) => stream.channels > 0 && stream.codec !== "unknown");
  for (const stream of streams) if (!readable.includes(stream)) drop(stream, "cannot be decoded");
  const speech = readable.filter((stream) => !stream.commentary);
  // Commentary as the only sound is better than silence.
  const candidates = dropCommentary && speech.length > 0 ? speech : readable;
  for (const stream of readable) if (!candidates.includes(stream)) drop(stream, "commentary");
  let { kept, dropped } = byLanguage(candidates, languages, { keepOriginal: keepOriginalLanguage });
  const saved = candidates.find((stream) => stream.original) ?? candidates[0];
  if (kept.length === 0 && saved) {
    kept = [saved];
    dropped = candidates.filter((stream) => stream !== saved);
    warnings.push(`No audio in ${languages.map(languageName).join(" or ")}: ${languageName(saved.language)} is kept.`);
  }
  for (const stream of dropped) drop(stream, notOneOf(languages));
  if (!firstMatchOnly) return musicOnly(kept, recipe, drop);
  const seen = new Set<string | undefined>();
  return musicOnly(kept, recipe, drop).filter((stream) => {
    const again = seen.has(stream.language);
    if (again) drop(stream, `one ${languageName(stream.language)} stream is enough`);
    seen.add(stream.language);
    return !again;
  });
}

/** Music files hold one stream. */
function musicOnly(kept: AudioStream[], recipe: Recipe, drop: (s: AudioStream, why: string) => void): AudioStream[] {
  if (containerFacts(recipe.container).text !== "none") return kept;
  for (const stream of kept.slice(1)) drop(stream, `${recipe.container} holds one stream`);
  return kept.slice(0, 1);
}

const STEREO_KBPS = 192;

function addStereo(first: AudioStream, recipe: Recipe, part: AudioPart, capabilities: Capabilities): void {
  if (first.channels <= 2 && part.audio[0]?.codec === "aac") return;
  requireEncoder("aac", capabilities, false);
  const stereo: Recipe = { ...recipe, audio: { ...recipe.audio, channels: 2, bitrate: STEREO_KBPS } };
  const { plan } = encode(first, stereo, "aac", part.warnings);
  part.audio.push({ ...plan, default: false, title: "Stereo" });
}

function setDefaults(audio: AudioPlan[], clean: boolean): void {
  if (!clean && audio.some((stream) => stream.default)) return;
  audio.forEach((stream, i) => stream.default = i === 0);
}

function requireEncoder(encoder: AudioEncoder, capabilities: Capabilities, music: boolean): void {
  if (canEncodeAudio(encoder, capabilities, music)) return;
  throw new JobFailure("encoder_missing", `Neither this ffmpeg nor the encoder tool has an encoder ${encoder}.`);
}
