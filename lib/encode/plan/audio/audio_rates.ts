import { isMusicContainer } from "../../profiles/containers.ts";
import { audioEncoder } from "../../profiles/encoders.ts";
import type { AudioEncoder, Recipe } from "../../profiles/schema.ts";

/** Bit rates of lossy sound by number of channels. Pure; kbit/s. */

/**
 * The rate of one stream of `channels`. A recipe's number is for the widest stream it makes: 5.1, or what the recipe mixes
 * down to, or stereo in a music file. Streams with fewer channels get their part of it, but not less than the usual rate
 * as long as the number allows it. 0 = the usual rate; lossless encoders have none.
 */
export function audioRate(encoder: AudioEncoder, channels: number, { audio, container }: RateRecipe): number {
  const { usualKbps: table, maxChannels } = audioEncoder(encoder);
  const usual = (count: number): number => table[Math.min(count, table.length) - 1] ?? 0;
  if (table.length === 0) return 0;
  if (audio.bitrate === 0) return allowed(encoder, usual(channels), channels);
  const widest = audio.channels > 0 ? audio.channels : isMusicContainer(container) ? 2 : 6;
  const base = Math.min(widest, maxChannels);
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

/** The nearest rate that the encoder takes. */
function allowed(encoder: AudioEncoder, kbps: number, channels: number): number {
  const { kbpsSteps: steps, kbpsPerChannel: limits } = audioEncoder(encoder);
  if (steps) return steps.find((step) => step >= kbps) ?? steps.at(-1) ?? kbps;
  if (!limits) return kbps;
  return Math.max((limits.min ?? 0) * channels, Math.min(kbps, limits.max * channels));
}
