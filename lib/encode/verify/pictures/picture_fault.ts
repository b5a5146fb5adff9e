/** Kinds of faults in the frames of a section. */

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

/** One fault over a time range. Adjacent faults of the same kind are merged. */
export interface PictureFault {
  kind: PictureFaultKind;
  /** On the source's clock, from the start of the video. */
  fromSeconds: number;
  toSeconds: number;
  /** Measured values, for a closer inspection. */
  detail: string;
}

/**
 * Limits in levels of 0 to 255 on downscaled frames. Calibrated on good encodes from lossless to the lowest encoder
 * quality, which stay within half of each limit.
 */
export interface PictureLimits {
  /** Correlation below which two frames with content do not match. */
  likeness: number;
  /**
   * Number of consecutive mismatches that count as a fault. A single one may be caused by a damaged packet, which
   * decoders report.
   */
  run: number;
  /** Luma spread above which a frame has content. */
  spread: number;
  /** Mean luma difference of flat frames. */
  flatLuma: number;
  /** Difference of a block within the frame. */
  block: number;
  /** Required ratio and level difference by which a neighbour in time must match better than the frame itself. */
  orderRatio: number;
  orderLevels: number;
  orderNearest: number;
  /** Difference of a brightness step, measured over many frames. */
  tone: number;
  /** Difference of the mean brightness, which encoders preserve even if they lose detail. */
  light: number;
  /** Maximum deviation in levels of a single frame's mean from the surrounding frames. */
  flash: number;
  /** Allowed range of the chroma gain, the sine of the hue angle, and the offset. */
  chromaGain: [number, number];
  hue: number;
  chromaOffset: number;
  /** Minimum share of edge strength that must remain. */
  edges: number;
  /** Maximum roughness of smooth areas relative to the source, and in additional levels. */
  noise: number;
  noiseLevels: number;
}

/** Limits for encodes that are not expected to be coarse. For others see `COARSE_PICTURE_LIMITS`. */
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

/** Limits for encodes at the coarse end of an encoder's scale, where most detail is lost as requested. */
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

/**
 * Relaxes the limits for a section of a few seconds, whose frames are similar. A deviation from the video's average is
 * weaker evidence there.
 */
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
