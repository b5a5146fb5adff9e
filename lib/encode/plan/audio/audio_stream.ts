import { JobFailure } from "../../../kit/fault.ts";
import type { AudioStream } from "../../../media/probe/model.ts";
import { containerFacts } from "../../profiles/containers.ts";
import { audioEncoder } from "../../profiles/encoders.ts";
import type { AudioEncoder, Container, Recipe } from "../../profiles/schema.ts";
import { audioRate } from "./audio_rates.ts";
import { type ChannelMix, mixInto, panInOrder } from "./channel_mix.ts";
import { channelsOf } from "../../profiles/encoders/layouts.ts";
import { copyKeepsLayout, layoutOf, layoutsKept, namesNoChannels } from "./layouts.ts";
import type { AudioPlan } from "../model.ts";
import { audioName, channelName, codecName } from "../words.ts";

/** Plans one audio stream, which is copied or encoded with a given layout, sample rate and bit depth. Pure. */

/** Plan of a stream, and the reason as text. */
export interface Conversion {
  plan: AudioPlan;
  why: string;
}

/**
 * Audio codecs with a Matroska codec ID or a well-known AVI format tag. For other codecs, ffmpeg writes tags that
 * players do not support.
 */
const IN_MATROSKA =
  /^(?:aac|ac3|eac3|dts|truehd|mlp|mp[123]|flac|alac|opus|vorbis|wavpack|tta|pcm_(?:[suf]\d+[lb]e|u8|mulaw|alaw)|wma\w+|adpcm_(?:ms|ima_wav)|cook|sipr|ralf|ra_\d+|atrac3)$/;

/** Plans to copy or encode one stream. Throws `invalid_plan` if the container supports neither. */
export function convert(stream: AudioStream, recipe: Recipe, warnings: string[]): Conversion {
  const { container, audio } = recipe;
  const facts = containerFacts(container);
  const known = facts.audio ? facts.audio.includes(stream.codec) : IN_MATROSKA.test(stream.codec);
  const holds = known && stream.skippedSeconds === undefined && copyKeepsLayout(stream.codec, stream.layout, container);
  const name = audioName(stream);
  if (audio.encoder === "copy" || (audio.keepLossless && stream.lossless)) {
    const why = audio.encoder === "copy" ? "kept unchanged" : "lossless, kept unchanged";
    if (holds) return { plan: copyOf(stream, container), why: withChange(stream, why) };
    if (audio.encoder === "copy") return fallback(stream, recipe, known, warnings);
  }
  const encodeWarnings: string[] = [];
  const { plan, mix } = encode(stream, recipe, audio.encoder, encodeWarnings);
  const kept = holds ? copyReason(stream, recipe, plan, name) : undefined;
  if (kept) return { plan: copyOf(stream, container), why: withChange(stream, kept) };
  warnings.push(...encodeWarnings);
  warnAboutMix(stream, plan, mix, warnings);
  return { plan, why: `becomes ${audioName(plan)} ${channelName(plan.channels, plan.layout)}${mixWords(mix)}` };
}

const withChange = (stream: AudioStream, why: string): string =>
  stream.layouts ? `${why}; its channel layout changes midway (${stream.layouts.join(", ")})` : why;

/** Codecs that can be played on every device that plays the wanted codec. */
const PLAYS_LIKE: Record<string, readonly string[]> = {
  opus: ["opus", "vorbis", "aac", "mp3", "mp2", "ac3", "eac3", "dts"],
  vorbis: ["opus", "vorbis", "aac", "mp3", "mp2", "ac3", "eac3", "dts"],
  aac: ["aac", "mp3"],
  eac3: ["eac3", "ac3"],
  ac3: ["ac3"],
  mp3: ["mp3"],
};

/** Minimum savings: a stream that already has the wanted codec is encoded only if this saves more than half. */
const SAME_CODEC_FACTOR = 2;

/** Returns the reason why a lossy stream should be copied instead of encoded. Undefined if it should be encoded. */
function copyReason(stream: AudioStream, { audio }: Recipe, plan: AudioPlan, name: string): string | undefined {
  const narrower = audio.channels > 0 && stream.channels > audio.channels;
  const slower = audio.maxSampleRate > 0 && stream.sampleRate > audio.maxSampleRate;
  if (stream.lossless || narrower || slower) return undefined;
  const wanted = codecName(plan.codec);
  if (audioEncoder(plan.encoder).lossless) return `${name} is lossy and ${wanted} would only be larger: kept unchanged`;
  const kbps = stream.bitrateKbps;
  if (stream.codec === plan.codec) {
    if (kbps !== undefined && plan.bitrate > 0 && kbps > plan.bitrate * SAME_CODEC_FACTOR) return undefined;
    return `already ${name}: kept unchanged`;
  }
  if (kbps === undefined || plan.bitrate === 0 || kbps > plan.bitrate) return undefined;
  if (!PLAYS_LIKE[plan.codec]?.includes(stream.codec)) return undefined;
  return `${Math.round(kbps)} kb/s, no more than ${wanted} would use: kept unchanged`;
}

