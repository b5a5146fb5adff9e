import { isMusicContainer } from "../../profiles/containers.ts";
import { audioEncoder } from "../../profiles/encoders.ts";
import type { AudioEncoder, Recipe } from "../../profiles/schema.ts";

/** Bitrates of lossy audio by number of channels, in kbit/s. Pure. */

/**
 * Returns the bitrate of a stream with `channels` channels. The value in the recipe is for the stream with the most
 * channels: 5.1, the downmix of the recipe, or stereo in a music file. Streams with fewer channels get a proportional
 * share, but at least the default bitrate if the value allows it. 0 selects the default bitrate. Lossless encoders have
 * no bitrate.
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

/** Parts of a recipe that determine the bitrate. */
export interface RateRecipe {
  audio: Pick<Recipe["audio"], "bitrate" | "channels">;
  container: Recipe["container"];
}

/** Returns the lowest supported bitrate that is not below `kbps`, or otherwise the highest one. */
function allowed(encoder: AudioEncoder, kbps: number, channels: number): number {
  const { kbpsSteps: steps, kbpsPerChannel: limits } = audioEncoder(encoder);
  if (steps) return steps.find((step) => step >= kbps) ?? steps.at(-1) ?? kbps;
  if (!limits) return kbps;
  return Math.max((limits.min ?? 0) * channels, Math.min(kbps, limits.max * channels));
}
