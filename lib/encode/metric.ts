import { chooseVmafModel } from "../media/tools/vmaf_models.ts";
import { JobFailure } from "../kit/fault.ts";
import type { Capabilities } from "../media/tools/capabilities.ts";
import { videoEncoder } from "./profiles/encoders.ts";
import { CODECS } from "./profiles/encoders/codecs.ts";
import type { VideoEncoder } from "./profiles/schema.ts";

/** Metrics of visual similarity: names, units, and how they respond to quality changes. */

export const METRICS = ["vmaf", "xpsnr", "ssim"] as const;
/** Name of a metric. ffmpeg can compute all three if it was built with them. */
export type Metric = (typeof METRICS)[number];

interface MetricFacts {
  name: string;
  /** Name of the ffmpeg filter. */
  filter: string;
  /** Scores within this distance of the target are accepted. */
  tolerance: number;
  digits: number;
  unit: string;
  /** Converts a score to a scale on which every CRF step has about the same effect. */
  toLinear(score: number): number;
  /** Typical change of the converted score per CRF step with x264 or x265. */
  perCrf: number;
}

const linear = (score: number): number => score;
/** Converts an SSIM score to decibels, which ffmpeg prints after the score. */
const decibels = (score: number): number => -10 * Math.log10(Math.max(1e-6, 1 - score));

/**
 * Facts about each metric. `tolerance` is in the unit of the metric. `perCrf` is the typical change of the linear score
 * per CRF step.
 */
export const METRIC_FACTS: Record<Metric, MetricFacts> = {
  vmaf: { name: "VMAF", filter: "libvmaf", tolerance: 0.3, digits: 1, unit: "", toLinear: linear, perCrf: -1 },
  xpsnr: { name: "XPSNR", filter: "xpsnr", tolerance: 0.3, digits: 1, unit: " dB", toLinear: linear, perCrf: -0.6 },
  ssim: { name: "SSIM", filter: "ssim", tolerance: 0.002, digits: 4, unit: "", toLinear: decibels, perCrf: -0.4 },
};

/** Formats a score, for example `VMAF 95.0`. */
export const scoreText = (metric: Metric, score: number): string => {
  const { name, digits, unit } = METRIC_FACTS[metric];
  return `${name} ${score.toFixed(digits)}${unit}`;
};

/**
 * Levels of about equal visual quality, based on viewing tests and published comparisons. A profile without a metric
 * has a target in VMAF points. If VMAF is unavailable, the corresponding level of the next metric is used.
 */
const LEVELS: [vmaf: number, xpsnr: number, ssim: number][] = [
  [70, 33, 0.93],
  [80, 35.5, 0.955],
  [85, 37, 0.966],
  [90, 39, 0.976],
  [93, 40.5, 0.982],
  [95, 42, 0.986],
  [97, 44, 0.991],
  [99, 48, 0.996],
  [100, 55, 0.999],
];

/** Converts a level in VMAF points to the scale of another metric. Pure. */
export function levelOf(points: number, metric: Metric): number {
  if (metric === "vmaf") return points;
  const column = metric === "xpsnr" ? 1 : 2;
  const above = LEVELS.findIndex(([vmaf]) => vmaf >= points);
  const high = LEVELS[above < 0 ? LEVELS.length - 1 : above];
  const low = LEVELS[Math.max(0, (above < 0 ? LEVELS.length : above) - 1)];
  if (!high || !low) return points;
  const part = high[0] === low[0] ? 0 : (Math.min(100, Math.max(low[0], points)) - low[0]) / (high[0] - low[0]);
  return low[column] + (high[column] - low[column]) * part;
}

/** Descriptions of the visual quality, each with the lowest VMAF score at which it is true for most viewers. */
const DIFFERENCE_LEVELS: [points: number, words: string][] = [
  [93, "Looks the same"],
  [85, "Looks nearly the same"],
  [75, "Small differences are visible"],
];

/** Describes the difference that a viewer sees at a score. Pure. */
export const differenceText = (metric: Metric, score: number): string =>
  DIFFERENCE_LEVELS.find(([points]) => score >= levelOf(points, metric))?.[1] ?? "Differences are visible";

/** Quality target of a profile: a specific metric, or the best available. */
export interface QualityTarget {
  metric: Metric | "auto";
  /** Score on the scale of the metric, or in VMAF points if no metric is set. */
  score: number;
}

/** A quality metric. The model is set only for VMAF. */
export interface Scale {
  metric: Metric;
  vmafModel?: string;
}

/** Properties of the encoded video on which the VMAF model depends. */
export interface ScoredVideo {
  height: number;
  frameRate: [number, number];
  hdr: string;
}

type Scorers = Pick<Capabilities, "filters" | "vmafModels">;

/**
 * Returns the metric and model used to measure the target. Throws `invalid_plan` if the selected metric is unavailable.
 */
export function chooseMetric(
  { metric, score }: QualityTarget,
  scorers: Scorers,
  video: ScoredVideo,
): Scale & { target: number } {
  if (metric === "auto") {
    const best = bestScale(scorers, video);
    if (best) return { ...best, target: levelOf(score, best.metric) };
    throw new JobFailure(
      "invalid_plan",
      "This ffmpeg cannot measure video quality: it has neither VMAF, XPSNR nor SSIM.",
    );
  }
  const scale = scaleOf(metric, scorers, video);
  if (scale) return { ...scale, target: score };
  const { name } = METRIC_FACTS[metric];
  throw new JobFailure("invalid_plan", `This ffmpeg cannot measure ${name}; choose another metric or auto.`);
}

/** Returns the preferred metric if this ffmpeg has it, otherwise the best one. Undefined if ffmpeg has none. */
export function bestScale(scorers: Scorers, video: ScoredVideo, preferred?: Metric): Scale | undefined {
  for (const metric of preferred ? [preferred, ...METRICS] : METRICS) {
    const scale = scaleOf(metric, scorers, video);
    if (scale) return scale;
  }
  return undefined;
}

/** Returns the scale of a metric. Undefined if this ffmpeg lacks it. VMAF also needs a model that works. */
function scaleOf(metric: Metric, { filters, vmafModels }: Scorers, video: ScoredVideo): Scale | undefined {
  if (!filters.includes(METRIC_FACTS[metric].filter)) return undefined;
  if (metric !== "vmaf") return { metric };
  const { height, frameRate: [numerator, denominator], hdr } = video;
  const fps = numerator / Math.max(1, denominator);
  const vmafModel = chooseVmafModel(vmafModels, { height, fps, hdr: hdr !== "sdr" });
  return vmafModel === undefined ? undefined : { metric, vmafModel };
}

/**
 * Fraction of the frames that may have a lower score than the target. The mean of a movie hides its worst scenes, and
 * the score of the worst frame alone is mostly noise.
 */
export const LOW_PART = 0.05;

/** Returns a text such as `95 % of the frames score VMAF 95.0 or better`. */
export const targetText = (metric: Metric, score: number): string =>
  `${Math.round(100 * (1 - LOW_PART))} % of the frames score ${scoreText(metric, score)} or better`;

/** Returns the change on the metric's linear scale per step of the encoder's quality value, with its sign. */
export function slopeOf(metric: Metric, { encoder }: { encoder: VideoEncoder }): number {
  const { codec, quality } = videoEncoder(encoder);
  // A CRF step that changes the size less also changes the quality less.
  const share = codec === "copy" ? 1 : CODECS.h264.size.halving / CODECS[codec].size.halving;
  return METRIC_FACTS[metric].perCrf * share / (quality?.factor ?? 1);
}
