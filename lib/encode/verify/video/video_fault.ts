/** Types of faults in the frames of a section. */

export type VideoFaultKind =
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

/** One fault over a time range. Adjacent faults of the same type are merged. */
export interface VideoFault {
  kind: VideoFaultKind;
  /** Start and end of the fault on the clock of the source, from the start of the video. */
  fromSeconds: number;
  toSeconds: number;
  /** Measured values, for diagnosis. */
  detail: string;
}

/**
 * Limits in levels of 0 to 255 on downscaled frames. Calibrated on good encodes from lossless to the lowest encoder
 * quality, which reach at most half of each limit.
 */
export interface VideoLimits {
  /** Correlation below which two frames that are not flat do not match. */
  likeness: number;
  /**
   * Number of consecutive mismatches that are a fault. A single mismatch may be caused by a damaged packet, which
   * decoders report.
   */
  run: number;
  /** Minimum luma spread of a frame that is not flat. */
  spread: number;
  /** Maximum mean luma difference of flat frames. */
  flatLuma: number;
  /** Maximum difference of a block within the frame. */
  block: number;
  /** Minimum ratio and difference in levels by which an adjacent frame must match better than the frame itself. */
  orderRatio: number;
  orderLevels: number;
  orderNearest: number;
  /** Maximum difference between source and result in a brightness step, averaged over many frames. */
  tone: number;
  /** Maximum difference of the mean brightness, which encoders preserve even if they lose detail. */
  light: number;
  /** Maximum deviation of the mean of a single frame from the frames around it, in levels. */
  flash: number;
  /** Permitted range of the chroma gain, the sine of the hue angle, and the offset. */
  chromaGain: [number, number];
  hue: number;
  chromaOffset: number;
  /** Minimum share of edge strength that must remain. */
  edges: number;
  /** Maximum roughness of smooth areas relative to the source, and in additional levels. */
  noise: number;
  noiseLevels: number;
}

/** Limits for encodes of normal quality. For low quality, see `COARSE_VIDEO_LIMITS`. */
export const VIDEO_LIMITS: VideoLimits = {
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

/** Limits for the lowest qualities of an encoder, for which the loss of most detail is intended. */
export const COARSE_VIDEO_LIMITS: VideoLimits = {
  ...VIDEO_LIMITS,
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
 * Relaxes the limits for a section of a few seconds. Its frames are similar, so a deviation from the average of the
 * video has less significance.
 */
export const shortLimits = (limits: VideoLimits): VideoLimits => ({
  ...limits,
  tone: limits.tone * 1.5,
  light: limits.light * 1.5,
  chromaGain: [limits.chromaGain[0] - 0.12, limits.chromaGain[1] + 0.3],
  hue: limits.hue * 1.4,
  chromaOffset: limits.chromaOffset * 1.4,
  edges: limits.edges - 0.07,
  noise: limits.noise + 0.3,
});
