import * as z from "zod";
import type { QualityReportRepository } from "../../../db/jobs/quality_reports.ts";
import { bestScale, METRICS } from "../../encode/metric.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { measureEncode } from "../../encode/sampling/sampling.ts";
import { type FrameScore, lowScore, meanScore } from "../../encode/sampling/score.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import { createShared, type Pool } from "../../kit/async.ts";
import type { Media } from "../../media/service.ts";

const Moment = z.object({ atSeconds: z.number(), score: z.number() });

/** Similarity of a finished encode to its source over time, and at the worst positions. */
export const QualityReport = z.object({
  metric: z.enum(METRICS),
  vmafModel: z.string().optional().describe("Scores of different models are not comparable"),
  mean: z.number(),
  low: z.number().describe("5 % of the frames score lower"),
  minimum: z.number(),
  frames: z.int(),
  durationSeconds: z.number(),
  series: z.array(Moment).describe("Mean score of each second that was measured"),
  worst: z.array(Moment).describe("The positions with the lowest scores, at least a few seconds apart"),
  measuredAt: z.iso.datetime(),
}).meta({ id: "QualityReport" });
/** Scores are in the unit of `metric`. There is one report per job. A new measurement replaces it. */
export type QualityReport = z.infer<typeof QualityReport>;

/** Quality reports of finished jobs. */
export interface QualityReports {
  /** Returns the report of a job. Throws `Fault` `not_found` if there is none. */
  get(jobId: string): Promise<QualityReport>;
  /** Creates a new report. Throws `Fault` `bad_state` if source and result cannot be compared. */
  make(jobId: string): Promise<QualityReport>;
}

/** Files of a job that are compared for its report. */
export interface ComparedFiles {
  probe: Probe;
  plan: Plan;
  /** Current path of the source. */
  sourcePath: string;
  outputPath: string;
}

/** Services and options of the reports. */
export interface QualityDeps {
  repository: QualityReportRepository;
  media: Pick<Media, "capabilities">;
  clock: Clock;
  pool: Pool;
  /** Returns source and result of a job if both exist, otherwise undefined. Throws `Fault` `not_found`. */
  comparable(jobId: string): Promise<ComparedFiles | undefined>;
}

/**
 * Number of positions at which two seconds of the video are measured. Videos of up to three minutes are measured
 * completely.
 */
const MEASURED_PLACES = 60;
/** Maximum number of positions in a report, and the minimum distance between them. */
const MAX_WORST_MOMENTS = 6;
const MIN_APART_SECONDS = 4;

/** Creates the service. Concurrent requests for the same job share a measurement. */
export function createQualityReports(deps: QualityDeps): QualityReports {
  const shared = createShared<QualityReport>();
  return {
    get: (jobId) => storedReport(deps, jobId),
    make: (jobId) => shared(jobId, undefined, () => deps.pool(() => measureJob(deps, jobId))),
  };
}

async function storedReport({ repository }: QualityDeps, jobId: string): Promise<QualityReport> {
  const known = await repository.get(jobId);
  if (known === undefined) throw new Fault("not_found", "The quality of this job has not been measured yet.");
  return known as QualityReport;
}

async function measureJob(
  { repository, media, clock, comparable }: QualityDeps,
  jobId: string,
): Promise<QualityReport> {
  const found = await comparable(jobId);
  const video = found?.plan.video;
  if (!found || !video || video.encoder === "copy") {
    throw new Fault("bad_state", "Only encoded video whose source still exists can be compared.");
  }
  const capabilities = await media.capabilities();
  const { ffmpegPath, ffprobePath } = capabilities;
  const scale = bestScale(capabilities, video, video.target?.metric);
  if (!scale) throw new Fault("bad_state", "This ffmpeg cannot measure video quality; install a more complete build.");
  const scores = await measureEncode({
    ffmpegPath,
    ffprobePath,
    probe: { ...found.probe, path: found.sourcePath },
    plan: { ...found.plan, video },
    folder: "",
    ...scale,
    path: found.outputPath,
    places: MEASURED_PLACES,
  });
  const now = clock.now();
  const report = { ...scale, ...reportOf(scores, found.plan.durationSeconds), measuredAt: now.toISOString() };
  await repository.save(jobId, report, now.getTime());
  return report;
}

/** Creates the report for a result from its frame scores. Pure. */
export function reportOf(scores: FrameScore[], durationSeconds: number) {
  const bySecond = Map.groupBy(scores, ({ atSeconds }) => Math.floor(atSeconds));
  const series = [...bySecond].map(([second, group]) => ({ atSeconds: second + 0.5, score: meanScore(group) }));
  const worst: FrameScore[] = [];
  for (const moment of scores.toSorted((a, b) => a.score - b.score)) {
    if (worst.length >= MAX_WORST_MOMENTS) break;
    if (worst.every((other) => Math.abs(other.atSeconds - moment.atSeconds) >= MIN_APART_SECONDS)) worst.push(moment);
  }
  return {
    mean: meanScore(scores),
    low: lowScore(scores),
    minimum: scores.length === 0 ? 0 : scores.reduce((least, { score }) => Math.min(least, score), Infinity),
    frames: scores.length,
    durationSeconds,
    series: series.sort((a, b) => a.atSeconds - b.atSeconds),
    worst,
  };
}
