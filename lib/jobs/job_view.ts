import type { JobDetailsRow, JobRow } from "../../db/schema/jobs.ts";
import type { Plan } from "../encode/plan/model.ts";
import type { ProgressReport } from "../encode/run/progress.ts";
import {
  Job,
  type JobPart,
  type JobProgress,
  type JobQuality,
  type JobVerification,
  type OcrOutcome,
  type ProgressSample,
} from "./schema.ts";

/** Expected duration and result size of a waiting job, calculated from earlier jobs or its own estimate. */
export interface JobForecast {
  expectedBytes?: number;
  expectedSeconds?: number;
}

/** Properties of a running job that are not in its database row. */
export interface LiveFacts {
  progress?: JobProgress;
  preview: boolean;
  samples?: ProgressSample[];
  mediaSeconds?: number;
  parts?: (() => JobPart[]) | undefined;
  endsAt?: string | undefined;
  heldBy?: string | undefined;
}

/** Position of a queued job in the queue, and its expected duration and size. */
export interface QueuedFacts {
  place?: number | undefined;
  forecast?: JobForecast;
  /** Reason why the job does not start, if it waits for a GPU. */
  waitsFor?: string | undefined;
}

/** Converts a row to the form used by the API. Pure. */
export function toJob(
  row: JobRow,
  { place, live, details, forecast, waitsFor }: QueuedFacts & { live?: LiveFacts; details?: JobDetailsRow } = {},
): Job {
  const plan = details?.plan as Plan | undefined;
  return dropMissing({
    ...storedFields(row),
    position: row.status === "queued" ? place : undefined,
    resolvedProfile: plan && {
      summary: plan.summary,
      ...(plan.smart ? { reasons: plan.smart.reasons, profile: plan.smart.profile } : {}),
    },
    streams: plan?.streams,
    originalKeptUntil: time(row.originalKeptUntil),
    progress: live?.progress,
    samples: live?.samples,
    parts: live?.parts?.(),
    mediaSeconds: live?.mediaSeconds,
    endsAt: live?.endsAt,
    heldBy: live?.heldBy,
    waitsFor: row.status === "queued" ? waitsFor : undefined,
    preview: live?.preview ?? false,
    ...forecast,
    // A job that is waiting for its file has no size yet.
    inputSizeBytes: row.sourcePath === "" ? undefined : row.inputSizeBytes,
    command: details?.command,
    createdAt: new Date(row.createdAt).toISOString(),
    startedAt: time(row.startedAt),
    finishedAt: row.finishedAt > 0 ? time(row.finishedAt) : undefined,
    quality: details?.quality as JobQuality | null | undefined,
    ocr: details?.ocr as OcrOutcome[] | null | undefined,
    verification: details?.verification as JobVerification | null | undefined,
  });
}

type StoredFields = Pick<JobRow, keyof JobRow & keyof Job>;

/** Returns the columns that have the same name in the API. `toJob` then converts the columns whose format differs. */
const storedFields = (row: JobRow): StoredFields =>
  Object.fromEntries(
    FIELDS.filter((name) => name in row).map((name) => [name, row[name as keyof StoredFields]]),
  ) as StoredFields;

const FIELDS = Object.keys(Job.shape);

/** Converts ffmpeg's progress values to the form used by the API. Pure. */
export function toProgress({ ended: _, ...report }: ProgressReport, durationSeconds: number): JobProgress {
  const { outTimeSeconds, sizeBytes, speedFactor } = report;
  const part = durationSeconds > 0 ? Math.min(1, outTimeSeconds / durationSeconds) : 0;
  const left = Math.max(0, durationSeconds - outTimeSeconds);
  return {
    ...report,
    percent: Math.round(part * 10_000) / 100,
    etaSeconds: speedFactor > 0 && durationSeconds > 0 ? Math.round(left / speedFactor) : null,
    projectedBytes: part > 0 ? Math.round(sizeBytes / part) : 0,
  };
}

const time = (ms: number | null): string | undefined => ms === null ? undefined : new Date(ms).toISOString();

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** Removes null fields, so that optional fields are absent. */
function dropMissing(job: Nullable<Job>): Job {
  return Object.fromEntries(Object.entries(job).filter(([, value]) => value !== null && value !== undefined)) as Job;
}
