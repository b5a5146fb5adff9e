import { isMusicContainer } from "../../profiles/containers.ts";
import { audioEncoder } from "../../profiles/encoders.ts";
import type { AudioEncoder, Recipe } from "../../profiles/schema.ts";

/** Bit rates of lossy sound by number of channels. Pure; kbit/s. */

/**
 * Rates from one to eight channels at which hardly anybody hears a difference, with a little to spare. Two channels share
 * more than two times one; the LFE channel of 5.1 costs next to nothing.
 * - Opus: 128 is transparent in stereo and 256 in 5.1 to most (Xiph's "Opus Recommended Settings").
 * - AAC: ffmpeg's own encoder needs about a third more than Opus.
 * - AC-3 and E-AC-3: the rates of DVD (192, 448) and Blu-ray (640); ffmpeg's E-AC-3 has none of the newer coding tools.
 * - Vorbis: about its quality 6. MP3: the most that the format has, since it is chosen for old devices only.
 */
const RATES = {
  copy: [],
  libopus: [96, 160, 192, 224, 256, 288, 320, 352],
  aac: [96, 192, 224, 288, 352, 384, 448, 512],
  eac3: [128, 224, 320, 448, 576, 640],
  ac3: [96, 192, 320, 384, 448, 448],
  libvorbis: [96, 192, 240, 288, 352, 384, 432, 480],
  libmp3lame: [160, 320],
  flac: [],
  wavpack: [],
  truehd: [],
  alac: [],
  ape: [],
} satisfies Partial<Record<AudioEncoder, number[]>>;

/** Rates that the format has; others are not possible. */
const STEPS: Partial<Record<AudioEncoder, number[]>> = {
  ac3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640],
  libmp3lame: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
};

/**
 * The rate of one stream of `channels`. A recipe's number is for the widest stream it makes: 5.1, or what the recipe mixes
 * down to, or stereo in a music file. Streams with fewer channels get their part of it, but not less than the usual rate
 * as long as the number allows it. 0 = the usual rate; lossless encoders have none.
 */
export function audioRate(encoder: AudioEncoder, channels: number, { audio, container }: RateRecipe): number {
  const table: number[] = RATES[encoder];
  const usual = (count: number): number => table[Math.min(count, table.length) - 1] ?? 0;
  if (table.length === 0) return 0;
  if (audio.bitrate === 0) return allowed(encoder, usual(channels), channels);
  const widest = audio.channels > 0 ? audio.channels : isMusicContainer(container) ? 2 : 6;
  const base = Math.min(widest, audioEncoder(encoder).maxChannels);
  const share = (audio.bitrate * usual(channels)) / usual(base);
  const rate = channels < base
    ? Math.min(audio.bitrate, Math.max(Math.round(share / 8) * 8, usual(channels)))
    : channels > base && base === 2
    ? Math.round(share / 8) * 8
    : audio.bitrate;
  return allowed(encoder, rate, channels);
}

/** The parts of a recipe that decide a rate. */
export interface RateRecipe {
  audio: Pick<Recipe["audio"], "bitrate" | "channels">;
  container: Recipe["container"];
}

/** Encoders refuse what their format cannot carry: Opus 256 kbit/s a channel, AC-3 640, MP3 320, AAC 6 bit a sample. */
function allowed(encoder: AudioEncoder, kbps: number, channels: number): number {
  const steps = STEPS[encoder];
  if (steps) return steps.find((step) => step >= kbps) ?? steps.at(-1) ?? kbps;
  if (encoder === "libopus") return Math.min(kbps, 256 * channels);
  // Outside of these libvorbis refuses to start.
  if (encoder === "libvorbis") return Math.max(32 * channels, Math.min(kbps, 240 * channels));
  return encoder === "aac" ? Math.min(kbps, 288 * channels) : kbps;
}
