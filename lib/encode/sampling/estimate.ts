import { streamBytes, videoBytes } from "../../media/probe/bitrate.ts";
import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { audioEncoder, crfOfQuality, videoEncoder } from "../profiles/encoders.ts";
import { bitsPerPixel } from "../profiles/encoders/codecs.ts";
import type { AudioPlan, Plan, VideoPlan } from "../plan/model.ts";
import { resolutionName } from "../plan/words.ts";

/** How large the result will be. Bytes; `low` and `high` are the likely range. */
export interface SizeEstimate {
  bytes: number;
  low: number;
  high: number;
  /** Copied or fixed bitrate: nothing to guess. */
  exact: boolean;
  parts: { video: number; audio: number; subtitles: number; other: number };
  videoKbps?: number;
  notes: string[];
  /** Expected wall time of the encode; absent when no earlier job and no sample tells. */
  encodeSeconds?: number;
  /** From encodes of short pieces of this very file. */
  sampled?: boolean;
  /** The size model that guessed the picture; absent when nothing was guessed. */
  model?: SizeModel;
}

/** A size as the model alone sees it, kept with the job so that its real size can correct later estimates. */
export interface SizeModel {
  /** Encoder, tune, class of height and encoder preset: jobs with the same key behave alike. */
  key: string;
  /** What the model says of the picture before earlier jobs correct it, in bytes. */
  videoBytes: number;
}

/** What earlier jobs with the same model key, or the beginning of one, taught. */
export interface Correction {
  jobs: number;
  /** The model's guess is multiplied by this: cautious with few jobs, from 1/3 to 3. */
  factor: number;
  /** The likely range around the corrected guess, as parts of it. */
  low: number;
  high: number;
  /** Million pixels encoded in a second. */
  megapixelsPerSecond: number;
}
/** By model key; also by the beginnings of keys, for kinds of jobs that were never run. */
export type Corrections = Readonly<Record<string, Correction>>;

/** The likely range of the model alone, as parts of its guess. */
export const MODEL_RANGE = { low: 0.65, high: 1.5 } as const;

/** What is known beside probe and plan. Without `corrections` the model guesses alone. */
export interface EstimateOptions {
  /** Flat areas and clean lines need less. */
  animation?: boolean;
  corrections?: Corrections;
}

/**
 * Bits per pixel at a reference quality, halved per step of CRF, times pixels, rate and
 * duration; never above 95 % of the source's own picture.
 */
export function estimateSize(probe: Probe, plan: Plan, options: EstimateOptions = {}): SizeEstimate {
  const { animation = false, corrections = {} } = options;
  const seconds = plan.durationSeconds;
  const notes: string[] = [];
  const key = plan.video && modelKey(plan.video, animation);
  const found = key === undefined ? undefined : correctionFor(corrections, key);
  const correction = found?.correction;
  const picture = plan.video && pictureBytes(probe, plan.video, { seconds, animation, correction, notes });
  const audio = sum(plan.audio.map((stream) => audioBytes(probe, stream, seconds)));
  const subtitles = sum(plan.subtitles.map((stream) => copiedBytes(probe, stream.index, seconds)));
  const streams = (picture?.bytes ?? 0) + audio + subtitles;
  const attached = sum(plan.attachments.map((index) => probe.streams[index]?.kind === "attachment" ? 150_000 : 0));
  // Container framing: 0.3 % and a few kilobytes was seen for Matroska and MP4.
  const other = Math.round(attached + streams * 0.003 + 8_000);
  const parts = {
    video: Math.round(picture?.bytes ?? 0),
    audio: Math.round(audio),
    subtitles: Math.round(subtitles),
    other,
  };
  const bytes = parts.video + parts.audio + parts.subtitles + parts.other;
  const guessed = picture?.guessed ? parts.video : 0;
  const fixed = bytes - guessed;
  const { low, high } = found ? rangeOf(found) : MODEL_RANGE;
  const megapixels = plan.video ? megapixelsOf(plan.video, seconds) : 0;
  return {
    bytes,
    low: Math.round(fixed * (guessed > 0 ? 1 : 0.98) + guessed * low),
    high: Math.round(fixed * (guessed > 0 ? 1 : 1.02) + guessed * high),
    exact: guessed === 0,
    parts,
    videoKbps: picture && seconds > 0 ? Math.round((picture.bytes * 8) / seconds / 1000) : undefined,
    notes,
    ...(picture?.model && key ? { model: { key, videoBytes: Math.round(picture.model) } } : {}),
    ...(correction && found?.exact && picture?.guessed
      ? { encodeSeconds: Math.round(megapixels / correction.megapixelsPerSecond) }
      : {}),
  };
}

