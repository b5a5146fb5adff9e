import type { AudioEncoder } from "../schema.ts";
import { ANY_TO_EIGHT, DOLBY, VORBIS } from "./layouts.ts";

/** Facts about one audio encoder. */
export interface AudioEncoderFacts {
  /** ffmpeg's codec name of the output. */
  codec: string;
  lossless: boolean;
  /** Maximum number of channels. ffmpeg mixes streams with more channels down without a message. */
  maxChannels: number;
  /** Layouts that are preserved channel by channel, so that the decoder returns the same layout. */
  layouts: readonly string[];
  /** Maximum sample rate in Hz. */
  maxSampleRate: number;
  /** Supported sample rates. Absent if all rates up to the maximum are supported. */
  sampleRates?: readonly number[];
  /**
   * Default bitrates in kbit/s by number of channels, starting at one channel. Used if the profile sets 0. Empty if
   * there is no bitrate to choose.
   */
  usualKbps: readonly number[];
  /** Bitrates in kbit/s that the format supports, if restricted. */
  kbpsSteps?: readonly number[];
  /** Permitted range of bitrates in kbit/s per channel. */
  kbpsPerChannel?: { min?: number; max: number };
  /**
   * Present if the encoder accepts a quality instead of a bitrate. Returns the approximate kbit/s of a stereo track.
   */
  variableKbps?(quality: number): number;
  /** ffmpeg sample formats by bit depth, if they must be set explicitly. */
  sampleFormats?: { 16: string; 24: string };
  /** True if floating-point samples are preserved. */
  storesFloat?: boolean;
  /** Highest `-compression_level` whose savings justify the encoding time. */
  maxCompression?: number;
  /** True if the encoder has a complexity, which ffmpeg sets with `-compression_level`. */
  hasComplexity?: boolean;
  /** Channel mapping family, if ffmpeg's default is wrong. */
  mappingFamily?(channels: number): number | undefined;
  /** True if ffmpeg marks the encoder as experimental. */
  experimental?: boolean;
  /** Encoder of the encoder tool. `better` is true if it is preferred to ffmpeg's encoder. */
  tool?: { id: string; better?: boolean };
  /** Names of this encoder in HandBrake. */
  handBrake?: readonly string[];
}

const LOSSLESS = { lossless: true, usualKbps: [] };
const PLANAR = { 16: "s16p", 24: "s32p" };
const MPEG_RATES = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const DOLBY_RATES = [32_000, 44_100, 48_000];
/** Nominal kbit/s of stereo at 44.1 kHz for the Vorbis qualities 0 to 10 (libvorbis, `setup_44.h`). */
const VORBIS_KBPS = [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500];
const MP3_STEPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/**
 * Limits of ffmpeg's encoders, or of the encoder tool for `ape`. The default bitrates are slightly higher than those at
 * which most listeners hear no difference. Two channels need less than twice the rate of one, and the LFE channel of
 * 5.1 almost nothing.
 */
