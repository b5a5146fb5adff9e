import { streamBytes, videoBytes } from "../../media/probe/bitrate.ts";
import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { audioEncoder, crfOfQuality, videoEncoder } from "../profiles/encoders.ts";
import { bitsPerPixel } from "../profiles/encoders/codecs.ts";
import type { AudioPlan, Plan, VideoPlan } from "../plan/model.ts";
import { resolutionName } from "../plan/words.ts";

/** Expected size of the result in bytes. `low` and `high` are the likely range. */
export interface SizeEstimate {
  bytes: number;
  low: number;
  high: number;
  /** True for copies and fixed bitrates, for which no estimate is needed. */
  exact: boolean;
  parts: { video: number; audio: number; subtitles: number; other: number };
  videoKbps?: number;
  notes: string[];
  /** Expected wall time of the encode in seconds. Absent if there are neither earlier jobs nor samples. */
  encodeSeconds?: number;
  /** True if the estimate is based on sample encodes of this file. */
  sampled?: boolean;
  /** Size model used for the estimate of the video. Absent if nothing was estimated. */
  model?: SizeModel;
}

/** Size predicted only by the model. Stored with the job, so that the actual size can correct later estimates. */
export interface SizeModel {
  /** Encoder, tune, resolution class and encoder preset. Jobs with the same key behave similarly. */
  key: string;
  /** Predicted video size in bytes, before corrections from earlier jobs. */
  videoBytes: number;
}

/** Correction calculated from earlier jobs with the same model key, or a prefix of it. */
export interface Correction {
  jobs: number;
  /** Factor for the estimate of the model, from 1/3 to 3. It is close to 1 if there are few jobs. */
  factor: number;
  /** Likely range, as a fraction of the corrected estimate. */
  low: number;
  high: number;
  /** Encoding speed in million pixels per second. */
  megapixelsPerSecond: number;
}
/** Corrections by model key, and by prefixes of keys for kinds of jobs that have not been run. */
export type Corrections = Readonly<Record<string, Correction>>;

/** Likely range of the model without corrections, as a fraction of its estimate. */
export const MODEL_RANGE = { low: 0.65, high: 1.5 } as const;

/** Additional input of the estimate. Without `corrections`, only the model is used. */
export interface EstimateOptions {
  /** True for animation, which needs fewer bits because of its flat areas and clean lines. */
  animation?: boolean;
  corrections?: Corrections;
}

/**
 * Estimates the size: bits per pixel at a reference quality, scaled by CRF steps, and multiplied by pixels, frame rate
 * and duration. The result is at most 95 % of the source's video.
 */
export function estimateSize(probe: Probe, plan: Plan, options: EstimateOptions = {}): SizeEstimate {
  const { animation = false, corrections = {} } = options;
  const seconds = plan.durationSeconds;
  const notes: string[] = [];
  const key = plan.video && modelKey(plan.video, animation);
  const found = key === undefined ? undefined : correctionFor(corrections, key);
  const correction = found?.correction;
  const videoGuess = plan.video && estimateVideo(probe, plan.video, { seconds, animation, correction, notes });
  const audio = sum(plan.audio.map((stream) => audioBytes(probe, stream, seconds)));
  const subtitles = sum(plan.subtitles.map((stream) => copiedBytes(probe, stream.index, seconds)));
  const streams = (videoGuess?.bytes ?? 0) + audio + subtitles;
  const attached = sum(plan.attachments.map((index) => probe.streams[index]?.kind === "attachment" ? 150_000 : 0));
  // Container overhead. For Matroska and MP4, 0.3 % and a few kilobytes were measured.
  const other = Math.round(attached + streams * 0.003 + 8_000);
  const parts = {
    video: Math.round(videoGuess?.bytes ?? 0),
    audio: Math.round(audio),
    subtitles: Math.round(subtitles),
    other,
  };
  const bytes = parts.video + parts.audio + parts.subtitles + parts.other;
  const guessed = videoGuess?.guessed ? parts.video : 0;
  const fixed = bytes - guessed;
  const { low, high } = found ? rangeOf(found) : MODEL_RANGE;
  const megapixels = plan.video ? megapixelsOf(plan.video, seconds) : 0;
  return {
    bytes,
    low: Math.round(fixed * (guessed > 0 ? 1 : 0.98) + guessed * low),
    high: Math.round(fixed * (guessed > 0 ? 1 : 1.02) + guessed * high),
    exact: guessed === 0,
    parts,
    videoKbps: videoGuess && seconds > 0 ? Math.round((videoGuess.bytes * 8) / seconds / 1000) : undefined,
    notes,
    ...(videoGuess?.model && key ? { model: { key, videoBytes: Math.round(videoGuess.model) } } : {}),
    ...(correction && found?.exact && videoGuess?.guessed
      ? { encodeSeconds: Math.round(megapixels / correction.megapixelsPerSecond) }
      : {}),
  };
}

interface FoundCorrection {
  correction: Correction;
  /** True if the correction is based on jobs with exactly the same key. */
  exact: boolean;
}

/** Returns the correction of the key or of its longest prefix that has one. Pure. */
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

/** Returns the likely range. Jobs of another kind never reduce it. */
function rangeOf({ correction: { low, high }, exact }: FoundCorrection): { low: number; high: number } {
  if (exact) return { low, high };
  return { low: Math.min(low, MODEL_RANGE.low), high: Math.max(high, MODEL_RANGE.high) };
}

/** Returns the number of pixels in the whole video, in millions. */
export function megapixelsOf(
  { width, height, frameRate: [numerator, denominator] }: VideoPlan,
  seconds: number,
): number {
  return (width * height * (numerator / Math.max(1, denominator)) * seconds) / 1e6;
}

/** Returns the key of jobs that behave similarly. Pure. */
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

interface VideoGuess {
  bytes: number;
  guessed: boolean;
  /** Prediction of the model, without corrections and limits. */
  model?: number;
}

function estimateVideo(probe: Probe, video: VideoPlan, guess: Guess): VideoGuess {
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
  if (correction) {
    notes.push(`Corrected with the results of ${correction.jobs} earlier ${correction.jobs === 1 ? "job" : "jobs"}.`);
  }
  const ceiling = own * 0.95;
  if (own > 0 && corrected > ceiling) {
    notes.push("The source is already small for this quality: the output may be barely smaller.");
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

/** Returns the kbit/s of a lossless track. FLAC and similar codecs need about 60 % of PCM. */
const losslessKbps = ({ sampleRate, channels, bitDepth = 16 }: AudioPlan): number =>
  (sampleRate * channels * bitDepth * 0.6) / 1000;

/** Returns the kbit/s of a track for which a quality is set instead of a bitrate. */
const variableKbps = ({ encoder, vbrQuality = 4 }: AudioPlan): number =>
  audioEncoder(encoder).variableKbps?.(vbrQuality) ?? 192;

const copiedBytes = (probe: Probe, index: number, seconds: number): number => {
  const stream = probe.streams.find((s) => s.index === index);
  return stream ? streamBytes(stream, seconds) : 0;
};

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