interface FoundCorrection {
  correction: Correction;
  /** From jobs of the very same key. */
  exact: boolean;
}

/** The correction of the key, or of the longest beginning of it that has one. Pure. */
export function correctionFor(corrections: Corrections, key: string): FoundCorrection | undefined {
  const own = corrections[key];
  if (own) return { correction: own, exact: true };
  const parts = key.split("/");
  for (let length = parts.length - 1; length > 0; length--) {
    const correction = corrections[parts.slice(0, length).join("/")];
    if (correction) return { correction, exact: false };
  }
  return undefined;
}

/** Jobs of another kind never narrow the range. */
function rangeOf({ correction: { low, high }, exact }: FoundCorrection): { low: number; high: number } {
  if (exact) return { low, high };
  return { low: Math.min(low, MODEL_RANGE.low), high: Math.max(high, MODEL_RANGE.high) };
}

/** Million pixels of a picture over its whole length. */
export function megapixelsOf(
  { width, height, frameRate: [numerator, denominator] }: VideoPlan,
  seconds: number,
): number {
  return (width * height * (numerator / Math.max(1, denominator)) * seconds) / 1e6;
}

/** Names the jobs that behave like this one. Pure. */
export function modelKey({ encoder, preset, tune, width, height }: VideoPlan, animation: boolean): string {
  const content = tune === "none" && animation ? "animation" : tune;
  return `${encoder}/${content}/${resolutionName(width, height)}/${preset || "default"}`;
}

interface Guess {
  seconds: number;
  animation: boolean;
  correction?: Correction;
  notes: string[];
}

interface PictureGuess {
  bytes: number;
  guessed: boolean;
  /** The model's own word, uncorrected and unbounded. */
  model?: number;
}

function pictureBytes(probe: Probe, video: VideoPlan, guess: Guess): PictureGuess {
  const { seconds, animation, correction, notes } = guess;
  const own = videoBytes(probe);
  if (video.encoder === "copy") return { bytes: own, guessed: false };
  if (video.bitrate > 0) return { bytes: (video.bitrate * 1000 * seconds) / 8, guessed: false };
  const { codec, hardware } = videoEncoder(video.encoder);
  const crf = crfOfQuality(video.encoder, video.quality);
  const [numerator, denominator] = video.frameRate;
  const rate = Math.min(120, numerator / denominator);
  let bits = (bitsPerPixel(codec, crf, hardware) ?? 0) * video.width * video.height * rate * seconds;
  if (animation || video.tune === "animation") bits *= 0.7;
  if (video.tune === "grain") bits *= 1.5;
  const model = bits / 8;
  const corrected = model * (correction?.factor ?? 1);
  if (correction) notes.push(`Corrected by ${correction.jobs} earlier ${correction.jobs === 1 ? "job" : "jobs"}.`);
  const ceiling = own * 0.95;
  if (own > 0 && corrected > ceiling) {
    notes.push("The source is already small for this quality: the result may hardly be smaller.");
    return { bytes: ceiling, guessed: true, model };
  }
  return { bytes: corrected, guessed: true, model };
}

function audioBytes(probe: Probe, audio: AudioPlan, seconds: number): number {
  const source = probe.streams.find((stream): stream is AudioStream =>
    stream.index === audio.index && stream.kind === "audio"
  );
  const length = source?.durationSeconds ?? seconds;
  if (audio.encoder === "copy") return source ? streamBytes(source, seconds) : 0;
  const kbps = audio.bitrate > 0 ? audio.bitrate : audio.bitDepth ? losslessKbps(audio) : variableKbps(audio);
  return (kbps * 1000 * length) / 8;
}

/** FLAC and its like keep about 60 % of PCM. */
const losslessKbps = ({ sampleRate, channels, bitDepth = 16 }: AudioPlan): number =>
  (sampleRate * channels * bitDepth * 0.6) / 1000;

/** Kbit/s of a track whose quality is set, or which has no rate of its own. */
const variableKbps = ({ encoder, vbrQuality = 4 }: AudioPlan): number =>
  audioEncoder(encoder).variableKbps?.(vbrQuality) ?? 192;

const copiedBytes = (probe: Probe, index: number, seconds: number): number => {
  const stream = probe.streams.find((s) => s.index === index);
  return stream ? streamBytes(stream, seconds) : 0;
};

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
