import type { AudioEncoder } from "../schema.ts";

/** All facts of one audio encoder. */
export interface AudioEncoderFacts {
  /** ffmpeg's codec name of the result. */
  codec: string;
  lossless: boolean;
  /** More channels are mixed down to this many: ffmpeg does so without a word. */
  maxChannels: number;
  /** Highest sample rate in Hz. */
  maxSampleRate: number;
  /** The only sample rates that it takes; absent where it takes all up to the highest. */
  sampleRates?: readonly number[];
  /** kbit/s from one channel up when the profile says 0; empty where there is no rate to choose. */
  usualKbps: readonly number[];
  /** The only rates that its format has. */
  kbpsSteps?: readonly number[];
  /** Rates outside of these it refuses. */
  kbpsPerChannel?: { min?: number; max: number };
  /** It takes a quality in place of a rate; about kbit/s that a stereo track then has. */
  variableKbps?(quality: number): number;
  /** ffmpeg's sample formats for depths in bits, where they have to be named. */
  sampleFormats?: { 16: string; 24: string };
  /** It stores floating-point samples. */
  storesFloat?: boolean;
  /** Highest `-compression_level` that is worth its time. */
  maxCompression?: number;
  /** It has a complexity, which ffmpeg sets by `-compression_level`. */
  hasComplexity?: boolean;
  /** Mapping of channels where ffmpeg's default is wrong. */
  mappingFamily?(channels: number): number | undefined;
  /** ffmpeg calls it experimental. */
  experimental?: boolean;
  /** Encoder of the encoder tool; `better` where ffmpeg's own gives way to it. */
  tool?: { id: string; better?: boolean };
  /** Its names in HandBrake. */
  handBrake?: readonly string[];
}

const LOSSLESS = { lossless: true, usualKbps: [] };
const PLANAR = { 16: "s16p", 24: "s32p" };
const MPEG_RATES = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const DOLBY_RATES = [32_000, 44_100, 48_000];
const MP3_STEPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/**
 * Limits as ffmpeg's encoders have them, or the encoder tool's for `ape`. The usual rates are those at which hardly anybody
 * hears a difference, with a little to spare. Two channels share more than two times one; the LFE channel of 5.1 costs next
 * to nothing.
 */
export const AUDIO_ENCODER_FACTS: Readonly<Record<AudioEncoder, AudioEncoderFacts>> = {
  // No source exceeds these limits.
  copy: { codec: "copy", lossless: false, maxChannels: 64, maxSampleRate: 768_000, usualKbps: [] },
  aac: {
    codec: "aac",
    lossless: false,
    maxChannels: 8,
    maxSampleRate: 96_000,
    sampleRates: [...MPEG_RATES, 64_000, 88_200, 96_000],
    // ffmpeg's own encoder needs about a third more than Opus.
    usualKbps: [96, 192, 224, 288, 352, 384, 448, 512],
    // 6 bits a sample.
    kbpsPerChannel: { max: 288 },
    handBrake: ["av_aac", "ca_aac", "ca_haac", "fdk_aac", "fdk_haac", "faac"],
  },
  libopus: {
    codec: "opus",
    lossless: false,
    maxChannels: 8,
    maxSampleRate: 48_000,
    sampleRates: [48_000],
    // 128 is transparent in stereo and 256 in 5.1 to most (Xiph's "Opus Recommended Settings").
    usualKbps: [96, 160, 192, 224, 256, 288, 320, 352],
    kbpsPerChannel: { max: 256 },
    hasComplexity: true,
    // ffmpeg's default way into libopus exchanges three channels of 5.0 and of 6.1; the mapping of RFC 7845, section
    // 5.1.1.2, does not, but leaves out what it holds for masked. So it is used only where the default is wrong.
    mappingFamily: (channels) => channels === 5 || channels === 7 ? 1 : undefined,
    tool: { id: "opus" },
    handBrake: ["opus"],
  },
  eac3: {
    codec: "eac3",
    lossless: false,
    maxChannels: 6,
    maxSampleRate: 48_000,
    sampleRates: DOLBY_RATES,
    // The rates of DVD (192, 448) and Blu-ray (640); ffmpeg's encoder has none of the newer coding tools.
    usualKbps: [128, 224, 320, 448, 576, 640],
    handBrake: ["eac3"],
  },
  ac3: {
    codec: "ac3",
    lossless: false,
    maxChannels: 6,
    maxSampleRate: 48_000,
    sampleRates: DOLBY_RATES,
    usualKbps: [96, 192, 320, 384, 448, 448],
    kbpsSteps: [...MP3_STEPS, 384, 448, 512, 576, 640],
    handBrake: ["ac3"],
  },
  flac: {
    ...LOSSLESS,
    codec: "flac",
    maxChannels: 8,
    maxSampleRate: 655_350,
    // ffmpeg counts 24-bit samples as 32-bit ones with 24 used.
    sampleFormats: { 16: "s16", 24: "s32" },
    maxCompression: 12,
    tool: { id: "flac" },
    handBrake: ["flac16", "flac24"],
  },
  alac: {
    ...LOSSLESS,
    codec: "alac",
    maxChannels: 6,
    maxSampleRate: 384_000,
    sampleFormats: PLANAR,
    handBrake: ["alac16", "alac24"],
  },
  truehd: {
    ...LOSSLESS,
    codec: "truehd",
    maxChannels: 6,
    maxSampleRate: 192_000,
    experimental: true,
    handBrake: ["truehd"],
  },
  libmp3lame: {
    codec: "mp3",
    lossless: false,
    maxChannels: 2,
    maxSampleRate: 48_000,
    sampleRates: MPEG_RATES,
    // The most that the format has, since it is chosen for old devices only.
    usualKbps: [160, 320],
    kbpsSteps: MP3_STEPS,
    // V0 averages 245 kbit/s and loses about 20 per step.
    variableKbps: (quality) => Math.max(65, 245 - 20 * quality),
    tool: { id: "lame" },
    handBrake: ["mp3", "lame"],
  },
  libvorbis: {
    codec: "vorbis",
    lossless: false,
    maxChannels: 8,
    maxSampleRate: 192_000,
    // About its quality 6.
    usualKbps: [96, 192, 240, 288, 352, 384, 432, 480],
    kbpsPerChannel: { min: 32, max: 240 },
    // Quality 6 is 192 and gains 32 per step.
    variableKbps: (quality) => 32 * quality,
    tool: { id: "vorbis" },
    handBrake: ["vorbis"],
  },
  wavpack: {
    ...LOSSLESS,
    codec: "wavpack",
    maxChannels: 8,
    maxSampleRate: 768_000,
    sampleFormats: PLANAR,
    storesFloat: true,
    // Levels above 3 cost hours for a thousandth of the size.
    maxCompression: 3,
    tool: { id: "wv", better: true },
  },
  ape: { ...LOSSLESS, codec: "ape", maxChannels: 2, maxSampleRate: 192_000, tool: { id: "mac", better: true } },
};
