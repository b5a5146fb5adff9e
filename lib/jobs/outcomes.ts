import type { OutcomeRepository } from "../../db/outcomes.ts";
import type { JobRow, OutcomeRow } from "../../db/schema.ts";
import { type Corrections, megapixelsOf, type SizeEstimate } from "../encode/estimate.ts";
import type { Plan } from "../encode/model.ts";

/** What finished jobs teach about estimates (behaviour.md, section 6). */
export interface History {
  /** By model key; read from the store once and kept up to date. */
  corrections(): Promise<Corrections>;
  /** Remembers how an estimate turned out. */
  learn(outcome: OutcomeRow): Promise<void>;
}

/** So many of the latest jobs of a kind count. */
const REMEMBERED = 20;

export function createHistory(repository: OutcomeRepository): History {
  let known: Promise<Corrections> | undefined;
  const read = async () => correctionsOf(await repository.recent(REMEMBERED));
  return {
    corrections: () => known ??= read(),
    async learn(outcome) {
      await repository.save(outcome);
      known = undefined;
    },
  };
}

/** Median and spread of the ratios of each model. Pure. */
export function correctionsOf(rows: OutcomeRow[]): Corrections {
  const groups = Map.groupBy(rows, (row) => row.model);
  return Object.fromEntries([...groups].map(([model, group]) => {
    const ratios = group.map((row) => row.videoRatio).sort((a, b) => a - b);
    const speeds = group.map((row) => row.megapixelsPerSecond).sort((a, b) => a - b);
    return [model, {
      jobs: group.length,
      median: quantile(ratios, 0.5),
      low: quantile(ratios, 0.05),
      high: quantile(ratios, 0.95),
      megapixelsPerSecond: quantile(speeds, 0.5),
    }];
  }));
}

/** Linear interpolation between the two nearest of sorted values; 1 for none. */
export function quantile(sorted: number[], part: number): number {
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 1;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** How a finished job compares with its estimate; undefined when nothing was guessed. Pure. */
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