export const AUDIO_ENCODER_FACTS: Readonly<Record<AudioEncoder, AudioEncoderFacts>> = {
  // A copy has no limits, so these values are higher than those of any source.
  copy: {
    codec: "copy",
    lossless: false,
    maxChannels: 64,
    layouts: ANY_TO_EIGHT,
    maxSampleRate: 768_000,
    usualKbps: [],
  },
  aac: {
    codec: "aac",
    lossless: false,
    maxChannels: 8,
    // AAC can describe more layouts in a program config element, but many players ignore it, so only the numbered
    // configurations are used.
    layouts: ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "7.1"],
    maxSampleRate: 96_000,
    sampleRates: [...MPEG_RATES, 64_000, 88_200, 96_000],
    // The AAC encoder of ffmpeg needs about a third more than Opus.
    usualKbps: [96, 192, 224, 288, 352, 384, 448, 512],
    // 6 bits per sample.
    kbpsPerChannel: { max: 288 },
    handBrake: ["av_aac", "ca_aac", "ca_haac", "fdk_aac", "fdk_haac", "faac"],
  },
  libopus: {
    codec: "opus",
    lossless: false,
    maxChannels: 8,
    layouts: VORBIS,
    maxSampleRate: 48_000,
    sampleRates: [48_000],
    // 128 is transparent for most listeners in stereo and 256 in 5.1 (Xiph's "Opus Recommended Settings").
    usualKbps: [96, 160, 192, 224, 256, 288, 320, 352],
    kbpsPerChannel: { max: 256 },
    hasComplexity: true,
    // ffmpeg's default mapping for libopus swaps three channels of 5.0 and of 6.1. The mapping of RFC 7845, section
    // 5.1.1.2, does not, but it drops content that it considers masked, so it is used only if the default is wrong.
    mappingFamily: (channels) => channels === 5 || channels === 7 ? 1 : undefined,
    tool: { id: "opus" },
    handBrake: ["opus"],
  },
  eac3: {
    codec: "eac3",
    lossless: false,
    maxChannels: 6,
    layouts: DOLBY,
    maxSampleRate: 48_000,
    sampleRates: DOLBY_RATES,
    // The bitrates of DVD (192, 448) and Blu-ray (640). The encoder of ffmpeg lacks the newer coding tools.
    usualKbps: [128, 224, 320, 448, 576, 640],
    handBrake: ["eac3"],
  },
  ac3: {
    codec: "ac3",
    lossless: false,
    maxChannels: 6,
    layouts: DOLBY,
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
    layouts: ANY_TO_EIGHT,
    maxSampleRate: 655_350,
    // ffmpeg stores 24-bit samples as 32-bit samples with 24 bits used.
    sampleFormats: { 16: "s16", 24: "s32" },
    maxCompression: 12,
    tool: { id: "flac" },
    handBrake: ["flac16", "flac24"],
  },
  alac: {
    ...LOSSLESS,
    codec: "alac",
    maxChannels: 6,
    layouts: ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"],
    maxSampleRate: 384_000,
    sampleFormats: PLANAR,
    handBrake: ["alac16", "alac24"],
  },
  truehd: {
    ...LOSSLESS,
    codec: "truehd",
    maxChannels: 6,
    layouts: ["stereo", "5.0(side)", "5.1(side)"],
    maxSampleRate: 192_000,
    experimental: true,
    handBrake: ["truehd"],
  },
  libmp3lame: {
    codec: "mp3",
    lossless: false,
    maxChannels: 2,
    layouts: ["mono", "stereo"],
    maxSampleRate: 48_000,
    sampleRates: MPEG_RATES,
    // The default is the maximum of the format, because MP3 is chosen only for old devices.
    usualKbps: [160, 320],
    kbpsSteps: MP3_STEPS,
    // V0 averages 245 kbit/s, and each step lowers it by about 20.
    variableKbps: (quality) => Math.max(65, 245 - 20 * quality),
    tool: { id: "lame" },
    handBrake: ["mp3", "lame"],
  },
  libvorbis: {
    codec: "vorbis",
    lossless: false,
    maxChannels: 8,
    layouts: VORBIS,
    maxSampleRate: 192_000,
    // These bitrates correspond to about quality 6.
    usualKbps: [96, 192, 240, 288, 352, 384, 432, 480],
    kbpsPerChannel: { min: 32, max: 240 },
    variableKbps: (quality) => VORBIS_KBPS[Math.round(quality)] ?? 192,
    tool: { id: "vorbis" },
    handBrake: ["vorbis"],
  },
  wavpack: {
    ...LOSSLESS,
    codec: "wavpack",
    maxChannels: 8,
    layouts: ANY_TO_EIGHT,
    maxSampleRate: 768_000,
    sampleFormats: PLANAR,
    storesFloat: true,
    // Levels above 3 take hours to save a thousandth of the size.
    maxCompression: 3,
    tool: { id: "wv", better: true },
  },
  ape: {
    ...LOSSLESS,
    codec: "ape",
    maxChannels: 2,
    layouts: ["mono", "stereo"],
    maxSampleRate: 192_000,
    tool: { id: "mac", better: true },
  },
};
