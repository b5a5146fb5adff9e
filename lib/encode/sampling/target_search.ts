import { videoEncoder } from "../profiles/encoders.ts";
import type { QualityScale } from "../profiles/encoders/model.ts";
import { type Metric, METRIC_FACTS, slopeOf } from "../metric.ts";
import type { VideoPlan } from "../plan/model.ts";

/**
 * Searches for the quality value at which an encode reaches the target score of a profile. Pure: the input is the
 * trials so far, the output is the next trial.
 */

/** One encode of the samples, the score that is compared with the target, and the mean score. */
export interface Trial {
  quality: number;
  score: number;
  mean: number;
}

/** Parameters of a search: the target, the encoder, and the quality value of the profile, where the search starts. */
export interface Search {
  metric: Metric;
  target: number;
  video: Pick<VideoPlan, "encoder" | "quality">;
}

/** Maximum number of trials. */
export const MAX_TRIALS = 5;

/** Returns the next value to try. Undefined if the search is complete. */
export function nextQuality(trials: Trial[], search: Search): number | undefined {
  const range = videoEncoder(search.video.encoder).quality;
  if (!range || trials.length >= MAX_TRIALS) return undefined;
  const { tolerance, toLinear } = METRIC_FACTS[search.metric];
  const best = bestTrial(trials, search);
  if (!best) return snap(search.video.quality, range, Math.round);
  const met = best.score >= search.target;
  if (met && best.score <= search.target + tolerance) return undefined;
  const slope = slopeOf(search.metric, search.video);
  // The last trial must reach the target if no earlier trial has.
  const lastChance = !met && trials.length === MAX_TRIALS - 1;
  const goal = toLinear(search.target + tolerance * (lastChance ? 1.5 : 0.4));
  const points = trials.map((trial) => ({ quality: trial.quality, miss: toLinear(trial.score) - goal }));
  // Of two possible steps, the one with the better quality is used.
  const better = slope < 0 ? Math.floor : Math.ceil;
  const next = snap(crossing(points, slope), range, better);
  if (!trials.some((trial) => trial.quality === next)) return next;
  if (met) return undefined;
  // With integer steps, the adjacent value may be the only one left.
  const beside = snap(next + (slope < 0 ? -range.step : range.step), range, Math.round);
  return trials.some((trial) => trial.quality === beside) ? undefined : beside;
}

/** Returns the trial that is closest to the target and reaches it, otherwise the best one. Undefined without trials. */
export function bestTrial(trials: Trial[], { target }: Pick<Search, "target">): Trial | undefined {
  const above = trials.filter((trial) => trial.score >= target).toSorted((a, b) => a.score - b.score);
  return above[0] ?? trials.toSorted((a, b) => b.score - a.score)[0];
}

interface Point {
  quality: number;
  miss: number;
}

/**
 * Returns the value at which the line through the two trials closest to the target reaches it. Without two trials, uses
 * the nearest trial and a typical slope.
 */
function crossing(points: Point[], typical: number): number {
  const above = points.filter((p) => p.miss >= 0).toSorted((a, b) => a.miss - b.miss)[0];
  const below = points.filter((p) => p.miss < 0).toSorted((a, b) => b.miss - a.miss)[0];
  if (above && below) {
    const slope = (above.miss - below.miss) / (above.quality - below.quality);
    return above.quality - above.miss / slope;
  }
  const [near, far] = points.toSorted((a, b) => Math.abs(a.miss) - Math.abs(b.miss));
  if (!near) return 0;
  const seen = far && far.quality !== near.quality ? (near.miss - far.miss) / (near.quality - far.quality) : typical;
  // A slope with the wrong sign is caused by noise.
  const slope = seen * typical > 0 ? seen : typical;
  const step = -near.miss / slope;
  return near.quality + Math.max(-15, Math.min(15, step));
}

const snap = (value: number, { min, max, step }: QualityScale, round: (value: number) => number): number =>
  Math.min(max, Math.max(min, round(value / step) * step));
