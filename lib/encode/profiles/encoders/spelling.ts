import type { EncodedVideo, EncodeLimits } from "./model.ts";

/** Spells options that several encoders share. */

/** Pairs an option with its value, or nothing when the value is absent or empty. */
export const opt = (name: string, value: string | number | undefined): string[] =>
  value === undefined || value === "" ? [] : [name, String(value)];

/** The bitrate, or else what the encoder takes for its quality. */
export const rateOr = ({ bitrate }: EncodedVideo, quality: string[]): string[] =>
  bitrate > 0 ? ["-b:v:0", `${bitrate}k`] : quality;

export const crf = (video: EncodedVideo): string[] => rateOr(video, ["-crf:v:0", String(video.quality)]);

export const preset = ({ preset }: EncodedVideo): string[] => opt("-preset:v:0", preset);

export const tune = ({ tune }: EncodedVideo): string[] => opt("-tune:v:0", tune === "none" ? undefined : tune);

export const threads = ({ threads }: EncodeLimits): string[] => opt("-threads:v:0", threads);

/** The parameter by which an encoder's own parameters limit its threads. */
export const threadLimit = (key: string, { threads }: EncodeLimits): string[] => threads ? [`${key}=${threads}`] : [];

/** The encoder's own parameters, then the profile's: of a key that is named twice the encoders take the last. */
export function parameters(option: string, own: string[], { extraArgs }: EncodedVideo): string[] {
  const extra = extraArgs.flatMap((arg, i) => extraArgs[i - 1] === option ? [arg] : []);
  return opt(option, [...own, ...extra].join(":"));
}

/**
 * The frame rate where it is not the one of the decoded frames: a movie that is timed as video (soft telecine) is decoded at
 * the rate of video.
 */
export const ownRate = (
  { fieldHandling, earlierSeconds, frameRate }: EncodedVideo,
): readonly [number, number] | undefined =>
  fieldHandling === "soft-telecine" || earlierSeconds !== undefined ? frameRate : undefined;

/** Numbers from the highest down: where the highest is the fastest preset. */
export const downFrom = (highest: number): string[] =>
  Array.from({ length: highest + 1 }, (_, i) => String(highest - i));

/** CRF of the encoder that the others of its codec are compared with. */
export const crfScale = (max: number, step = 1) => ({ label: "CRF", min: 0, max, factor: 1, offset: 0, step });
