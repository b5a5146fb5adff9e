import type { ProfilePace, QueuedOfProfile, QueueForecasts } from "../../../db/jobs/queue_forecast.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { JobForecast } from "../job_view.ts";

/** Returns the pace of recent jobs by profile: their total duration, source size and result size. */
export const readPaces = (forecasts: Pick<QueueForecasts, "paces">): Promise<ProfilePace[]> => forecasts.paces();

/** Returns the pace of the profile of a job, or undefined if no job with this profile has run recently. */
const paceOf = (
  { profileId, audioOnly }: Pick<ProfilePace, "profileId" | "audioOnly">,
  paces: ProfilePace[],
): ProfilePace | undefined => paces.find((pace) => pace.profileId === profileId && pace.audioOnly === audioOnly);

/** Returns the expected result size of the whole queue in bytes, or null if the size of any job is unknown. */
export async function expectedQueueBytes(forecasts: QueueForecasts): Promise<number | null> {
  const [paces, queued] = await Promise.all([readPaces(forecasts), forecasts.queued()]);
  return expectedSum(queued, paces);
}

/**
 * Returns the expected duration of all queued jobs whose profile has a known pace, and the total source size of the
 * other queued jobs in bytes.
 */
export async function queuedWork(forecasts: QueueForecasts): Promise<{ seconds: number; bytesWithoutPace: number }> {
  const [paces, queued] = await Promise.all([readPaces(forecasts), forecasts.queued()]);
  return workOfQueue(queued, paces);
}

/** Adds up the durations of queued jobs at the pace of their profiles. Pure. */
export function workOfQueue(
  queued: QueuedOfProfile[],
  paces: ProfilePace[],
): { seconds: number; bytesWithoutPace: number } {
  let [seconds, bytesWithoutPace] = [0, 0];
  for (const part of queued) {
    const own = paceOf(part, paces);
    if (own === undefined) bytesWithoutPace += part.inputBytes;
    else seconds += part.inputBytes * own.seconds / own.inputBytes;
  }
  return { seconds, bytesWithoutPace };
}

/**
 * Returns the forecast for a job. The job's own estimate takes precedence over the results of earlier jobs with the
 * same profile. Pure.
 */
export function jobForecast(
  job: Pick<JobRow, "profileId" | "audioOnly" | "estimatedBytes" | "inputSizeBytes">,
  paces: ProfilePace[],
): JobForecast {
  const { estimatedBytes, inputSizeBytes } = job;
  if (inputSizeBytes <= 0) return {};
  const own = paceOf(job, paces);
  const expectedBytes = estimatedBytes ??
    (own === undefined ? undefined : Math.round(inputSizeBytes * own.outputBytes / own.inputBytes));
  return {
    ...(expectedBytes === undefined ? {} : { expectedBytes }),
    ...(own === undefined ? {} : { expectedSeconds: Math.round(inputSizeBytes * own.seconds / own.inputBytes) }),
  };
}

/** Adds up the expected sizes of queued jobs. Returns null if the size of any job is unknown. Pure. */
export function expectedSum(queued: QueuedOfProfile[], paces: ProfilePace[]): number | null {
  let sum = 0;
  for (const part of queued) {
    const { estimatedBytes, bytesWithoutEstimate } = part;
    sum += estimatedBytes;
    if (bytesWithoutEstimate === 0) continue;
    const own = paceOf(part, paces);
    if (own === undefined) return null;
    sum += bytesWithoutEstimate * own.outputBytes / own.inputBytes;
  }
  return Math.round(sum);
}
