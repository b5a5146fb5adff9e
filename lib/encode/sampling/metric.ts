import { JobFailure } from "../../kit/fault.ts";
import type { Capabilities } from "../../media/probe/model.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import { CODECS } from "../profiles/encoders/codecs.ts";
import type { VideoEncoder } from "../profiles/schema.ts";

/** How alike two pictures look, by three metrics: what they are called, measured in, and how quality moves them. */

export const METRICS = ["vmaf", "xpsnr", "ssim"] as const;
/** ffmpeg computes all three; which of them it was built with is in its capabilities. */
export type Metric = (typeof METRICS)[number];

interface MetricFacts {
  name: string;
  /** ffmpeg's filter. */
  filter: string;
  /** A score this near to the target is the target. */
  tolerance: number;
  digits: number;
  unit: string;
  /** The scale on which a step of CRF always weighs about the same. */
  toLinear(score: number): number;
  /** Typical change on that scale for one more CRF of x264 or x265. */
  perCrf: number;
}

const linear = (score: number): number => score;
/** SSIM in decibels, as ffmpeg prints it behind the score. */
const decibels = (score: number): number => -10 * Math.log10(Math.max(1e-6, 1 - score));

/** `tolerance` is in the metric's own unit; `perCrf` is the usual change of the linear score per step of CRF. */
export const METRIC_FACTS: Record<Metric, MetricFacts> = {
  vmaf: { name: "VMAF", filter: "libvmaf", tolerance: 0.3, digits: 1, unit: "", toLinear: linear, perCrf: -1 },
  xpsnr: { name: "XPSNR", filter: "xpsnr", tolerance: 0.3, digits: 1, unit: " dB", toLinear: linear, perCrf: -0.6 },
  ssim: { name: "SSIM", filter: "ssim", tolerance: 0.002, digits: 4, unit: "", toLinear: decibels, perCrf: -0.4 },
};

/** `VMAF 95.0`. */
export const scoreText = (metric: Metric, score: number): string => {
  const { name, digits, unit } = METRIC_FACTS[metric];
  return `${name} ${score.toFixed(digits)}${unit}`;
};

/**
 * Levels that look about as good, found by eye and by published comparisons: a profile that leaves the metric open gives
 * its target in VMAF points, and where there is no VMAF the nearest level of the next metric is used.
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

/** A level given in VMAF points on the scale of another metric. Pure. */
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

/** What a profile asks for: a metric by name, or the best one there is. */
export interface QualityTarget {
  metric: Metric | "auto";
  /** In the metric's own scale; VMAF points when the metric is left open. */
  score: number;
}

/** The metric this ffmpeg measures the target with. Throws `invalid_plan` when a named one is missing. */
export function chooseMetric(
  { metric, score }: QualityTarget,
  { filters }: Pick<Capabilities, "filters">,
): { metric: Metric; target: number } {
  if (metric === "auto") {
    const best = METRICS.find((one) => filters.includes(METRIC_FACTS[one].filter));
    if (best) return { metric: best, target: levelOf(score, best) };
    throw new JobFailure(
      "invalid_plan",
      "This ffmpeg measures no picture quality: it has neither VMAF, XPSNR nor SSIM.",
    );
  }
  if (filters.includes(METRIC_FACTS[metric].filter)) return { metric, target: score };
  const { name } = METRIC_FACTS[metric];
  throw new JobFailure("invalid_plan", `This ffmpeg cannot measure ${name}; choose another metric or leave it open.`);
}

/** How much one step of an encoder's own quality number weighs, on the metric's linear scale, with its direction. */
export function slopeOf(metric: Metric, { encoder }: { encoder: VideoEncoder }): number {
  const { codec, quality } = videoEncoder(encoder);
  // A CRF that changes the size less changes the look less.
  const share = codec === "copy" ? 1 : CODECS.h264.size.halving / CODECS[codec].size.halving;
  return METRIC_FACTS[metric].perCrf * share / (quality?.factor ?? 1);
}
