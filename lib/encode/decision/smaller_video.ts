import type { Metric } from "../metric.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { Recipe } from "../profiles/schema.ts";

/** Quality reduction per step, in CRF of x264 and x265. It makes a file about a third smaller. */
const CRF_PER_STEP = 3;
/** Factor for a fixed bitrate per step. */
const RATE_PER_STEP = 0.75;
/** Reduction of a target score per step in points, by the metric of the target. */
const SCORE_PER_STEP: Record<Metric | "auto", number> = { auto: 2, vmaf: 2, xpsnr: 1, ssim: 0.004 };

type Video = Recipe["video"];

/** Returns the recipe with a lower quality, target or bit rate, within the limits of the encoder. Pure. */
export function withSmallerVideo(recipe: Recipe, steps = 0): Recipe {
  return steps === 0 ? recipe : { ...recipe, video: smallerVideo(recipe.video, steps) };
}

function smallerVideo(video: Video, steps: number): Video {
  if (video.bitrate > 0) return { ...video, bitrate: Math.max(1, Math.round(video.bitrate * RATE_PER_STEP ** steps)) };
  if (video.targetMetric !== "none") {
    return { ...video, targetScore: Math.max(0, video.targetScore - steps * SCORE_PER_STEP[video.targetMetric]) };
  }
  const scale = videoEncoder(video.encoder).quality;
  if (!scale) return video;
  const quality = video.quality + steps * CRF_PER_STEP * scale.factor;
  return { ...video, quality: Math.min(scale.max, Math.max(scale.min, quality)) };
}

/** True if another step after `steps` can make the file smaller. Pure. */
export const canBeSmaller = (recipe: Recipe, steps: number): boolean =>
  JSON.stringify(withSmallerVideo(recipe, steps + 1)) !== JSON.stringify(withSmallerVideo(recipe, steps));
