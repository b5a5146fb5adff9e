import type { AudioStream, Probe, Stream } from "../media/model.ts";
import { mainVideo } from "../media/probe.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { AudioPlan, Plan, VideoPlan } from "./model.ts";

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
}

export interface EstimateOptions {
  /** Flat areas and clean lines need less. */
  animation?: boolean;
}

/**
 * The model of behaviour.md, section 6: bits per pixel at a reference quality, halved per step of CRF, times pixels, rate and
 * duration; never above 95 % of the source's own picture.
 */
export function estimateSize(probe: Probe, plan: Plan, { animation = false }: EstimateOptions = {}): SizeEstimate {
  const seconds = plan.durationSeconds;
  const notes: string[] = [];
  const picture = plan.video && pictureBytes(probe, plan.video, seconds, animation, notes);
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
  return {
    bytes,
    low: Math.round(fixed * (guessed > 0 ? 1 : 0.98) + guessed * 0.65),
    high: Math.round(fixed * (guessed > 0 ? 1 : 1.02) + guessed * 1.5),
    exact: guessed === 0,
    parts,
    videoKbps: picture && seconds > 0 ? Math.round((picture.bytes * 8) / seconds / 1000) : undefined,
    notes,
  };
}

interface Reference {
  quality: number;
  bitsPerPixel: number;
  /** This much more CRF halves the size. */
  halving: number;
}

const X264: Reference = { quality: 20, bitsPerPixel: 0.085, halving: 6 };
const X265: Reference = { quality: 20, bitsPerPixel: 0.05, halving: 6 };
const AV1: Reference = { quality: 28, bitsPerPixel: 0.045, halving: 10 };
const VP9: Reference = { quality: 31, bitsPerPixel: 0.055, halving: 10 };

function pictureBytes(probe: Probe, video: VideoPlan, seconds: number, animation: boolean, notes: string[]) {
  const own = sourceVideoBytes(probe, seconds);
  if (video.encoder === "copy") return { bytes: own, guessed: false };
  if (video.bitrate > 0) return { bytes: (video.bitrate * 1000 * seconds) / 8, guessed: false };
  const facts = videoEncoder(video.encoder);
  const reference = facts.codec === "h264" ? X264 : facts.codec === "hevc" ? X265 : facts.codec === "av1" ? AV1 : VP9;
  const crf = comparableCrf(video);
  const [numerator, denominator] = video.frameRate;
  const rate = Math.min(120, numerator / denominator);
  let bits = reference.bitsPerPixel * video.width * video.height * rate * seconds;
  bits *= Math.pow(0.5, (crf - reference.quality) / reference.halving);
  if (animation || video.tune === "animation") bits *= 0.7;
  if (video.tune === "grain") bits *= 1.5;
  if (facts.hardware) bits *= 1.3;
  const ceiling = own * 0.95;
  if (own > 0 && bits / 8 > ceiling) {
    notes.push("The source is already small for this quality: the result may hardly be smaller.");
    return { bytes: ceiling, guessed: true };
  }
  return { bytes: bits / 8, guessed: true };
}

/** Hardware scales put on the scale of the software encoder of the same codec (behaviour.md, section 3, rule 6). */
function comparableCrf({ encoder, quality }: VideoPlan): number {
  const { family, codec } = videoEncoder(encoder);
  if (family === "videotoolbox") return (100 - quality) / 2;
  if (codec === "av1" && family === "vaapi" || codec === "av1" && family === "amf") return quality / 4 - 4;
  if (codec === "av1" && ["nvenc", "qsv"].includes(family)) return quality - 4;
  if (family === "qsv") return quality - 2;
  return ["nvenc", "vaapi", "amf", "rkmpp"].includes(family) ? quality - 3 : quality;
}

/** What the picture takes in the source: its own bitrate, else the file minus everything else. */
function sourceVideoBytes(probe: Probe, seconds: number): number {
  const video = mainVideo(probe);
  if (!video) return 0;
  if (video.bitrateKbps) return (video.bitrateKbps * 1000 * (video.durationSeconds ?? seconds)) / 8;
  const rest = sum(probe.streams.filter((s) => s.kind !== "video").map((s) => streamBytes(s, seconds)));
  return Math.max(0, probe.sizeBytes * 0.997 - rest);
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

/** LAME's V0 averages 245 kbit/s and loses about 20 per step; Vorbis q6 is 192 and gains 32 per step. */
function variableKbps({ codec, vbrQuality = 4 }: AudioPlan): number {
  if (codec === "mp3") return Math.max(65, 245 - 20 * vbrQuality);
  return codec === "vorbis" ? 32 * vbrQuality : 192;
}

const copiedBytes = (probe: Probe, index: number, seconds: number): number => {
  const stream = probe.streams.find((s) => s.index === index);
  return stream ? streamBytes(stream, seconds) : 0;
};

/** Typical bitrates where the file does not say. */
function streamBytes(stream: Stream, seconds: number): number {
  const length = stream.durationSeconds ?? seconds;
  if (stream.bitrateKbps) return (stream.bitrateKbps * 1000 * length) / 8;
  if (stream.kind === "audio") return (audioKbps(stream) * 1000 * length) / 8;
  if (stream.kind === "subtitle") return ((stream.form === "picture" ? 30 : 0.1) * 1000 * length) / 8;
  return stream.kind === "attachment" ? 150_000 : 0;
}

function audioKbps({ lossless, channels, sampleRate, bitDepth = 16, codec }: AudioStream): number {
  if (lossless) return (sampleRate * channels * bitDepth * (codec.startsWith("pcm_") ? 1 : 0.6)) / 1000;
  return codec === "dts" ? 1509 : 80 * Math.max(1, channels);
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