function fallback(stream: AudioStream, recipe: Recipe, known: boolean, warnings: string[]): Conversion {
  const { container } = recipe;
  const name = audioName(stream);
  const encoder = fallbackEncoder(stream, container);
  const reason = stream.skippedSeconds !== undefined
    ? `its first ${stream.skippedSeconds.toFixed(1)} s were cut by an edit list, and a copy would restore them`
    : `${container} does not support ${name}${known ? ` ${stream.layout}` : ""}`;
  if (encoder === "none") throw new JobFailure("invalid_plan", `${capital(reason)}; choose another profile.`);
  const usual = { ...recipe, audio: { ...recipe.audio, bitrate: 0 } };
  const { plan, mix } = encode(stream, usual, encoder, warnings);
  const why = `${reason}, so it becomes ${audioName(plan)} ${channelName(plan.channels, plan.layout)}${mixWords(mix)}`;
  warnings.push(`Audio ${stream.index}: ${why}.`);
  return { plan, why };
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const SAME_CODEC: Record<string, Exclude<AudioEncoder, "copy">> = {
  aac: "aac",
  ac3: "ac3",
  eac3: "eac3",
  opus: "libopus",
  flac: "flac",
};

/**
 * Returns the encoder for a stream that cannot be copied. If only its start prevents the copy, it is an encoder of the
 * same codec. All other streams become lossless in Matroska.
 */
function fallbackEncoder({ codec, skippedSeconds }: AudioStream, container: Container) {
  const { audio, fallbackAudio } = containerFacts(container);
  const same = skippedSeconds === undefined || audio?.includes(codec) === false ? undefined : SAME_CODEC[codec];
  return same ?? (container === "mkv" ? "flac" : fallbackAudio);
}

const copyOf = (stream: AudioStream, container: Container): AudioPlan => ({
  ...labelsOf(stream),
  encoder: "copy",
  codec: stream.codec,
  bitrate: 0,
  // The number of channels in the result is that at the start of the stream.
  channels: channelsOf(stream.layouts?.[0])?.length ?? stream.channels,
  ...(stream.layout === undefined || namesNoChannels(stream.codec, container)
    ? {}
    : { layout: stream.layouts?.[0] ?? stream.layout }),
  ...(stream.layouts ? { layouts: stream.layouts } : {}),
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

/** Plans the encode of one stream. Throws `invalid_plan` if its channels cannot be identified. */
export function encode(
  stream: AudioStream,
  recipe: Recipe,
  encoder: Exclude<AudioEncoder, "copy">,
  warnings: string[],
): { plan: AudioPlan; mix: ChannelMix } {
  const facts = audioEncoder(encoder);
  const { audio, container } = recipe;
  const { sourceLayout, mix } = mixOf(stream, recipe, encoder, warnings);
  const channels = channelsOf(mix.layout)?.length ?? stream.channels;
  const limit = Math.min(facts.maxSampleRate, audio.maxSampleRate || Infinity);
  const plan: AudioPlan = {
    ...labelsOf(stream),
    encoder,
    codec: facts.codec,
    bitrate: audioRate(encoder, channels, { audio, container }),
    channels,
    layout: mix.layout,
    sourceLayout,
    ...panOf(stream, mix),
    sampleRate: sampleRateFor(encoder, stream.sampleRate || 48_000, limit),
  };
  if (stream.float && facts.storesFloat && audio.bitDepth === 0) plan.float = true;
  else if (facts.lossless) plan.bitDepth = bitDepthFor(stream, audio.bitDepth);
  if (facts.maxCompression !== undefined) plan.compressionLevel = audio.compressionLevel;
  if (facts.hasComplexity) plan.opusComplexity = audio.opusComplexity;
  if (audio.vbrQuality !== undefined && facts.variableKbps) {
    plan.vbrQuality = audio.vbrQuality;
    plan.bitrate = 0;
  }
  return { plan, mix };
}

function panOf({ layout, channels }: AudioStream, mix: ChannelMix): { pan?: string } {
  const named = channels <= 2 || channelsOf(layout)?.length === channels;
  const pan = mix.pan ?? (named ? undefined : panInOrder(mix.layout));
  return pan ? { pan } : {};
}

/** Returns the layout with the most channels, for a stream that changes its layout midway. */
const widest = (layouts: string[] = []): string | undefined =>
  layouts.filter((layout) => channelsOf(layout))
    .toSorted((a, b) => (channelsOf(b)?.length ?? 0) - (channelsOf(a)?.length ?? 0))[0];

/** Returns the channel layout of the source, and how it is mixed to a layout of the encoder. */
function mixOf(
  stream: AudioStream,
  { audio, container }: Recipe,
  encoder: Exclude<AudioEncoder, "copy">,
  warnings: string[],
): { sourceLayout: string; mix: ChannelMix } {
  const sourceLayout = widest(stream.layouts) ?? layoutOf(stream);
  const limit = audio.channels === 0 ? Infinity : audio.channels;
  const mix = sourceLayout === undefined ? undefined : mixInto(sourceLayout, layoutsKept(encoder, container), limit);
  if (sourceLayout === undefined || !mix) {
    const text =
      `Audio ${stream.index} does not declare the layout of its ${stream.channels} channels, so it can only be copied.`;
    throw new JobFailure("invalid_plan", text);
  }
  if (stream.layouts) {
    const list = stream.layouts.map((layout) => channelName(channelsOf(layout)?.length ?? 0, layout)).join(" and ");
    warnings.push(`Audio ${stream.index} alternates between ${list}; all of it becomes ${channelName(0, mix.layout)}.`);
  } else if (stream.channels > 2 && sourceLayout !== stream.layout) {
    warnings.push(
      `Audio ${stream.index} does not declare the layout of its ${stream.channels} channels; ${sourceLayout} is assumed.`,
    );
  }
  return { sourceLayout, mix };
}

/** Adds a warning about channels whose loss a listener could notice. */
function warnAboutMix(stream: AudioStream, plan: AudioPlan, mix: ChannelMix, warnings: string[]): void {
  const from = plan.sourceLayout ?? "";
  const asked = mix.kind === "mixed" && plan.channels < stream.channels;
  if (asked && stream.channels > audioEncoder(plan.encoder).maxChannels) {
    const [before, after] = [channelName(stream.channels, from), channelName(plan.channels, plan.layout)];
    warnings.push(`Audio ${stream.index}: ${before} becomes ${after}, the most that ${plan.encoder} supports.`);
  } else if (mix.kind === "moved") {
    warnings.push(
      `Audio ${stream.index}: ${plan.encoder} does not support ${from}; the channels next to the centre are stored as surrounds.`,
    );
  } else if (mix.kind === "spread") {
    warnings.push(
      `Audio ${stream.index}: ${plan.encoder} does not support ${from}; the rear centre plays from both surrounds.`,
    );
  }
}

/** Describes a mix in the text of a decision. */
function mixWords({ kind, dropsLfe }: ChannelMix): string {
  if (kind !== "mixed") return "";
  return dropsLfe ? " (downmixed, dialogue at full level, without LFE)" : " (downmixed, dialogue at full level)";
}

/**
 * Returns the best sample rate up to `limit`: that of the source, or a lower rate of its family (44.1 or 48 kHz), or
 * the next lower rate.
 */
function sampleRateFor(encoder: AudioEncoder, source: number, limit: number): number {
  const allowed = audioEncoder(encoder).sampleRates;
  const fits = (rate: number) => rate <= limit && (!allowed || allowed.includes(rate));
  if (fits(source)) return source;
  if (allowed?.length === 1) return allowed[0] ?? source;
  const family = source % 11_025 === 0 ? 44_100 : 48_000;
  const related = [8, 4, 2, 1].map((times) => family * times).find((rate) => rate <= source && fits(rate));
  const lower = [48_000, 44_100, 32_000].find((rate) => rate <= limit);
  const next = allowed?.find((rate) => rate >= source && rate <= limit) ?? allowed?.findLast((rate) => rate <= limit);
  return related ?? (allowed ? next : lower) ?? source;
}

/** Returns the bit depth of the result. Lossy sources have none, and 16 bits are sufficient for them. */
function bitDepthFor(stream: AudioStream, wanted: 0 | 16 | 24): 16 | 24 {
  const own = stream.lossless && (stream.bitDepth ?? 24) > 16 ? 24 : 16;
  return wanted === 0 ? own : own === 16 ? 16 : wanted;
}
