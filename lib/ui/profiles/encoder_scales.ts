import { videoEncoder } from "../../encode/profiles/encoders.ts";
import { CODECS } from "../../encode/profiles/encoders/codecs.ts";
import { VIDEO_ENCODERS, type VideoEncoder } from "../../encode/profiles/schema.ts";
import type { QualitySlider } from "./quality_slider.ts";

/** Scales of a video encoder in the profile form. */
export interface EncoderScale {
  /** Quality scale. Absent if the encoder supports only a bit rate. */
  quality?: QualitySlider;
  /** Presets from fastest to slowest. */
  presets: readonly string[];
}

/** Returns the scales of one video encoder. */
export function encoderScale(name: VideoEncoder): EncoderScale {
  const { codec, quality, presets } = videoEncoder(name);
  if (quality === undefined || codec === "copy") return { presets };
  const { factor, offset, label, min, max, step } = quality;
  const { transparentCrf, size } = CODECS[codec];
  const transparent = factor * transparentCrf + offset;
  return { presets, quality: { label, min, max, step, transparent, halving: factor * size.halving } };
}

/** Returns the scales of every video encoder by name, for the script of the form. */
export const encoderScales = (): Record<string, EncoderScale> =>
  Object.fromEntries(VIDEO_ENCODERS.map((name) => [name, encoderScale(name)]));
