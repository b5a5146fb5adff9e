import type { EncodedVideo, EncodeLimits } from "./model.ts";

/** Helpers for options shared by several encoders. */

/** Returns an option with its value. Returns an empty list if the value is absent or empty. */
export const opt = (name: string, value: string | number | undefined): string[] =>
  value === undefined || value === "" ? [] : [name, String(value)];

/** Returns the bitrate options, or else the encoder's quality options. */
export const rateOr = ({ bitrate }: EncodedVideo, quality: string[]): string[] =>
  bitrate > 0 ? ["-b:v:0", `${bitrate}k`] : quality;

export const crf = (video: EncodedVideo): string[] => rateOr(video, ["-crf:v:0", String(video.quality)]);

export const preset = ({ preset }: EncodedVideo): string[] => opt("-preset:v:0", preset);

export const tune = ({ tune }: EncodedVideo): string[] => opt("-tune:v:0", tune === "none" ? undefined : tune);

export const threads = ({ threads }: EncodeLimits): string[] => opt("-threads:v:0", threads);

/** Returns the parameter that limits the encoder's threads. */
export const threadLimit = (key: string, { threads }: EncodeLimits): string[] => threads ? [`${key}=${threads}`] : [];

/** Merges the parameters of the encoder and the profile. If a key occurs twice, encoders use the last value. */
export function parameters(option: string, own: string[], { extraArgs }: EncodedVideo): string[] {
  const extra = extraArgs.flatMap((arg, i) => extraArgs[i - 1] === option ? [arg] : []);
  return opt(option, [...own, ...extra].join(":"));
}

/**
 * Returns the frame rate if it differs from that of the decoded frames. Film with telecine flags is decoded at the
 * video rate.
 */
export const ownRate = (
  { fieldHandling, earlierSeconds, frameRate }: EncodedVideo,
): readonly [number, number] | undefined =>
  fieldHandling === "soft-telecine" || earlierSeconds !== undefined ? frameRate : undefined;

/** Returns the numbers from `highest` down to 0, for encoders whose highest number is the fastest preset. */
export const downFrom = (highest: number): string[] =>
  Array.from({ length: highest + 1 }, (_, i) => String(highest - i));

/** Returns the CRF scale of the reference encoder for a codec. */
export const crfScale = (max: number, step = 1) => ({ label: "CRF", min: 0, max, factor: 1, offset: 0, step });
