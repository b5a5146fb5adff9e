/** What can be wrong with the pictures of a part of a film, and from when on it is. */

export type PictureFaultKind =
  | "other"
  | "black"
  | "part"
  | "order"
  | "frozen"
  | "tone"
  | "colour"
  | "blurred"
  | "noisy"
  | "damaged"
  | "flash";

/** One fault over one range of time; neighbours of the same kind are one. */
export interface PictureFault {
  kind: PictureFaultKind;
  /** On the source's clock, from the start of the film. */
  fromSeconds: number;
  toSeconds: number;
  /** What was measured, for people who look closer. */
  detail: string;
}

/**
 * Limits in levels of 0 to 255 on small pictures. Calibrated on good encodes from lossless to the worst quality an encoder
 * has: those stay at half of each limit.
 */
export interface PictureLimits {
  /** Correlation below which two pictures do not show the same, when both have content. */
  likeness: number;
  /** So many such pictures in a row are a fault: one may fall to a damaged packet, and decoders report those. */
  run: number;
  /** Spread of luma from which a picture counts as having content. */
  spread: number;
  /** Mean difference of luma of flat pictures. */
  flatLuma: number;
  /** Difference of a block of the picture. */
  block: number;
  /** How many times nearer a neighbour in time is than the picture itself, and by how many levels. */
  orderRatio: number;
  orderLevels: number;
  orderNearest: number;
  /** Difference of a brightness step over many pictures. */
  tone: number;
  /** Difference of the mean brightness, which an encoder keeps whatever detail it gives up. */
  light: number;
  /** By how many levels the mean of a single picture may be off from those around it. */
  flash: number;
  /** Range of the chroma gain, the sine of the hue angle, and the offset. */
  chromaGain: [number, number];
  hue: number;
  chromaOffset: number;
  /** Share of the edges' strength that has to be left. */
  edges: number;
  /** How many times rougher than the source smooth areas may be, and how many levels more. */
  noise: number;
  noiseLevels: number;
}

/** The limits where the encode is not expected to be coarse; else `COARSE_PICTURE_LIMITS` apply. */
export const PICTURE_LIMITS: PictureLimits = {
  likeness: 0.6,
  run: 3,
  spread: 3,
  flatLuma: 12,
  block: 22,
  orderRatio: 2,
  orderLevels: 1.2,
  orderNearest: 3,
  tone: 8,
  light: 3,
  flash: 14,
  chromaGain: [0.72, 1.3],
  hue: 0.12,
  chromaOffset: 3,
  edges: 0.55,
  noise: 1.6,
  noiseLevels: 3,
};

/** For encodes at the coarse end of an encoder's scale: most of a picture is lost there, as was asked for. */
export const COARSE_PICTURE_LIMITS: PictureLimits = {
  ...PICTURE_LIMITS,
  likeness: 0.4,
  run: 30,
  flatLuma: 20,
  block: 50,
  tone: 18,
  light: 12,
  flash: 30,
  chromaGain: [0.5, 1.5],
  hue: 0.2,
  chromaOffset: 9,
  edges: 0.2,
  noise: 2.5,
};

/** A few seconds are like each other: what is unlike the film's average there is less surely a fault. */
export const shortLimits = (limits: PictureLimits): PictureLimits => ({
  ...limits,
  tone: limits.tone * 1.5,
  light: limits.light * 1.5,
  chromaGain: [limits.chromaGain[0] - 0.12, limits.chromaGain[1] + 0.3],
  hue: limits.hue * 1.4,
  chromaOffset: limits.chromaOffset * 1.4,
  edges: limits.edges - 0.07,
  noise: limits.noise + 0.3,
});
