import { JobFailure } from "../kit/fault.ts";
import type { AudioStream, Capabilities, Probe } from "../media/model.ts";
import { canEncodeAudio, toolEncoder } from "../profiles/audio_tools.ts";
import { containerFacts, isMusicContainer } from "../profiles/containers.ts";
import { audioEncoder } from "../profiles/encoders.ts";
import type { AudioEncoder, Recipe } from "../profiles/schema.ts";
import type { AudioChoice } from "../profiles/smart/decide.ts";
import type { AudioPlan, StreamDecision } from "./model.ts";
import { chooseAudio, setDefaults, warnOfLostObjects } from "./audio_choice.ts";
import { decision } from "./stream_choice.ts";
import { audioName, channelName } from "./words.ts";

/** What happens to the sound. `audio` is in output order. */
export interface AudioPart {
  audio: AudioPlan[];
  decisions: StreamDecision[];
  warnings: string[];
}

/**
 * Chooses and converts audio streams; `manager` is the original language as the library manager calls it. Throws
 * `encoder_missing`, or `invalid_plan` when the container can hold none.
 */
export function planAudio(
  probe: Probe,
  recipe: Recipe,
  capabilities: Capabilities,
  choices: ReadonlyMap<number, AudioChoice> = new Map(),
  manager?: string,
): AudioPart {
  const streams = probe.streams.filter((stream) => stream.kind === "audio");
  const chosen = chooseAudio(streams, recipe, choices, manager);
  const { kept } = chosen;
  const isOriginal = (stream: AudioStream) => chosen.original?.matches(stream) ?? false;
  const part: AudioPart = { audio: [], decisions: chosen.decisions, warnings: chosen.warnings };
  for (const stream of kept) {
    const choice = choices.get(stream.index);
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

/** Disc PCM that Matroska has no name for; the samples stay the same in FLAC. */
const NOT_IN_MATROSKA = new Set(["pcm_bluray", "pcm_dvd", "s302m"]);

function convert(stream: AudioStream, recipe: Recipe, warnings: string[]): { plan: AudioPlan; why: string } {
  const { container, audio } = recipe;
  const facts = containerFacts(container);
  const holds = facts.audio ? facts.audio.includes(stream.codec) : !NOT_IN_MATROSKA.has(stream.codec);
  const name = audioName(stream);
  if (audio.encoder === "copy" || (audio.keepLossless && stream.lossless)) {
    const why = audio.encoder === "copy" ? "kept as it is" : "lossless, kept as it is";
    if (holds) return { plan: copyOf(stream), why };
    if (audio.encoder === "copy") return fallback(stream, recipe, name, warnings);
  }
  const plan = encode(stream, recipe, audio.encoder, audio.bitrate, warnings);
  return { plan, why: `becomes ${audioName(plan)} ${channelName(plan.channels)}` };
}

function fallback(stream: AudioStream, recipe: Recipe, name: string, warnings: string[]) {
  const { container } = recipe;
  const encoder = container === "mkv" ? "flac" : containerFacts(container).fallbackAudio;
  if (encoder === "none") {
    throw new JobFailure("invalid_plan", `A ${container} file cannot hold ${name}; choose another profile.`);
  }
  // 64 kbit/s a channel is transparent enough for a stream that was not meant to be touched.
  const plan = encode(stream, recipe, encoder, encoder === "flac" ? 0 : Math.max(192, 64 * stream.channels), warnings);
  const why = `${container} cannot hold ${name}: becomes ${audioName(plan)} ${channelName(plan.channels)}`;
  warnings.push(`Audio ${stream.index}: ${why}.`);
  return { plan, why };
}

const copyOf = (stream: AudioStream): AudioPlan => ({
  ...labelsOf(stream),
  encoder: "copy",
  codec: stream.codec,
  bitrate: 0,
  channels: stream.channels,
  sampleRate: stream.sampleRate,
});

const labelsOf = (stream: AudioStream) => ({
  index: stream.index,
  language: stream.language,
  title: stream.title,
  default: stream.default,
  forced: stream.forced,
  commentary: stream.commentary,
  visualImpaired: stream.visualImpaired,
});

function encode(
  stream: AudioStream,
  recipe: Recipe,
  encoder: Exclude<AudioEncoder, "copy">,
  bitrate: number,
  warnings: string[],
): AudioPlan {
  const facts = audioEncoder(encoder);
  const { audio } = recipe;
  const wanted = audio.channels === 0 ? stream.channels : Math.min(stream.channels, audio.channels);
  // The TrueHD encoder makes two channels of one by itself.
  const channels = Math.min(encoder === "truehd" ? Math.max(2, wanted) : wanted, facts.maxChannels);
  if (channels < wanted) {
    const from = channelName(wanted);
    warnings.push(`Audio ${stream.index}: ${from} becomes ${channelName(channels)}, ${encoder} has no more.`);
  }
  const limit = Math.min(facts.maxSampleRate, audio.maxSampleRate || Infinity);
  const plan: AudioPlan = {
    ...labelsOf(stream),
    encoder,
    codec: facts.codec,
    bitrate: facts.lossless ? 0 : capped(encoder, bitrate || facts.defaultKbps, channels),
    channels,
    sampleRate: sampleRateFor(encoder, stream.sampleRate || 48_000, limit),
  };
  if (facts.lossless) plan.bitDepth = bitDepthFor(stream, audio.bitDepth);
  if (encoder === "flac" || encoder === "wavpack") plan.compressionLevel = audio.compressionLevel;
  if (encoder === "libopus") plan.opusComplexity = audio.opusComplexity;
  if (audio.vbrQuality !== undefined && (encoder === "libmp3lame" || encoder === "libvorbis")) {
    plan.vbrQuality = audio.vbrQuality;
    plan.bitrate = 0;
  }
  return plan;
}

/** Encoders refuse what their format cannot carry: Opus 256 kbit/s a channel, AC-3 640, MP3 320, AAC 6 bit a sample. */
function capped(encoder: AudioEncoder, kbps: number, channels: number): number {
  if (encoder === "libopus") return Math.min(kbps, 256 * channels);
  if (encoder === "ac3") return Math.min(kbps, 640);
  if (encoder === "libmp3lame") return Math.min(kbps, 320);
  // Outside of these libvorbis refuses to start.
  if (encoder === "libvorbis") return Math.max(32 * channels, Math.min(kbps, 240 * channels));
  return encoder === "aac" ? Math.min(kbps, 288 * channels) : kbps;
}

const RATES: Partial<Record<AudioEncoder, number[]>> = {
  libopus: [48_000],
  ac3: [32_000, 44_100, 48_000],
  eac3: [32_000, 44_100, 48_000],
  libmp3lame: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
  aac: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
};

/** The best rate at or under `limit`: the same one, else one of the same family (44.1 or 48 kHz), else the next lower. */
function sampleRateFor(encoder: AudioEncoder, source: number, limit: number): number {
  const allowed = RATES[encoder];
  const fits = (rate: number) => rate <= limit && (!allowed || allowed.includes(rate));
  if (fits(source)) return source;
  if (allowed?.length === 1) return allowed[0] ?? source;
  const family = source % 11_025 === 0 ? 44_100 : 48_000;
  const related = [8, 4, 2, 1].map((times) => family * times).find((rate) => rate <= source && fits(rate));
  const lower = [48_000, 44_100, 32_000].find((rate) => rate <= limit);
  return related ?? (allowed ? allowed.findLast((rate) => rate <= limit) : lower) ?? source;
}

/** Lossy sources have no depth; 16 bits hold all they have. */
function bitDepthFor(stream: AudioStream, wanted: 0 | 16 | 24): 16 | 24 {
  const own = stream.lossless && (stream.bitDepth ?? 24) > 16 ? 24 : 16;
  return wanted === 0 ? own : own === 16 ? 16 : wanted;
}

function addStereo(first: AudioStream, recipe: Recipe, part: AudioPart, capabilities: Capabilities): void {
  if (first.channels <= 2 && part.audio[0]?.codec === "aac") return;
  requireEncoder("aac", capabilities, false);
  const plan = encode(first, { ...recipe, audio: { ...recipe.audio, channels: 2 } }, "aac", 192, part.warnings);
  part.audio.push({ ...plan, default: false, title: "Stereo" });
}

function requireEncoder(encoder: AudioEncoder, capabilities: Capabilities, music: boolean): void {
  if (canEncodeAudio(encoder, capabilities, music)) return;
  throw new JobFailure("encoder_missing", `Neither this ffmpeg nor the encoder tool has an encoder ${encoder}.`);
}
