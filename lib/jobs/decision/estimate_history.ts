import { quantile } from "../../kit/quantile.ts";
import type { OutcomeRepository } from "../../../db/jobs/estimate_outcomes.ts";
import type { JobRow, OutcomeRow } from "../../../db/schema/jobs.ts";
import {
  type Correction,
  type Corrections,
  megapixelsOf,
  MODEL_RANGE,
  type SizeEstimate,
} from "../../encode/sampling/estimate.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Plan } from "../../encode/plan/model.ts";

/** Accuracy of earlier estimates, used to correct later ones. */
export interface EstimateHistory {
  /** Returns corrections by model key. They are read from the store once and then updated. */
  corrections(): Promise<Corrections>;
  /** Stores the accuracy of an estimate. */
  record(outcome: OutcomeRow): Promise<void>;
}

/** Maximum number of recent jobs of a kind that are used. */
const MAX_JOBS = 20;

/** Creates the history. Corrections are calculated once, and again after each outcome. */
export function createEstimateHistory(repository: Pick<OutcomeRepository, "recent" | "save">): EstimateHistory {
  const known = remembered(async () => correctionsOf(await repository.recent(MAX_JOBS)));
  return {
    corrections: known.get,
    async record(outcome) {
      await repository.save(outcome);
      known.forget();
    },
  };
}

/**
 * Minimum number of jobs of a kind for a range that is calculated from their results. With fewer jobs, the range of the
 * model is used.
 */
const MIN_JOBS_FOR_RANGE = 5;
/** Number of jobs that together have the same weight as the factor of the larger group. */
const PRIOR_JOBS = 5;
const MAX_FACTOR = 3;
/** Minimum half-width of a range as a logarithm: about 10 % in either direction. */
const MIN_LOG_RANGE = 0.1;

/**
 * Returns corrections by model key and by each key prefix: encoder, tune, resolution class, encoder preset. Rows that
 * were stored before the preset was recorded have shorter keys and are used for all presets. Pure.
 */
export function correctionsOf(rows: OutcomeRow[]): Corrections {
  const groups = new Map<string, OutcomeRow[]>();
  for (const row of rows.toSorted((a, b) => b.finishedAt - a.finishedAt)) {
    const parts = row.model.split("/");
    for (let length = 1; length <= parts.length; length++) {
      const key = parts.slice(0, length).join("/");
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  }
  const corrections: Record<string, Correction> = {};
  for (const [key, group] of groups) {
    corrections[key] = correctionOf(group.slice(0, MAX_JOBS), priorOf(key, groups));
  }
  return corrections;
}

/**
 * Returns the factor calculated from the larger groups of a key, largest first. Each job is used only in its smallest
 * group.
 */
function priorOf(key: string, groups: Map<string, OutcomeRow[]>): number {
  const parts = key.split("/");
  let prior = 1;
  for (let length = 1; length < parts.length; length++) {
    const narrower = new Set(groups.get(parts.slice(0, length + 1).join("/")));
    const others = (groups.get(parts.slice(0, length).join("/")) ?? []).filter((row) => !narrower.has(row));
    prior = correctionOf(others.slice(0, MAX_JOBS), prior).factor;
  }
  return prior;
}

/** Returns the correction calculated from a group of jobs. `prior` is the factor of the larger group. Pure. */
export function correctionOf(
  group: Pick<OutcomeRow, "videoRatio" | "megapixelsPerSecond">[],
  prior = 1,
): Correction {
  const jobs = group.length;
  const ratios = group.map(({ videoRatio }) => Math.log(Math.max(1e-6, videoRatio))).sort((a, b) => a - b);
  const speeds = group.map(({ megapixelsPerSecond }) => megapixelsPerSecond).sort((a, b) => a - b);
  const trust = jobs / (jobs + PRIOR_JOBS);
  const middle = jobs === 0 ? 0 : quantile(ratios, 0.5);
  const limit = Math.log(MAX_FACTOR);
  const logFactor = Math.min(limit, Math.max(-limit, trust * middle + (1 - trust) * Math.log(prior)));
  return {
    jobs,
    factor: Math.exp(logFactor),
    ...(jobs < MIN_JOBS_FOR_RANGE ? MODEL_RANGE : rangeAround(ratios, logFactor)),
    megapixelsPerSecond: jobs === 0 ? 0 : quantile(speeds, 0.5),
  };
}

/**
 * Returns the range that contains 90 % of further jobs, as a fraction of the corrected estimate. The range is
 * calculated from the root mean square of the errors, so that it is wider if the correction factor was damped, and from
 * Student's t. From n = 5, 1.645 + 2.4/n differs from Student's t by less than 1 %.
 */
function rangeAround(logRatios: number[], logFactor: number): { low: number; high: number } {
  const jobs = logRatios.length;
  const square = logRatios.reduce((sum, ratio) => sum + (ratio - logFactor) ** 2, 0) / (jobs - 1);
  const half = Math.max(MIN_LOG_RANGE, (1.645 + 2.4 / jobs) * Math.sqrt(square * (1 + 1 / jobs)));
  return { low: Math.exp(-half), high: Math.exp(half) };
}

/** Compares a finished job with its estimate. Returns undefined if nothing was estimated. Pure. */
export function outcomeOfJob(
  row: Pick<JobRow, "id" | "profileId">,
  plan: Plan,
  estimate: SizeEstimate,
  { bytes, seconds, finishedAt }: { bytes: number; seconds: number; finishedAt: number },
): OutcomeRow | undefined {
  if (!estimate.model || !plan.video || estimate.exact || seconds <= 0) return undefined;
  const video = Math.max(0, bytes - (estimate.bytes - estimate.parts.video));
  return {
    jobId: row.id,
    model: estimate.model.key,
    profileId: row.profileId,
    sampled: estimate.sampled ?? false,
    estimatedBytes: estimate.bytes,
    lowBytes: estimate.low,
    highBytes: estimate.high,
    actualBytes: bytes,
    videoRatio: video / Math.max(1, estimate.model.videoBytes),
    megapixelsPerSecond: megapixelsOf(plan.video, plan.durationSeconds) / seconds,
    finishedAt,
  };
}
